"""An evening of each game by thumb, against the results that were worked out by hand."""

from collections import Counter
from typing import Any

import pytest

from tests.browser.phone import Phone
from tests.browser.player import Player
from tests.scoring.test_cases import load

LATER = [
    ("kawagoe/the-usual-rules", 9),
    ("teyaku/everything-on", 6),
    ("dotenko/the-usual-rules", 8),
    ("doudizhu/a-fourth-comes-and-goes", 5),
    ("sheet/daifugo-to-eleven", 6),
    ("sheet/uno-to-500", 3),
]
"""Long evenings, and how many rounds were played before somebody goes on with them by thumb."""
EVENINGS = [
    *(pytest.param(*evening, id=f"{evening[0]}-later") for evening in LATER),
    *(
        pytest.param(name, 0, id=name, marks=pytest.mark.long)
        for name in (
            *dict(LATER),
            "gamble/borrowed-chain-of-returns",
            "doudizhu/the-usual-rules",
            "doudizhu/counted-from-the-plays",
            "doudizhu/doubling-up-to-a-cap",
            "doudizhu/auctions",
            "sheet/places-that-sum-to-nothing",
            "sheet/fewest-points-for-money",
            "sheet/ten-a-round",
            "sheet/hearts-to-100",
        )
    ),
]


def points(change: Any, names: list[str]) -> dict[str, int]:
    """The change of each player; the pot and the bank, which come last, are none of them."""
    result = change if isinstance(change, dict) else dict(zip(names, change, strict=False))
    return {name: number for name, number in result.items() if name in names}


@pytest.mark.parametrize(("name", "played"), EVENINGS)
def test_an_evening_comes_out_as_on_paper(phone: Phone, name: str, played: int) -> None:
    case = load(name)
    document, wanted = case["document"], case["expect"]
    player = Player(phone, document)
    path = player.open(played)
    standing = Counter(dict.fromkeys(document["players"], document.get("stake", {}).get("start", 0)))
    for change in wanted["change"][:played]:
        standing.update(points(change, list(player.seats)))
    for number, facts in enumerate(document["rounds"][played:], played):
        player.enter(facts, wanted["problems"][number])
        for who, change in points(wanted["change"][number], list(player.seats)).items():
            standing[who] += change
        assert phone.scores() == dict(standing), f"round {number + 1}"

    assert standing == wanted["balance"]
    phone.go(f"{path}settle/")
    assert player.payments() == sorted(
        (payment["from"], payment["to"], str(payment.get("money", payment["points"])))
        for payment in wanted["payments"]
    )
