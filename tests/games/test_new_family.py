"""Another family of games: its engine, its pages and a line in either registry are all that it takes."""

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.games.families import FAMILIES
from scorekeeper.games.fields import Errors, KindView, Parsed, Pending, Typed, typed_from_facts
from scorekeeper.games.shape import Book, EntryForm, Family, RefereePage, Rulebook
from scorekeeper.play.table import Table
from scorekeeper.scoring import texts
from scorekeeper.scoring.core import Outcome, Parts, State, Step, Transfer
from scorekeeper.scoring.facts import PLAYER, required
from scorekeeper.scoring.messages import Messages, Phrase, StepText
from scorekeeper.scoring.options import Group, Options
from scorekeeper.scoring.reading import Hand
from scorekeeper.scoring.registry import RULESETS
from scorekeeper.scoring.ruleset import RoundText, RulesetOf
from scorekeeper.server.static import made
from tests.helpers import Phone, entry_form, html, text

# ── what would stand in scorekeeper/scoring/highest/ ────────────────────────────────────────────


@dataclass(frozen=True)
class HighestOptions(Options):
    """What a table can set."""

    points: int = Group("Points").number(
        5, (1, 100), label="Points of a round", help="What each pays.", source=""
    )


@dataclass(frozen=True, slots=True)
class Highest:
    """One round: whose card was the highest."""

    winner: str = required(PLAYER)
    kind: str = "highest"


def settle(state: State, facts: Highest, options: HighestOptions) -> Outcome:
    paid = (Step("highest.points", options.points),)
    losers = (seat for seat in state.seats if seat != facts.winner)
    return Outcome(
        tuple(Transfer(one, facts.winner, options.points, "highest.loser", paid) for one in losers),
        starter=facts.winner,
    )


def parts(state: State, facts: Highest, options: HighestOptions, outcome: Outcome) -> Parts:
    return Parts({"winner": (facts.winner,), "top": (facts.winner,)})


MESSAGES = Messages(
    steps={"highest.points": StepText("A round: %(gives)s")},
    transfers={"highest.loser": "for the round"},
    parts={"winner": "won", "top": "Highest card"},
    tag="top",
)
GAME = RulesetOf(
    key="highest",
    family="highest",
    title="Highest Card",
    line="The highest card wins.",
    version=1,
    source="000",
    defaults=HighestOptions(),
    known=("highest",),
    kinds=lambda options: ("highest",),
    fewest_players=2,
    most_players=6,
    facts=Highest,
    settle=settle,
    parts=parts,
    summary=lambda options: (Phrase("%(points)d a round", {"points": options.points}),),
    messages=MESSAGES,
    round_text=RoundText(
        lambda facts, options, outcome: (Phrase("%(who)s had the highest card", {"who": facts.winner}),),
        lambda facts: iter(()),
        lambda facts, options, outcome: Hand(),
    ),
)

# ── what would stand in scorekeeper/games/highest/ and templates/games/highest/ ─────────────────

ENTRY = """{% extends frame %}
{% block form_data %} data-module="/pad.js"{% endblock %}
{% block fields %}{% for seat, name in entry.seats %}
  <label><input type="radio" name="winner" value="{{ seat }}" {% if seat == entry.winner %}checked{% endif %}>
  {{ name }}</label>
{% endfor %}{{ entry.errors.winner.0 }}{% endblock %}
"""
REFEREE = "{% extends 'games/referee.html' %}"
RULES = """{% load rulebook %}{% chapter "highest" "Who wins" %}
{% p points=book.options.points %}Each pays %(points)d.{% endp %}{% endchapter %}"""


def parse(typed: Typed, table: Table) -> Parsed:
    if not typed.text("winner"):
        return Parsed({}, {"winner": ["Whose card was it?"]})
    return Parsed({"kind": "highest", "winner": typed.text("winner")}, {})


def view(table: Table, typed: Typed, errors: Errors) -> Mapping[str, object]:
    return {
        "kinds": [KindView("highest", "Highest card", "", True, True)],
        "seats": [(table.numbers[name], name) for name in table.before.seats],
        "winner": typed.text("winner"),
        "errors": errors,
    }


FAMILY = Family(
    EntryForm(
        template="games/highest/entry.html",
        called=lambda game, kind: "highest card",
        blank=lambda table: Typed({"kind": ["highest"]}),
        from_facts=typed_from_facts,
        parse=parse,
        view=view,
        pending=lambda table, typed, scored: Pending(),
        described=lambda facts, table: {"Winner": facts.winner},
    ),
    Rulebook("games/highest/rules.html", Book, "Referee: which card is higher?"),
    lambda data, options, players: RefereePage("games/highest/referee.html", {}),
    lambda: {"js/words/highest.js": "export const words = {};"},
)


@pytest.fixture
def phone(db: None, settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Phone:
    folder = tmp_path / "games" / "highest"
    folder.mkdir(parents=True)
    (folder / "entry.html").write_text(ENTRY)
    (folder / "referee.html").write_text(REFEREE)
    (folder / "rules.html").write_text(RULES)
    engines = deepcopy(settings.TEMPLATES)
    engines[0]["DIRS"] = [*engines[0]["DIRS"], tmp_path]
    settings.TEMPLATES = engines
    monkeypatch.setitem(RULESETS, GAME.key, GAME)
    monkeypatch.setitem(FAMILIES, GAME.family, FAMILY)
    for table in ("steps", "transfers"):
        for code, said in getattr(MESSAGES, table).items():
            monkeypatch.setitem(getattr(texts.MESSAGES, table), code, said)
    return Phone().open_table(("A", "B", "C"), game="highest", points=7)


def test_its_files(phone: Phone) -> None:
    assert made()["js/words/highest.js"] == "export const words = {};"


def test_an_evening(phone: Phone) -> None:
    missing = phone.play({})
    assert missing.status_code == 422
    assert "Whose card was it?" in text(missing)
    assert phone.play({"winner": "1"}).status_code == 302
    assert phone.play({"winner": "1"}).status_code == 302
    assert phone.points() == {"A": -14, "B": 28, "C": -14}
    assert (
        phone.send(
            entry_form(phone.show("round_edit", 2)) | {"winner": ["0"]}, "confirm", "round_edit", 2
        ).status_code
        == 302
    )
    assert phone.points() == {"A": 7, "B": 7, "C": -14}
    assert 'data-module="/pad.js"' in html(phone.show("round_new"))


def test_its_pages(phone: Phone) -> None:
    phone.record({"winner": "1"})
    assert "B had the highest card" in text(phone.show("round", 1))
    assert "Each pays 7." in text(phone.show("rules"))
    assert "won Highest card +14" in text(phone.show("sheet"))
    rows = b"".join(phone.show("rounds_csv")).decode()
    assert '"won, Highest card",14,14' in rows
    assert phone.show("referee").status_code == 200
    assert "C C pays B B 7" in text(phone.show("settle"))
    assert "Highest Card" in text(phone.get(phone.circle_url()))


def test_its_document(phone: Phone) -> None:
    phone.record({"winner": "1"})
    data = phone.show("export").json()
    assert data["rounds"] == [{"kind": "highest", "winner": "B"}]
    assert data["options"] == {"points": 7}
    assert Phone().bring_in(data).points() == {"A": -7, "B": 14, "C": -7}
