"""Rounds and evenings of every game by taps: the questions, the most taps, and the points.

The points are those of arithmetic on paper. R rounds half up to tens; in ギャンブル・ドボン A is 1, 2 is 50
and J Q K are 10. Four at the table: あき Ben Chie だい.
"""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from scorekeeper.scoring.presets import PRESETS
from tests.browser.evenings import claim
from tests.browser.phone import FOUR, Phone, cards
from tests.scoring.test_cases import load

ANY = 60
"""More taps than any round takes."""
RIICHI = "who-2 who-0 key-9 turnup-H"
"""Chie calls a 9 of あき, and the dora are ♥."""
IN_TURN = "slot-riichi who-2 who-0 who-3"

Walk = str | Callable[[Phone], None]


def enter(phone: Phone, walk: Walk) -> None:
    """Enter a round; by touches where its steps wait for questions."""
    if callable(walk):
        walk(phone)
    elif "？" in walk:
        phone.walk(walk)
    else:
        phone.taps += len(walk.split())
        phone.click(walk)


def typed(phone: Phone) -> None:
    """Typed: あき on Ben as in the second round: 330; Chie R(10)=10, だい R(10)=10."""
    phone.walk('key-type label:has([name=callers][value="0"]) label:has([name=victim][value="1"]) #f-card=k')
    for seat, hand in enumerate(("♥2 ♠J", "Ａ　２ ３", "10", "K")):
        phone.at(f"hand-{seat}").fill(hand)


def only_sums(phone: Phone) -> None:
    """Chie is out: R(64)=60 from あき, R(55)=60 from Ben, R(10)=10 from だい."""
    phone.walk("kind-out who-2 key-sum sum-field=64 next key-sum sum-field=55 next key-Q")


def a_fifth_king(phone: Phone) -> None:
    """Ben is out; the notice moves one of あき's three kings to だい: 20, 10 and 10."""
    phone.click(f"kind-out who-1 {cards('K K K', 'K', 'K')}")
    expect(phone.page.locator("[data-notice]")).to_contain_text("あき")
    phone.tap(phone.at("move-here").first)
    phone.holds(0, "K K")


def overruled(phone: Phone) -> None:
    """3+4 is no 9, but the table overrules that: 3·R(7+16)=60 from だい, あき R(50)=50, Chie R(1)=0."""
    phone.click(f"who-1 who-3 key-9 {cards('3 4', 'Q 6', '2', 'A')}")
    expect(phone.at("problems")).to_be_visible()


def preset(key: str) -> tuple[str, dict[str, object]]:
    """The game and the house rules of a published variant."""
    chosen = PRESETS[key]
    return chosen.game, dict(chosen.options)


