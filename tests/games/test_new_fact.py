"""Another fact of a round: a field that declares it and its ending are all that it takes to play with it."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import pytest

from scorekeeper.scoring import json_schema, texts
from scorekeeper.scoring.dobon import endings
from scorekeeper.scoring.dobon.asking import Needs
from scorekeeper.scoring.dobon.facts import Round
from scorekeeper.scoring.dobon.options import DobonOptions
from scorekeeper.scoring.dobon.payments import Context, Part, PaymentDue
from scorekeeper.scoring.facts import fact, whole
from scorekeeper.scoring.messages import StepText
from scorekeeper.scoring.registry import GAMES, RULESETS
from tests.helpers import Phone, entry_form, html, text

BURST = endings.ENDINGS["burst"]


@dataclass(frozen=True, slots=True)
class Fined(Round):
    """What would be one more field of ``Round``."""

    fine: int = fact(whole(0, 99), 0, label="Fine of the table")


def _needs(options: DobonOptions) -> Needs:
    need = BURST.needs(options)
    return replace(need, extras=(*need.extras, "fine"))


def _dues(c: Context) -> Iterator[PaymentDue]:
    yield from BURST.dues(c)
    if isinstance(c.facts, Fined) and c.facts.fine:
        parts = (Part("fine", points=c.facts.fine),)
        yield PaymentDue(c.facts.player, "bank", "fine.pays", parts, won=False)


@pytest.fixture
def phone(db: None, monkeypatch: pytest.MonkeyPatch) -> Phone:
    gamble = replace(RULESETS["gamble"], facts=Fined)
    monkeypatch.setitem(RULESETS, "gamble", gamble)
    monkeypatch.setattr(json_schema, "GAMES", (*GAMES[1:], gamble))
    burst = replace(BURST, may=(*BURST.may, "fine"), needs=_needs, dues=_dues)
    monkeypatch.setitem(endings.ENDINGS, "burst", burst)
    monkeypatch.setitem(texts.MESSAGES.transfers, "fine.pays", "for the fine")
    monkeypatch.setitem(texts.MESSAGES.steps, "fine", StepText("Fined by the table"))
    return Phone().open_table(("A", "B", "C"), burst="on", burst_points=10)


def test_it_is_asked_for(phone: Phone) -> None:
    page = html(phone.show("round_new"))
    assert "Fine of the table" in page
    assert 'name="fine"' in page
    for typed, words in (("x", "Enter a whole number"), ("100", "not between 0 and 99")):
        answer = phone.play({"kind": "burst", "player": "1", "fine": typed})
        assert answer.status_code == 422
        assert words in text(answer)


def test_it_is_played(phone: Phone) -> None:
    assert phone.play({"kind": "burst", "player": "1", "fine": "20"}).status_code == 302
    assert phone.points() == {"A": 10, "B": -40, "C": 10}
    assert "Fined by the table" in text(phone.show("round", 1))
    data = phone.show("export").json()
    assert data["rounds"] == [{"kind": "burst", "player": "B", "hands": {}, "fine": 20}]
    assert phone.send(entry_form(phone.show("round_edit", 1)), "confirm", "round_edit", 1).status_code == 302
    assert phone.show("export").json() == data


def test_other_programs_are_told(phone: Phone) -> None:
    kinds = json_schema.session_schema()["definitions"]["round"]["oneOf"]
    rounds = [one for each in kinds for one in each.get("anyOf", [each])]
    having = {each["properties"]["kind"]["const"] for each in rounds if "fine" in each["properties"]}
    assert having == {"burst"}
