"""Nothing typed is lost up to the last tap."""

from playwright.sync_api import Route, expect

from tests.browser.phone import Phone


def half(phone: Phone) -> str:
    path = phone.post("/new/", name=["あき", "Ben", "Chie"])
    phone.enter(path)
    phone.who(0, 1)
    phone.keys("K")
    phone.hands("2 J", "A 3")
    return path


def expect_half(phone: Phone) -> None:
    phone.page.wait_for_selector(".entry.live")
    expect(phone.page.get_by_test_id("hand-0")).to_have_value("2 J")
    expect(phone.page.get_by_test_id("hand-1")).to_have_value("A 3")
    expect(phone.page.locator("#f-card")).to_have_value("K")
    expect(phone.page.locator("[data-restored]")).to_be_visible()
    expect(phone.page.get_by_test_id("confirm")).to_contain_text("Chie")


def test_half_a_round_survives_until_it_is_saved(phone: Phone) -> None:
    """A reload and the end of the page; then 3·R(60+4) = 3·R(64) = 180 from Ben, R(5) = 10 from Chie."""
    path = half(phone)
    phone.page.reload()
    expect_half(phone)
    phone.picture("draft-restored")
    phone.reopen()
    expect_half(phone)
    type_before_the_pad_is_there(phone, "5")
    phone.record()
    phone.expect_scores(あき=190, Ben=-180, Chie=-10)
    phone.enter()
    for seat in (0, 1, 2):
        expect(phone.at(f"hand-{seat}")).to_have_value("")
    expect(phone.page.locator("[data-restored]")).to_be_hidden()
    phone.who(0)
    phone.enter(path)
    expect(phone.page.locator("[data-restored]")).to_be_visible()
    phone.tap("[data-afresh]")
    expect(phone.page.locator("[name=callers]:checked")).to_have_count(0)
    expect(phone.page.locator("[data-restored]")).to_be_hidden()


def type_before_the_pad_is_there(phone: Phone, cards: str) -> None:
    """On a slow line the form comes long before its scripts; what was typed earlier comes back beside it."""
    late: list[Route] = []
    phone.page.route("**/static/js/entry/form*.js", lambda route: late.append(route))
    phone.page.reload(wait_until="commit")
    phone.at("hand-2").fill(cards)
    phone.until(lambda: late, "the script")
    late[0].continue_()
    phone.page.unroute_all()
    expect(phone.page.locator("[data-restored]")).to_be_visible()
    for seat, hand in enumerate(("2 J", "A 3", cards)):
        expect(phone.at(f"hand-{seat}")).to_have_value(hand)
    expect(phone.page.locator('#preview[data-ready="1"]')).to_be_visible()


def test_an_unfinished_correction_stays_with_its_round(phone: Phone) -> None:
    """A round is put before the one that is being corrected: what was typed goes on there."""
    hands = {"Ben": ["K"], "Chie": ["5"]}
    first = {"kind": "out", "winner": "あき", "hands": hands}
    path = phone.bring(
        {"format": 1, "game": "gamble", "players": ["あき", "Ben", "Chie"], "rounds": [first, first]}
    )
    phone.go(f"{path}rounds/1/edit/")
    phone.page.wait_for_selector(".entry.live")
    phone.page.locator("[data-typed]").evaluate("(typed) => { typed.open = true; }")
    phone.at("hand-1").fill("Q Q")
    phone.go(f"{path}rounds/1/insert/")
    phone.kind("nogame")
    phone.confirm()
    phone.page.wait_for_url(f"**{path}")
    for number, hand in ((3, "K"), (2, "Q Q")):
        phone.go(f"{path}rounds/{number}/edit/")
        phone.page.wait_for_selector(".entry.live")
        expect(phone.at("hand-1")).to_have_value(hand)
    expect(phone.page.locator("[data-restored]")).to_be_visible()
    phone.go(f"{path}rounds/1/edit/")
    phone.page.wait_for_selector(".entry.live")
    expect(phone.page.locator("[data-restored]")).to_be_hidden()


OLDER = """([action, revision]) => localStorage.setItem(`entry:${action}`, JSON.stringify(
  {at: Date.now(), key: "k".repeat(22), revision, after: "", fields: [["hand-1", "Q Q"]]}))"""
"""What an earlier version left: a correction under the number of its round."""


def test_a_correction_that_an_earlier_version_kept_comes_back(phone: Phone) -> None:
    """Where nothing has changed since; else nobody knows which round had that number then."""
    lost = {"kind": "out", "winner": "あき", "hands": {"Ben": ["K"], "Chie": ["5"]}}
    path = phone.bring({"format": 1, "game": "gamble", "players": ["あき", "Ben", "Chie"], "rounds": [lost]})
    for seen, hand in (("7", "K"), ("0", "Q Q")):
        phone.go(f"{path}rounds/1/edit/")
        phone.page.evaluate(OLDER, [f"{path}rounds/1/edit/", seen])
        phone.page.reload()
        phone.page.wait_for_selector(".entry.live")
        expect(phone.at("hand-1")).to_have_value(hand)


def test_a_correction_that_waits_can_be_changed_and_is_never_empty(phone: Phone) -> None:
    """The line is gone when it is confirmed, and what is typed then goes the same way once it is back."""
    first = {"kind": "out", "winner": "あき", "hands": {"Ben": ["K"], "Chie": ["5"]}}
    path = phone.bring({"format": 1, "game": "gamble", "players": ["あき", "Ben", "Chie"], "rounds": [first]})
    phone.forgive("ERR_FAILED")
    cut = ["page", "outbox"]

    def answer(route: Route) -> None:
        if route.request.headers.get("sent-by") in cut:
            route.abort()
        else:
            route.continue_()

    phone.context.route("**/edit/", answer)
    phone.go(f"{path}rounds/1/edit/")
    phone.page.wait_for_selector(".entry.live")
    phone.page.locator("[data-typed]").evaluate("(typed) => { typed.open = true; }")
    phone.at("hand-1").fill("Q Q")
    phone.confirm()
    expect(phone.at("queued")).to_be_visible()
    expect(phone.at("confirm")).to_be_disabled()
    phone.at("hand-1").fill("Q Q 3")
    expect(phone.at("confirm")).to_be_enabled()
    phone.page.reload()
    phone.page.wait_for_selector(".entry.live")
    expect(phone.page.locator("[data-restored]")).to_be_visible()
    expect(phone.at("hand-1")).to_have_value("Q Q 3")
    expect(phone.at("hand-2")).to_have_value("5")
    expect(phone.at("outbox-strip")).to_contain_text("1")
    cut.remove("page")
    phone.confirm()
    phone.page.wait_for_url(f"**{path}rounds/1/")
    assert 'value="Q Q 3"' in phone.ask(f"{path}rounds/1/edit/")
    phone.go(f"{path}rounds/1/edit/")
    phone.page.wait_for_selector(".entry.live")
    expect(phone.page.locator("[data-restored]")).to_be_hidden()
    phone.context.unroute_all()