Round = tuple[Walk, int, tuple[int, ...]]
"""The steps of a round, the most taps for it, and everybody's points after it."""
FIRST: dict[str, Round] = {
    # Ben {2 J} on a K of Chie {A}: 3·R(60 + 1) = 180; R(4) = 0 from だい, and あき has no card.
    "gamble": (
        "だれがドボンした？ who-1 だれの札だった？ who-2 どの札だった？ key-K"
        " Benの手札は？ key-2 key-J next Chieの手札は？ key-A next"
        " あきの手札は？ key-none next だいの手札は？ key-4",
        13,
        (0, 180, -180, 0),
    ),
    # あき calls a 9 of Ben with {2 7}: 9 + 3 + 13 is 25, doubled by the 2.
    "kawagoe": (
        "だれがドボンした？ who-0 だれの札だった？ who-1 どの札だった？ key-9"
        " あきの手札は？ key-2 key-7 next Benの手札は？ key-3 key-K",
        10,
        (50, -50, 0, 0),
    ),
    # あき calls a J of Ben with {7 4}: 11 points.
    "dotenko": (
        "だれがどてんこした？ who-0 だれの札だった？ who-1 どの札だった？ key-J key-7 key-4",
        7,
        (11, -11, 0, 0),
    ),
    # Ben bids 3, two bombs and a rocket: 3·2·2·2 = 24 from each of three.
    "doudizhu": (
        "地主はだれ？ landlord-1 ビッドはいくつ？ bid-3 bombs-2 rockets-1 どちらの勝ち？ result-landlord",
        7,
        (-24, 72, -24, -24),
    ),
}
"""The first round of a game with its usual rules."""
TABLES: dict[str, tuple[tuple[str, dict[str, object]], list[Round]]] = {
    **{game: ((game, {}), [first]) for game, first in FIRST.items()},
    "an evening": (
        ("gamble", {}),
        [
            # R(1+50+3+10+10)=R(74)=70 from Ben, R(4)=0 from Chie, R(5)=10 from だい.
            (f"kind-out who-0 {cards('A 2 3 10 K', '4', '5')}", ANY, (80, -70, 0, -10)),
            # 3·R(60+54)=330 from Chie, R(74)=70 from あき, R(4+4+10+9)=R(27)=30 from だい.
            (
                f"who-1 who-2 key-K {cards('2 J', 'A 2 3', 'A 2 3 10 K', '4 4 Q 9')}",
                22,
                (10, 360, -330, -40),
            ),
            # On a 9 of あき {K}: 3·R(10+9)=60 to Chie, 3·R(10+57)=210 to だい; Ben pays each R(11)=10.
            (
                f"who-2 add-caller who-3 who-0 key-9 {cards('4 5', '2 7', 'K', '3 8')}",
                17,
                (-260, 340, -260, 180),
            ),
            # Ben began, and the stock is used up: あき R(20)=20, Chie R(15)=20, だい R(3)=0.
            (f"kind-deckout slot-starter who-1 {cards('K Q', '5 5 5', '3')}", ANY, (-280, 380, -280, 180)),
            (only_sums, ANY, (-340, 320, -150, 170)),
            (typed, ANY, (10, -10, -160, 160)),
            (a_fifth_king, ANY, (-10, 30, -170, 150)),
            (overruled, ANY, (-60, 140, -170, 90)),
        ],
    ),
    "cards drawn at the end": (
        preset("bottom-card"),
        [
            # The 2 doubles, and the 8 counts: 8 · 10 · 2 = 160.
            (
                "who-0 who-1 key-9 key-2 slot-drawn key-8 slot-doublings doubled-1 key-4 key-5",
                ANY,
                (160, -160, 0, 0),
            ),
            # A special card is tapped with its suit: the ♦3 counts 30, 30 · 10 = 300.
            ("who-2 who-1 key-9 drawn-D3 key-4 key-5", ANY, (160, -460, 300, 0)),
        ],
    ),
    "cards drawn and taken back": (
        preset("number-times-drawn"),
        # 9 · (3 + 6) = 81, up to 90.
        [("who-0 who-1 key-9 key-3 key-A key-6 drawn-less-1 next key-4 key-5", ANY, (90, -90, 0, 0))],
    ),
    "teyaku": (
        ("teyaku", {}),
        [
            # One ♥ among the cards of あき is a yaku, 200; no yaku are 100.
            (
                "だれがドボンした？ who-0 だれの札だった？ who-1 どの札だった？ key-7"
                " ドラのマークは？ turnup-H あきの手札は？ key-3 key-4 suit-H-1",
                9,
                (200, -200, 0, 0),
            ),
            # Dora 2, ura-dora 1 and the joker are 4 yaku, 1,600; of the three sticks one is Chie's own.
            (
                f"{RIICHI} key-3 key-4 key-2 key-Jk suit-H-2 {IN_TURN} bottom-S suit-S-1",
                17,
                (-1500, -200, 1800, -100),
            ),
            # あき clears; Ben holds 3 cards, Chie 4, だい none: 300 and 400.
            ("kind-out who-0 key-3 key-4 key-none", 7, (-800, -500, 1400, -100)),
            # The same four yaku of Chie; from here on the keys have suits.
            (
                f"{RIICHI} key-sum key-H3 key-H4 key-S2 suit-Jk {IN_TURN} bottom-S",
                16,
                (-2500, -500, 3200, -200),
            ),
            # Two dora by the ♥ are 400, and both sticks come from the pot; the ura-dora ♣ makes none.
            (
                "who-0 who-1 key-9 turnup-H key-H2 key-H7 slot-riichi who-0 who-2 next bottom-C",
                13,
                (-2000, -900, 3100, -200),
            ),
        ],
    ),
    "teyaku where dora do not count": (
        ("teyaku", {"dora": "off"}),
        [("who-2 who-1 key-7 key-3 key-4", 7, (0, -100, 100, 0))],
    ),
    "deals where a spring counts": (
        ("doudizhu", {"spring": "double"}),
        [
            # だい bids 1 and loses 1 to each of three.
            ("landlord-3 bid-1 result-farmers", 5, (1, 1, 1, -3)),
            ("kind-passed", 3, (1, 1, 1, -3)),
            # Chie bids 2, one bomb, a rocket, and nobody else plays a card: 2·2·2·2 = 16 from each.
            ("landlord-2 bid-2 bombs-1 rockets-1 result-landlord-spring", 7, (-15, -15, 49, -19)),
        ],
    ),
}
"""Game and house rules, and the rounds."""


@pytest.mark.parametrize("name", TABLES)
def test_rounds_take_few_taps_and_come_out_as_on_paper(phone: Phone, name: str) -> None:
    (game, options), rounds = TABLES[name]
    phone.go(phone.table(game, options=options))
    for walk, most, points in rounds:
        phone.taps = 0
        phone.enter()
        enter(phone, walk)
        if most < ANY:
            phone.ready()
        phone.record()
        assert phone.taps <= most, walk
        phone.expect_scores(**dict(zip(FOUR, points, strict=True)))


