"""How many taps a round takes."""

from tests.browser.phone import Phone

BUDGET = 23
DOTENKO_BUDGET = 5
KAWAGOE_BUDGET = 6
"""Also the cards of the hands."""
TEYAKU_BUDGET = 8
"""With the dora and two cards."""
DEAL_BUDGET = 6
"""On the entry page, with bombs and a rocket, the confirmation among them."""
FOUR = ["あき", "Ben", "Chie", "だい"]


def test_a_four_player_dobon_round_takes_at_most_23_taps(phone: Phone) -> None:
    """Ben claims a K of Chie with {2 J}; R rounds half up to tens.

    2 counts 50 and J 10, so Ben's hand is 60; A+2+3 is 54; R(114) is 110, three times 330.
    あき pays R(1+50+3+10+10)=R(74)=70, だい R(4+4+10+9)=R(27)=30.
    """
    phone.start_by_page(FOUR)
    phone.taps = 0
    phone.enter()
    phone.who(1, 2)
    phone.keys("K")
    phone.hands("2 J", "A 2 3", "A 2 3 10 K", "4 4 Q 9")
    phone.picture("taps-before-confirm")
    phone.record()
    print(f"taps: {phone.taps}")
    assert phone.taps <= BUDGET
    phone.expect_scores(あき=-70, Ben=430, Chie=-330, だい=-30)
    phone.picture("taps-saved")


def test_choosing_the_kind_as_well_stays_within_the_budget(phone: Phone) -> None:
    phone.start_table(FOUR)
    phone.taps = 0
    phone.enter()
    phone.kind("dobon")
    phone.who(1, 2)
    phone.keys("K")
    phone.hands("2 J", "A 2 3", "A 2 3 10 K", "4 4 Q 9")
    phone.record()
    assert phone.taps <= BUDGET
    phone.expect_scores(あき=-70, Ben=430, Chie=-330, だい=-30)


def table(phone: Phone, game: str) -> None:
    """A new table of four of any game."""
    phone.go(phone.bring({"format": 1, "game": game, "players": FOUR, "rounds": []}))
    phone.taps = 0


def test_dotenko_takes_at_most_5_taps_besides_the_cards(phone: Phone) -> None:
    """あき calls a J of Ben with {7,4}: 11 points."""
    table(phone, "dotenko")
    phone.enter()
    phone.who(0, 1)
    phone.keys("J")
    phone.hands("7 4")
    phone.record()
    assert phone.taps <= DOTENKO_BUDGET + 2
    phone.expect_scores(あき=11, Ben=-11, Chie=0, だい=0)


def test_kawagoe_takes_at_most_6_taps_besides_the_cards(phone: Phone) -> None:
    """あき calls a 9 of Ben with {2,7}: 9 + 3 + 13 is 25, doubled by the 2."""
    table(phone, "kawagoe")
    phone.enter()
    phone.who(0, 1)
    phone.keys("9")
    phone.hands("2 7", "3 K")
    phone.record()
    assert phone.taps <= KAWAGOE_BUDGET + 4
    phone.expect_scores(あき=50, Ben=-50, Chie=0, だい=0)


def with_suits(phone: Phone) -> None:
    """The phone was last used with keys that have suits, and keeps to them."""
    phone.page.evaluate("localStorage.setItem('ranks', 'off')")


def test_teyaku_with_suits_dora_and_riichi(phone: Phone) -> None:
    """Ben wins on a 9 with {♥2,♥7}: two dora by the ♥ are 400, and both sticks come from the pot.

    He had declared, so the ura-dora are asked too: ♣ makes none.
    """
    table(phone, "teyaku")
    with_suits(phone)
    phone.enter()
    phone.who(1, 0)
    phone.keys("9")
    phone.tap("turnup-H")
    phone.tap("key-H2")
    phone.tap("key-H7")
    phone.tap("slot-riichi")
    phone.who(1, 2)
    phone.tap("next")
    phone.tap("bottom-C")
    phone.record()
    assert phone.taps <= TEYAKU_BUDGET + 5
    phone.expect_scores(あき=-400, Ben=500, Chie=-100, だい=0)


def test_teyaku_takes_one_tap_for_the_dora(phone: Phone) -> None:
    """♥3 is a dora, so the yaku are 1: 200."""
    table(phone, "teyaku")
    with_suits(phone)
    phone.enter()
    phone.who(1, 0)
    phone.keys("7")
    phone.tap("turnup-H")
    phone.tap("key-H3")
    phone.tap("key-S4")
    phone.record()
    assert phone.taps <= TEYAKU_BUDGET
    phone.expect_scores(あき=-200, Ben=200, Chie=0, だい=0)


def test_teyaku_by_ranks_takes_one_tap_more_where_there_are_dora(phone: Phone) -> None:
    """No yaku are 100 for Ben; then one ♥ among the cards of あき is a yaku, 200."""
    table(phone, "teyaku")
    for hearts in (0, 1):
        phone.taps = 0
        phone.enter()
        phone.who(*((0, 1) if hearts else (1, 0)))
        phone.keys("7")
        phone.tap("turnup-H")
        phone.keys("3 4")
        if hearts:
            phone.tap("suit-H-1")
        phone.record()
        assert phone.taps <= TEYAKU_BUDGET + hearts
    phone.expect_scores(あき=100, Ben=-100, Chie=0, だい=0)


