"""Any evening brought in has its points; any of its rounds that is opened for correction and sent back
as it is changes nothing."""

import json
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from django.utils.datastructures import MultiValueDict

from scorekeeper.games.families import family_of
from scorekeeper.play.table import Table
from scorekeeper.scoring.events import BETWEEN
from tests.helpers import Phone, entry_form

CASES = Path(__file__).parent.parent / "scoring" / "cases"


def evenings() -> Iterator[Any]:
    """Every evening, with its rounds in which something is entered that none before them has."""
    seen: set[tuple[str, ...]] = set()
    for path in sorted(CASES.glob("*/*.json")):
        data = json.loads(path.read_text(encoding="utf-8"))["document"]
        new = []
        for number, facts in enumerate(data["rounds"], 1):
            if facts["kind"] not in BETWEEN and entered(data["game"], facts) - seen:
                new.append(number)
                seen |= entered(data["game"], facts)
        marks = () if new else pytest.mark.long
        yield pytest.param(path, new, id=f"{path.parent.name}-{path.stem}", marks=marks)


def entered(game: str, facts: dict[str, Any]) -> set[tuple[str, ...]]:
    """What there is of a round, what of it several times, and in which ways its hands are given."""
    several = (f"several {key}" for key, value in facts.items() if isinstance(value, list) and value[1:])
    hands = (hand for hand in facts.get("hands", {}).values() if isinstance(hand, dict))
    return {(game, facts["kind"], key) for key in (*facts, *several, *chain.from_iterable(hands))}


def in_any_order(facts: dict[str, Any]) -> dict[str, Any]:
    """Facts with declarations, whose order means nothing, in the order of the seats."""
    return {**facts, **{key: sorted(facts.get(key, []), key=int) for key in ("riichi", "doubled")}}


@pytest.mark.parametrize(("path", "new"), list(evenings()))
@pytest.mark.parametrize("every", [False, pytest.param(True, marks=pytest.mark.long)])
def test_editing_loses_nothing(db: None, path: Path, new: list[int], every: bool) -> None:
    """The rounds with something new, or with ``every`` all rounds."""
    case = json.loads(path.read_text(encoding="utf-8"))
    phone = Phone().bring_in(case["document"])
    assert phone.points() == case["expect"]["balance"]
    table = Table(phone.session)
    form = family_of(table.ruleset).form
    for row in table.rounds:
        if row.facts["kind"] in BETWEEN or not (every or row.position in new):
            continue
        page = phone.show("round_edit", row.position)
        there = table.at(row.position)
        parsed = form.parse(form.from_post(MultiValueDict(entry_form(page))), there)
        assert not parsed.errors
        assert in_any_order(parsed.data) == in_any_order(row.facts)