def test_an_old_round_is_corrected(phone: Phone) -> None:
    """あき {K} pays 3·R(10+9)=60 to Chie and 3·R(10+57)=210 to だい.

    Ben, who pays each R(11)=10, also held a 5: R(16)=20.
    """
    _aki, ben, chie, dai = FOUR
    hands = {chie: ["4", "5"], dai: ["2", "7"], "あき": ["K"], ben: ["3", "8"]}
    path = phone.table("gamble", FOUR, claim([chie, dai], "あき", hands=hands), {"kind": "nogame"})
    phone.go(f"{path}rounds/")
    phone.tap(phone.page.locator(f'a[href="{path}rounds/1/"]'))
    phone.tap('#bar a[href*="/edit/"]')
    phone.live()
    phone.walk("who-1 key-5")
    phone.tap("[data-testid=diff] summary")
    expect(phone.at("diff")).to_contain_text(re.compile("−20.*−40", re.DOTALL))
    phone.confirm()
    phone.page.wait_for_url(f"**{path}rounds/1/")
    expect(phone.page.locator(".history")).to_be_visible()
    phone.go(path)
    phone.expect_scores(あき=-270, Ben=-40, Chie=80, だい=230)


def moved(*moves: tuple[int, int, int]) -> Walk:
    """Enter moves of points from seat to seat, and reload: the draft restores all rows."""

    def walk(phone: Phone) -> None:
        phone.kind("adjust")
        for row, (payer, payee, points) in enumerate(moves):
            if row:
                phone.tap("add-row")
            for side, seat in (("from", payer), ("to", payee)):
                phone.page.locator(f"[name={side}-{row}]").select_option(str(seat))
            phone.page.locator(f"[name=points-{row}]").fill(str(points))
        phone.reload()

    return walk


EVENINGS: dict[str, tuple[int, list[Walk]]] = {
    "kawagoe/the-usual-rules": (
        9,
        [
            f"who-3 who-0 key-A {cards('K K', 'Jk Q 10')}",
            f"who-1 who-3 key-7 {cards('7 Jk', '4')}",
        ],
    ),
    "teyaku/everything-on": (
        6,
        [
            "who-1 who-3 key-6 slot-returns who-3 slot-turnup key-sum key-D5"
            " who-1 key-2 key-3 who-3 key-7 key-A suit-D-1",
            "kind-deckout slot-riichi who-2 next key-2 key-4 key-5 key-3",
            moved((2, 0, 100), (2, 0, 200)),
        ],
    ),
    "dotenko/the-usual-rules": (
        8,
        [
            "who-1 who-2 key-Jk key-A key-A",
            "kind-opening who-0 key-3 slot-returns who-1 who-3 next key-A key-2"
            " who-1 key-4 key-A who-3 key-Jk key-3",
            "kind-nogame",
        ],
    ),
    "doudizhu/a-fourth-comes-and-goes": (8, ["landlord-3 bid-2 result-landlord"]),
    "sheet/daifugo-to-eleven": (6, ["kind-nogame", "take-3 take-2 take-1"]),
    "sheet/uno-to-500": (
        3,
        [
            'label:has([name=winner][value="0"]) sum-1 digit-9 digit-5 sum-2 digit-1 digit-3 digit-5',
            moved((2, 1, 10)),
        ],
    ),
}
"""Cases of tests/scoring/cases: how many rounds are imported, and the steps of the others."""


def payments(phone: Phone) -> list[tuple[str, str, str]]:
    """Payer, payee and the digits of the amount, as the settling page shows them."""
    items = []
    for flow in phone.page.locator(".flow").all():
        payer, payee = flow.locator(".flow-who bdi").all_inner_texts()
        amount = re.sub(r"[^\d.]", "", flow.locator(".flow-amt").inner_text())
        items.append((payer.strip(), payee.strip(), amount))
    return sorted(items)


def objections(phone: Phone) -> set[str]:
    """The codes of what the preview objects to."""
    codes = "all => all.map((one) => one.dataset.code)"
    return set(phone.at("problems").locator("[data-code]").evaluate_all(codes))


@pytest.mark.parametrize("name", EVENINGS)
def test_an_evening_comes_out_as_on_paper(phone: Phone, name: str) -> None:
    case, (played, walks) = load(name), EVENINGS[name]
    document, wanted = case["document"], case["expect"]
    path = phone.bring(document | {"rounds": document["rounds"][:played]})
    for walk, problems in zip(walks, wanted["problems"][played:], strict=True):
        phone.enter(path)
        enter(phone, walk)
        phone.previewed()
        phone.until(lambda expected=problems: objections(phone) == set(expected), f"just these: {problems}")
        phone.record()
    assert phone.scores() == wanted["balance"]
    phone.go(f"{path}settle/")
    assert payments(phone) == sorted(
        (payment["from"], payment["to"], str(payment.get("money", payment["points"])))
        for payment in wanted["payments"]
    )
