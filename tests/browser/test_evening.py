"""A whole evening by thumb, against arithmetic on paper.

R rounds half up to tens; A is 1, 2 is 50, J Q K are 10. Four at the table: あき Ben Chie だい.
"""

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.phone import Phone, number

NAMES = ["あき", "Ben", "Chie", "だい"]
AKI, BEN, CHIE, DAI = 0, 1, 2, 3
Enter = Callable[[Phone], None]


def out(winner: int, *hands: str) -> Enter:
    def enter(phone: Phone) -> None:
        phone.kind("out")
        phone.who(winner)
        phone.hands(*hands)

    return enter


def dobon(callers: tuple[int, ...], victim: int, card: str, *hands: str) -> Enter:
    def enter(phone: Phone) -> None:
        phone.who(callers[0])
        for seat in callers[1:]:
            phone.tap("add-caller")
            phone.who(seat)
        phone.who(victim)
        phone.keys(card)
        phone.hands(*hands)

    return enter


def stock_used_up(phone: Phone) -> None:
    """Ben began: あき R(20)=20, Chie R(15)=20, だい R(3)=0."""
    phone.kind("deckout")
    phone.tap("slot-starter")
    phone.who(BEN)
    phone.hands("K Q", "5 5 5", "3")


def only_the_sum(phone: Phone) -> None:
    """Chie is out: R(64)=60 from あき, R(55)=60 from Ben, R(10)=10 from だい."""
    phone.kind("out")
    phone.who(CHIE)
    for total in ("64", "55"):
        phone.tap("key-sum")
        phone.page.get_by_test_id("sum-field").fill(total)
        phone.tap("next")
    phone.keys("Q")


def typed(phone: Phone) -> None:
    """As the second round, あき on Ben: 330; Chie R(10)=10, だい R(10)=10."""
    phone.tap("key-type")
    for role, seat in (("callers", AKI), ("victim", BEN)):
        phone.tap(phone.page.locator(f'#f-{role} label:has(input[value="{seat}"])'))
    phone.page.locator("#f-card").fill("k")
    for seat, hand in ((AKI, "♥2 ♠J"), (BEN, "Ａ　２ ３"), (CHIE, "10"), (DAI, "K")):
        phone.page.get_by_test_id(f"hand-{seat}").fill(hand)


def a_fifth_king(phone: Phone) -> None:
    """Ben is out; one of あき's three kings turns out to be だい's: 20, 10 and 10."""
    out(BEN, "K K K", "K", "K")(phone)
    expect(phone.page.locator("[data-notice]")).to_contain_text("あき")
    phone.tap(phone.page.get_by_test_id("move-here").first)
    expect(phone.page.get_by_test_id(f"hand-{AKI}")).to_have_value("K K")
    expect(phone.page.get_by_test_id(f"hand-{DAI}")).to_have_value("K")


def taken_back_taps(phone: Phone) -> None:
    """あき is out; one 9 is taken back, a 7 is tapped away: R(9)=10, R(8)=10, R(6)=10."""
    phone.kind("out")
    phone.who(AKI)
    phone.walk("key-9 key-9 key-undo next key-7 key-8 card-0 next key-6")
    expect(phone.page.get_by_test_id(f"hand-{BEN}")).to_have_value("9")
    expect(phone.page.get_by_test_id(f"hand-{CHIE}")).to_have_value("8")


def overruled(phone: Phone) -> None:
    """3+4 is no 9, but the table lets it pass: 3·R(7+16)=60 from だい, あき R(50)=50, Chie R(1)=0."""
    dobon((BEN,), DAI, "9", "3 4", "Q 6", "2", "A")(phone)
    expect(phone.page.get_by_test_id("problems")).to_be_visible()


