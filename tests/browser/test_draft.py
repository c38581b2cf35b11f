"""Nothing typed is lost up to the last tap."""

from playwright.sync_api import Route, expect

from tests.browser.phone import THREE, Phone

OUT = {"kind": "out", "winner": "あき", "hands": {"Ben": ["K"], "Chie": ["5"]}}


def half(phone: Phone) -> str:
    path = phone.post("/new/", name=THREE)
    phone.enter(path)
    phone.walk("who-0 who-1 key-K")
    phone.hands("2 J", "A 3")
    return path


def expect_half(phone: Phone) -> None:
    phone.live()
    phone.holds(0, "2 J")
    phone.holds(1, "A 3")
    expect(phone.page.locator("#f-card")).to_have_value("K")
    phone.restored()
    expect(phone.at("confirm")).to_contain_text("Chie")


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
    phone.restored(False)
    phone.who(0)
    phone.enter(path)
    phone.restored()
    phone.tap("[data-afresh]")
    expect(phone.page.locator("[name=callers]:checked")).to_have_count(0)
    phone.restored(False)


def type_before_the_pad_is_there(phone: Phone, cards: str) -> None:
    """On a slow line the form comes long before its scripts; what was typed earlier comes back beside it."""
    late = phone.hold("**/static/js/entry/form*.js")
    phone.page.reload(wait_until="commit")
    phone.at("hand-2").fill(cards)
    phone.until(lambda: late, "the script")
    late[0].continue_()
    phone.page.unroute_all()
    phone.restored()
    for seat, hand in enumerate(("2 J", "A 3", cards)):
        expect(phone.at(f"hand-{seat}")).to_have_value(hand)
    phone.previewed()


def test_an_unfinished_correction_stays_with_its_round(phone: Phone) -> None:
    """A forgotten round is put before the one that is being corrected: what was typed goes on there.

    In it Ben gets R(5)=10 from あき and from Chie; in both others あき 10 from each of them.
    """
    path = phone.table("gamble", THREE, OUT, OUT)
    phone.edit(path, 1)
    phone.page.locator("[data-typed]").evaluate("(typed) => { typed.open = true; }")
    phone.at("hand-1").fill("Q Q")
    phone.go(f"{path}rounds/1/")
    phone.tap('a[href*="/rounds/1/insert/"]')
    phone.live()
    phone.walk("kind-out who-1 key-5 next key-5")
    phone.record()
    phone.expect_scores(あき=30, Ben=0, Chie=-30)
    for number, hand in ((3, "K"), (2, "Q Q")):
        phone.edit(path, number)
        phone.holds(1, hand)
    phone.restored()
    phone.edit(path, 1)
    phone.restored(False)


OLDER = """([action, revision]) => localStorage.setItem(`entry:${action}`, JSON.stringify(
  {at: Date.now(), key: "k".repeat(22), revision, after: "", fields: [["hand-1", "Q Q"]]}))"""
"""What an earlier version left: a correction under the number of its round."""


def test_a_correction_that_an_earlier_version_kept_comes_back(phone: Phone) -> None:
    """Where nothing has changed since; else nobody knows which round had that number then."""
    path = phone.table("gamble", THREE, OUT)
    for seen, hand in (("7", "K"), ("0", "Q Q")):
        phone.go(f"{path}rounds/1/edit/")
        phone.page.evaluate(OLDER, [f"{path}rounds/1/edit/", seen])
        phone.reload()
        phone.holds(1, hand)


def test_a_correction_that_waits_can_be_changed_and_is_never_empty(phone: Phone) -> None:
    """The line is gone when it is confirmed, and what is typed then goes the same way once it is back."""
    path = phone.table("gamble", THREE, OUT)
    phone.forgive("ERR_FAILED")
    cut = ["page", "outbox"]

    def answer(route: Route) -> None:
        if route.request.headers.get("sent-by") in cut:
            route.abort()
        else:
            route.continue_()

    phone.context.route("**/edit/", answer)
    phone.edit(path, 1)
    phone.page.locator("[data-typed]").evaluate("(typed) => { typed.open = true; }")
    phone.at("hand-1").fill("Q Q")
    phone.confirm()
    expect(phone.at("queued")).to_be_visible()
    expect(phone.at("confirm")).to_be_disabled()
    phone.at("hand-1").fill("Q Q 3")
    expect(phone.at("confirm")).to_be_enabled()
    phone.reload()
    phone.restored()
    phone.holds(1, "Q Q 3")
    phone.holds(2, "5")
    expect(phone.at("outbox-strip")).to_contain_text("1")
    cut.remove("page")
    phone.confirm()
    phone.page.wait_for_url(f"**{path}rounds/1/")
    assert 'value="Q Q 3"' in phone.ask(f"{path}rounds/1/edit/")
    phone.edit(path, 1)
    phone.restored(False)
    phone.context.unroute_all()
