"""How many taps a round takes."""

from tests.browser.phone import Phone

BUDGET = 23


def test_a_four_player_dobon_round_takes_at_most_23_taps(phone: Phone) -> None:
    """Ben claims a K of Chie with {2 J}; R rounds half up to tens.

    2 counts 50 and J 10, so Ben's hand is 60; A+2+3 is 54; R(114) is 110, three times 330.
    あき pays R(1+50+3+10+10)=R(74)=70, だい R(4+4+10+9)=R(27)=30.
    """
    phone.start_table(["あき", "Ben", "Chie", "だい"])
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
    phone.start_table(["あき", "Ben", "Chie", "だい"])
    phone.taps = 0
    phone.enter()
    phone.kind("dobon")
    phone.who(1, 2)
    phone.keys("K")
    phone.hands("2 J", "A 2 3", "A 2 3 10 K", "4 4 Q 9")
    phone.record()
    assert phone.taps <= BUDGET
    phone.expect_scores(あき=-70, Ben=430, Chie=-330, だい=-30)
