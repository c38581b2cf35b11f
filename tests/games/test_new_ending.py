"""Another way to end: two records and its words are all that a table needs to play it."""

import json
import re
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.games.dobon import endings as pages
from scorekeeper.games.dobon.endings import EndingPage, Slot
from scorekeeper.games.families import FAMILIES
from scorekeeper.play.models import SeatResult
from scorekeeper.scoring import texts
from scorekeeper.scoring.dobon import endings as engine
from scorekeeper.scoring.dobon.asking import Needs
from scorekeeper.scoring.dobon.endings.ending import Ending
from scorekeeper.scoring.dobon.payments import Context, Part, PaymentDue, one_pays
from scorekeeper.scoring.messages import Messages, StepText
from scorekeeper.scoring.registry import RULESETS
from tests.helpers import Phone, entry_form, html, text

KIND = "giveup"


def _dues(c: Context) -> Iterator[PaymentDue]:
    """Twenty to each of the others."""
    return one_pays("giveup.pays", Part("twenty", points=20), c)


GIVEUP = Ending(
    needs=lambda options: Needs(slots=("player",)),
    must=("player",),
    named=("quitter", "player"),
    fixed=lambda options: True,
    dues=_dues,
    messages=Messages(
        headlines={KIND: "%(player)s gave up"},
        transfers={"giveup.pays": "for giving up"},
        steps={"twenty": StepText("Twenty to each")},
    ),
)
PAGE = EndingPage(
    "Given up",
    "Somebody went home.",
    begins="%(who)s gives up.",
    slots={"player": Slot("slot-quitter", "Who gave up?", "Gave up", "Choose who gave up.", "won't play")},
)


RULES = """{% extends "games/dobon/rules.html" %}{% load rulebook %}
{% block endings %}{{ block.super }}{% chapter "giveup" "Giving up" %}
{% p %}Whoever goes home pays.{% endp %}{% example "round" "giveup" player="X" seats="XYZ" %}
{% endchapter %}{% endblock %}"""


@pytest.fixture
def phone(db: None, monkeypatch: pytest.MonkeyPatch, settings: Any, tmp_path: Path) -> Phone:
    (tmp_path / "rules.html").write_text(RULES)
    engines = deepcopy(settings.TEMPLATES)
    engines[0]["DIRS"] = [*engines[0]["DIRS"], tmp_path]
    settings.TEMPLATES = engines
    rulebook = replace(FAMILIES["dobon"].rulebook, template="rules.html")
    monkeypatch.setitem(FAMILIES, "dobon", replace(FAMILIES["dobon"], rulebook=rulebook))
    monkeypatch.setitem(engine.ENDINGS, KIND, GIVEUP)
    monkeypatch.setitem(pages.ENDINGS, KIND, PAGE)
    known, own = RULESETS["gamble"].messages, GIVEUP.messages
    for code, words in own.headlines.items():
        monkeypatch.setitem(known.headlines, code, words)
    for code, words in own.transfers.items():
        monkeypatch.setitem(texts.MESSAGES.transfers, code, words)
    for code, step in own.steps.items():
        monkeypatch.setitem(texts.MESSAGES.steps, code, step)
    return Phone().open_table(("A", "B", "C"), burst="on")


def test_it_is_asked_for(phone: Phone) -> None:
    page = " ".join(html(phone.show("round_new")).split())
    assert 'value="giveup"' in page
    assert "Somebody went home." in page
    asked = 'data-ask="Who gave up?" data-testid="slot-quitter"'
    assert f'data-slot="player" data-kinds="giveup" {asked}' in page
    plan = json.loads(re.findall("data-plan='([^']+)'", page)[0])["kinds"]
    assert plan["burst"]["roles"] == {"player": "burst"}
    assert plan[KIND]["roles"] == {"player": "won't play"}
    answer = phone.play({"kind": KIND})
    assert answer.status_code == 422
    assert "Choose who gave up." in text(answer)


def test_the_rules_tell_of_it(phone: Phone) -> None:
    rules = text(phone.show("rules"))
    assert "Giving up Whoever goes home pays." in rules
    assert "X gives up." in rules


def test_it_is_played(phone: Phone) -> None:
    assert phone.play({"kind": KIND, "player": "1"}).status_code == 302
    assert phone.points() == {"A": 20, "B": -40, "C": 20}
    receipt = text(phone.show("round", 1))
    assert "B gave up" in receipt
    assert "Twenty to each" in receipt
    data = phone.show("export").json()
    assert data["rounds"] == [{"kind": KIND, "player": "B", "hands": {}}]
    assert phone.send(entry_form(phone.show("round_edit", 1)), "confirm", "round_edit", 1).status_code == 302
    assert phone.show("export").json() == data
    assert [row.player.name for row in SeatResult.objects.filter(parts__contains=" quitter ")] == ["B"]
