"""Nothing typed is lost up to the last tap."""

from playwright.sync_api import Route, expect

from tests.browser.phone import Phone

PLAYERS = ["あき", "Ben", "Chie"]
OUT = {"kind": "out", "winner": "あき", "hands": {"Ben": ["K"], "Chie": ["5"]}}


def played(phone: Phone, *rounds: dict[str, object]) -> str:
    """The path of a table with these rounds, which is not opened."""
    return phone.bring({"format": 1, "game": "gamble", "players": PLAYERS, "rounds": rounds})


def correct(phone: Phone, path: str, number: int) -> None:
    """Open a round of the table to be corrected."""
    phone.go(f"{path}rounds/{number}/edit/")
    phone.page.wait_for_selector(".entry.live")


def half(phone: Phone) -> str:
    path = phone.post("/new/", name=PLAYERS)
    phone.enter(path)
    phone.walk("who-0 who-1 key-K")
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
    """A forgotten round is put before the one that is being corrected: what was typed goes on there.

    In it Ben gets R(5)=10 from あき and from Chie; in both others あき 10 from each of them.
    """
    path = played(phone, OUT, OUT)
    correct(phone, path, 1)
    phone.page.locator("[data-typed]").evaluate("(typed) => { typed.open = true; }")
    phone.at("hand-1").fill("Q Q")
    phone.go(f"{path}rounds/1/")
    phone.tap('a[href*="/rounds/1/insert/"]')
    phone.page.wait_for_selector(".entry.live")
    phone.walk("kind-out who-1 key-5 next key-5")
    phone.record()
    phone.expect_scores(あき=30, Ben=0, Chie=-30)
    for number, hand in ((3, "K"), (2, "Q Q")):
        correct(phone, path, number)
        expect(phone.at("hand-1")).to_have_value(hand)
    expect(phone.page.locator("[data-restored]")).to_be_visible()
    correct(phone, path, 1)
    expect(phone.page.locator("[data-restored]")).to_be_hidden()


OLDER = """([action, revision]) => localStorage.setItem(`entry:${action}`, JSON.stringify(
  {at: Date.now(), key: "k".repeat(22), revision, after: "", fields: [["hand-1", "Q Q"]]}))"""
"""What an earlier version left: a correction under the number of its round."""


def test_a_correction_that_an_earlier_version_kept_comes_back(phone: Phone) -> None:
    """Where nothing has changed since; else nobody knows which round had that number then."""
    path = played(phone, OUT)
    for seen, hand in (("7", "K"), ("0", "Q Q")):
        phone.go(f"{path}rounds/1/edit/")
        phone.page.evaluate(OLDER, [f"{path}rounds/1/edit/", seen])
        phone.page.reload()
        phone.page.wait_for_selector(".entry.live")
        expect(phone.at("hand-1")).to_have_value(hand)


def test_a_correction_that_waits_can_be_changed_and_is_never_empty(phone: Phone) -> None:
    """The line is gone when it is confirmed, and what is typed then goes the same way once it is back."""
    path = played(phone, OUT)
    phone.forgive("ERR_FAILED")
    cut = ["page", "outbox"]

    def answer(route: Route) -> None:
        if route.request.headers.get("sent-by") in cut:
            route.abort()
        else:
            route.continue_()

    phone.context.route("**/edit/", answer)
    correct(phone, path, 1)
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
    correct(phone, path, 1)
    expect(phone.page.locator("[data-restored]")).to_be_hidden()
    phone.context.unroute_all()