ANY = 60
"""More taps than any round takes."""
ROUNDS = [  # what is entered, in how many taps at most, and what あき, Ben, Chie and だい have afterwards
    # R(1+50+3+10+10)=R(74)=70 from Ben, R(4)=0 from Chie, R(5)=10 from だい.
    (out(AKI, "A 2 3 10 K", "4", "5"), ANY, (80, -70, 0, -10)),
    # 3·R(60+54)=330 from Chie, R(74)=70 from あき, R(4+4+10+9)=R(27)=30 from だい.
    (dobon((BEN,), CHIE, "K", "2 J", "A 2 3", "A 2 3 10 K", "4 4 Q 9"), 22, (10, 360, -330, -40)),
    # On a 9 of あき {K}: 3·R(10+9)=60 to Chie, 3·R(10+57)=210 to だい; Ben pays each R(11)=10.
    (dobon((CHIE, DAI), AKI, "9", "4 5", "2 7", "K", "3 8"), 17, (-260, 340, -260, 180)),
    # あき has no card left: 3·R(6+7)=30; Ben R(20)=20, Chie R(2)=0.
    (dobon((DAI,), AKI, "K", "6 7", "-", "10 10", "A A"), ANY, (-290, 320, -260, 230)),
    (stock_used_up, ANY, (-310, 360, -280, 230)),
    (only_the_sum, ANY, (-370, 300, -150, 220)),
    (typed, ANY, (-20, -30, -160, 210)),
    (a_fifth_king, ANY, (-40, 10, -170, 200)),
    (taken_back_taps, ANY, (-10, 0, -180, 190)),
    (overruled, ANY, (-60, 110, -180, 130)),
]


def expect_standing(phone: Phone, points: tuple[int, ...]) -> None:
    phone.expect_scores(**dict(zip(NAMES, points, strict=True)))


def test_an_evening_by_thumb(phone: Phone) -> None:
    path = phone.start_by_page(NAMES)
    for enter, most, points in ROUNDS:
        phone.taps = 0
        phone.enter()
        enter(phone)
        phone.record()
        assert phone.taps <= most
        expect_standing(phone, points)

    correct_the_third(phone, path)
    void_and_restore_the_second(phone, path)
    settle_end_and_reopen(phone, path)


def correct_the_third(phone: Phone, path: str) -> None:
    """Ben also held a 5: R(16)=20 to each caller instead of 10."""
    phone.go(f"{path}rounds/")
    phone.tap(phone.page.locator(f'a[href="{path}rounds/3/"]'))
    phone.tap(phone.page.locator('#bar a[href*="/edit/"]'))
    phone.page.wait_for_selector(".entry.live")
    phone.who(BEN)
    phone.keys("5")
    diff = phone.page.get_by_test_id("diff")
    expect(diff).to_be_visible()
    phone.tap(diff.locator("summary"))
    expect(diff).to_contain_text(re.compile("−20.*−40", re.S))
    phone.confirm()
    phone.page.wait_for_url(f"**{path}rounds/3/")
    expect(phone.page.locator(".history")).to_be_visible()
    phone.go(path)
    expect_standing(phone, (-60, 90, -170, 140))


def void_and_restore_the_second(phone: Phone, path: str) -> None:
    """Without the second round あき has 70 more, Ben 430 less, Chie 330 and だい 30 more."""
    phone.go(f"{path}rounds/2/")
    phone.tap(phone.page.locator('#bar a[href*="/void/"]'))
    expect(phone.page.locator("main")).to_contain_text("−340")
    phone.tap("#bar button.btn")
    phone.saved()
    expect_standing(phone, (10, -340, 160, 170))
    phone.go(f"{path}rounds/2/")
    phone.tap(phone.page.locator('#bar a[href*="/restore/"]'))
    phone.tap("#bar button.btn")
    phone.saved()
    expect_standing(phone, (-60, 90, -170, 140))


def settle_end_and_reopen(phone: Phone, path: str) -> None:
    """No part of −60, 90, −170, 140 adds up to nothing: three payments are the fewest."""
    phone.go(f"{path}settle/")
    paid = dict.fromkeys(NAMES, 0)
    for flow in phone.page.locator(".flow").all():
        payer, payee = flow.locator(".flow-who bdi").all_inner_texts()
        points = number(flow.locator(".flow-amt").inner_text())
        paid[payer] -= points
        paid[payee] += points
    assert phone.page.locator(".flow").count() == 3
    assert paid == {"あき": -60, "Ben": 90, "Chie": -170, "だい": 140}

    phone.tap(f'#bar form[action="{path}end/"] button')
    phone.page.wait_for_selector(f'form[action="{path}reopen/"]')
    phone.go(path)
    expect(phone.page.get_by_test_id("enter-result")).to_have_count(0)
    phone.go(f"{path}settle/")
    phone.tap(f'form[action="{path}reopen/"] button')
    phone.saved()
    expect(phone.page.get_by_test_id("enter-result")).to_be_visible()
    expect_standing(phone, (-60, 90, -170, 140))
