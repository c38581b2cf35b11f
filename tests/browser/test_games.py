"""An evening of each game by thumb, against the results that were worked out by hand."""

from collections import Counter
from typing import Any

import pytest

from tests.browser.phone import Phone
from tests.browser.player import Player
from tests.scoring.test_cases import load

EVENINGS = [
    pytest.param("gamble/borrowed-chain-of-returns", marks=pytest.mark.long),
    "kawagoe/the-usual-rules",
    "teyaku/everything-on",
    "dotenko/the-usual-rules",
    "doudizhu/the-usual-rules",
    pytest.param("doudizhu/doubling-up-to-a-cap", marks=pytest.mark.long),
    "doudizhu/counted-from-the-plays",
    pytest.param("doudizhu/auctions", marks=pytest.mark.long),
    "doudizhu/a-fourth-comes-and-goes",
]


def points(change: Any, names: list[str]) -> dict[str, int]:
    """The change of each player; the pot is none of them."""
    found = change if isinstance(change, dict) else dict(zip(names, change, strict=True))
    return {name: number for name, number in found.items() if name in names}


@pytest.mark.parametrize("name", EVENINGS)
def test_an_evening_comes_out_as_on_paper(phone: Phone, name: str) -> None:
    case = load(name)
    document, wanted = case["document"], case["expect"]
    player = Player(phone, document)
    path = player.open()
    standing = Counter(dict.fromkeys(document["players"], document.get("stake", {}).get("start", 0)))
    for number, facts in enumerate(document["rounds"]):
        objections = player.enter(facts)
        phone.picture(f"{name.replace('/', '-')}-{number + 1}")
        assert sorted(set(objections)) == sorted(set(wanted["problems"][number])), f"round {number + 1}"
        for who, change in points(wanted["change"][number], list(player.seats)).items():
            standing[who] += change
        assert phone.scores() == dict(standing), f"round {number + 1}"

    assert standing == wanted["balance"]
    phone.go(f"{path}settle/")
    phone.picture(f"{name.replace('/', '-')}-settle")
    assert player.payments() == sorted(
        (payment["from"], payment["to"], str(payment.get("money", payment["points"])))
        for payment in wanted["payments"]
    )