def test_counted_cards_take_one_tap_each(phone: Phone) -> None:
    """あき clears; Ben holds 3 cards, Chie 4, だい none: 300 and 400."""
    table(phone, "teyaku")
    phone.enter()
    phone.kind("out")
    phone.who(0)
    phone.keys("3 4")
    phone.tap("key-none")
    phone.record()
    assert phone.taps <= 7
    phone.expect_scores(あき=700, Ben=-300, Chie=-400, だい=0)


def test_a_deal_takes_at_most_6_taps_on_its_page(phone: Phone) -> None:
    """Ben bids 3, two bombs and a rocket: 3·2·2·2 = 24 from each of three."""
    table(phone, "doudizhu")
    phone.enter()
    phone.taps = 0
    for handle in ("landlord-1", "bid-3", "bombs-2", "rockets-1", "result-landlord"):
        phone.tap(handle)
    phone.picture("taps-deal")
    phone.record()
    assert phone.taps <= DEAL_BUDGET
    phone.expect_scores(あき=-24, Ben=72, Chie=-24, だい=-24)


def test_a_plain_deal_takes_four_taps_and_a_passed_one_two(phone: Phone) -> None:
    """だい bids 1 and loses 1 to each of three."""
    table(phone, "doudizhu")
    phone.enter()
    phone.taps = 0
    for handle in ("landlord-3", "bid-1", "result-farmers"):
        phone.tap(handle)
    phone.record()
    assert phone.taps <= 4
    phone.enter()
    phone.taps = 0
    phone.kind("passed")
    phone.record()
    assert phone.taps <= 2
    phone.expect_scores(あき=1, Ben=1, Chie=1, だい=-3)


def test_a_deal_stays_within_the_budget_where_a_spring_counts(phone: Phone) -> None:
    """Chie bids 2, one bomb, a rocket, and nobody else plays a card: 2·2·2·2 = 16 from each of three."""
    options = {"spring": "double"}
    phone.go(
        phone.bring({"format": 1, "game": "doudizhu", "options": options, "players": FOUR, "rounds": []})
    )
    phone.enter()
    phone.taps = 0
    for handle in ("landlord-2", "bid-2", "bombs-1", "rockets-1", "result-landlord-spring"):
        phone.tap(handle)
    phone.record()
    assert phone.taps <= DEAL_BUDGET
    phone.expect_scores(あき=-16, Ben=-16, Chie=48, だい=-16)


def test_two_callers_take_17_taps(phone: Phone) -> None:
    """Ben {2 J} and だい {K} claim a K of Chie {A 2 3}; あき holds one 10.

    Chie pays Ben R(60 + 54) · 3 = 330 and だい R(10 + 54) · 3 = 180 (64 → 60), あき 10 to each of them.
    """
    table(phone, "gamble")
    phone.enter()
    phone.who(1)
    phone.tap("add-caller")
    phone.who(3, 2)
    phone.keys("K")
    phone.hands("2 J", "K", "A 2 3", "10")
    phone.record()
    assert phone.taps <= 17
    phone.expect_scores(あき=-20, Ben=340, Chie=-510, だい=190)


def teyaku_with_everything(phone: Phone, *, riichi_first: bool) -> None:
    """Chie wins on a 9 of あき with {3 4 2 Jk}, two ♥ and a ♠ among them, after three declarations."""
    phone.enter()
    phone.who(2, 0)
    phone.keys("9")
    phone.tap("turnup-H")
    phone.keys("3 4 2 Jk")
    phone.tap("suit-H-2")
    if riichi_first:
        phone.tap("slot-riichi")
        phone.who(2, 0, 3)
    else:
        phone.tap("slot-bottom")
    phone.tap("bottom-S")
    if not riichi_first:
        phone.tap("slot-riichi")
        phone.who(2, 0, 3)
        phone.confirm()
    phone.tap("suit-S-1")
    phone.record()


def test_ura_dora_and_riichi_are_told_in_any_order(phone: Phone) -> None:
    """Dora 2, ura-dora 1 and the joker are 4 yaku, 1,600; of the three sticks in the pot one is her own."""
    for riichi_first in (True, False):
        table(phone, "teyaku")
        teyaku_with_everything(phone, riichi_first=riichi_first)
        assert phone.taps <= (17 if riichi_first else 19)
        phone.expect_scores(あき=-1700, Ben=0, Chie=1800, だい=-100)


def test_with_suits_the_same_takes_15_taps(phone: Phone) -> None:
    """The ♥ and ♠ among the cards are tapped with them."""
    table(phone, "teyaku")
    with_suits(phone)
    phone.enter()
    phone.who(2, 0)
    phone.keys("9")
    phone.tap("turnup-H")
    for key in ("key-H3", "key-H4", "key-S2", "suit-Jk", "slot-riichi"):
        phone.tap(key)
    phone.who(2, 0, 3)
    phone.tap("bottom-S")
    phone.record()
    assert phone.taps <= 15
    phone.expect_scores(あき=-1700, Ben=0, Chie=1800, だい=-100)


def test_a_plain_deal_takes_5_taps_and_one_that_all_pass_3(phone: Phone) -> None:
    """Chie's bid of 2 stands: 2 from each of three.  Nobody pays where all passed."""
    table(phone, "doudizhu")
    phone.enter()
    for handle in ("landlord-2", "bid-2", "result-landlord"):
        phone.tap(handle)
    phone.record()
    assert phone.taps <= 5
    phone.taps = 0
    phone.enter()
    phone.kind("passed")
    phone.record()
    assert phone.taps <= 3
    phone.expect_scores(あき=-2, Ben=-2, Chie=6, だい=-2)
