"""A made-up fact, ending and family: what CONTRIBUTING names for each is all that it takes."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.games.dobon import endings as pages
from scorekeeper.games.dobon.endings import EndingPage, Slot
from scorekeeper.games.families import FAMILIES
from scorekeeper.games.fields import Errors, KindView, Parsed, Pending, Typed, typed_from_facts
from scorekeeper.games.shape import Book, EntryForm, Family, RefereePage, Rulebook
from scorekeeper.play.models import SeatResult
from scorekeeper.play.table import Table
from scorekeeper.scoring import json_schema, texts
from scorekeeper.scoring.core import Outcome, Parts, State, Step, Transfer
from scorekeeper.scoring.dobon import endings as engine
from scorekeeper.scoring.dobon.asking import Needs
from scorekeeper.scoring.dobon.endings.ending import Ending
from scorekeeper.scoring.dobon.facts import Round
from scorekeeper.scoring.dobon.options import DobonOptions
from scorekeeper.scoring.dobon.payments import Context, Part, PaymentDue, one_pays
from scorekeeper.scoring.facts import PLAYER, fact, required, whole
from scorekeeper.scoring.messages import Messages, Phrase, StepText
from scorekeeper.scoring.options import Group, Options
from scorekeeper.scoring.registry import GAMES, RULESETS
from scorekeeper.scoring.ruleset import RulesetOf
from scorekeeper.server.static import generated_files
from tests.helpers import Phone, entry_form, html, text

Templates = Callable[[Mapping[str, str]], None]


@pytest.fixture
def templates(settings: Any, tmp_path: Path) -> Templates:
    """A function that adds templates, by name."""
    engines = deepcopy(settings.TEMPLATES)
    engines[0]["DIRS"] = [*engines[0]["DIRS"], tmp_path]
    settings.TEMPLATES = engines

    def write(files: Mapping[str, str]) -> None:
        for name, words in files.items():
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_text(words)

    return write


def say(monkeypatch: pytest.MonkeyPatch, messages: Messages) -> None:
    """Add to the messages of all games."""
    for table in ("steps", "transfers"):
        for code, words in getattr(messages, table).items():
            monkeypatch.setitem(getattr(texts.MESSAGES, table), code, words)


def sent_back_as_it_is(phone: Phone) -> None:
    """Check that editing the first round without a change keeps it."""
    data = phone.show("export").json()
    assert phone.send(entry_form(phone.show("round_edit", 1)), "confirm", "round_edit", 1).status_code == 302
    assert phone.show("export").json() == data


# ── a fact: one more field of ``Round`` ──────────────────────────────────────────────────────────

BURST = engine.ENDINGS["burst"]


@dataclass(frozen=True, slots=True)
class Fined(Round):
    fine: int = fact(whole(0, 99), 0, label="Fine of the table")


def fined_needs(options: DobonOptions) -> Needs:
    need = BURST.needs(options)
    return replace(need, extras=(*need.extras, "fine"))


def fined_dues(c: Context) -> Iterator[PaymentDue]:
    yield from BURST.dues(c)
    if isinstance(c.facts, Fined) and c.facts.fine:
        parts = (Part("fine", points=c.facts.fine),)
        yield PaymentDue(c.facts.player, "bank", "fine.pays", parts, won=False)


@pytest.fixture
def fined(db: None, monkeypatch: pytest.MonkeyPatch) -> Phone:
    gamble = replace(RULESETS["gamble"], facts=Fined)
    monkeypatch.setitem(RULESETS, "gamble", gamble)
    monkeypatch.setattr(json_schema, "GAMES", (*GAMES[1:], gamble))
    burst = replace(BURST, optional=(*BURST.optional, "fine"), needs=fined_needs, dues=fined_dues)
    monkeypatch.setitem(engine.ENDINGS, "burst", burst)
    words = {"fine": StepText("Fined by the table")}
    say(monkeypatch, Messages(transfers={"fine.pays": "for the fine"}, steps=words))
    return Phone().open_table(("A", "B", "C"), burst="on", burst_points=10)


def test_a_fact_is_asked_for_and_played(fined: Phone) -> None:
    page = html(fined.show("round_new"))
    assert "Fine of the table" in page
    assert 'name="fine"' in page
    for typed, words in (("x", "Enter a whole number"), ("100", "not between 0 and 99")):
        answer = fined.play({"kind": "burst", "player": "1", "fine": typed})
        assert answer.status_code == 422
        assert words in text(answer)
    assert fined.play({"kind": "burst", "player": "1", "fine": "20"}).status_code == 302
    assert fined.points() == {"A": 10, "B": -40, "C": 10}
    assert "Fined by the table" in text(fined.show("round", 1))
    rounds = fined.show("export").json()["rounds"]
    assert rounds == [{"kind": "burst", "player": "B", "hands": {}, "fine": 20}]
    sent_back_as_it_is(fined)
    kinds = json_schema.session_schema()["definitions"]["round"]["oneOf"]
    schemas = [one for each in kinds for one in each.get("anyOf", [each])]
    having = {each["properties"]["kind"]["const"] for each in schemas if "fine" in each["properties"]}
    assert having == {"burst"}


# ── an ending: a record of the engine, one of the pages, its words, and a chapter of the rules ───

KIND = "giveup"
GIVEUP = Ending(
    needs=lambda options: Needs(slots=("player",)),
    required=("player",),
    role=("quitter", "player"),
    fixed_points=lambda options: True,
    dues=lambda c: one_pays("giveup.pays", Part("twenty", points=20), c),
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
    slots={"player": Slot("Who gave up?", "Gave up", "Choose who gave up.", "won't play")},
)
CHAPTER = """{% extends "games/dobon/rules.html" %}{% load rulebook %}
{% block endings %}{{ block.super }}{% chapter "giveup" "Giving up" %}
{% p %}Whoever goes home pays.{% endp %}{% example "round" "giveup" player="X" seats="XYZ" %}
{% endchapter %}{% endblock %}"""


@pytest.fixture
def giveup(db: None, monkeypatch: pytest.MonkeyPatch, templates: Templates) -> Phone:
    templates({"rules.html": CHAPTER})
    rulebook = replace(FAMILIES["dobon"].rulebook, template="rules.html")
    monkeypatch.setitem(FAMILIES, "dobon", replace(FAMILIES["dobon"], rulebook=rulebook))
    monkeypatch.setitem(engine.ENDINGS, KIND, GIVEUP)
    monkeypatch.setitem(pages.ENDINGS, KIND, PAGE)
    monkeypatch.setitem(RULESETS["gamble"].messages.headlines, KIND, "%(player)s gave up")
    say(monkeypatch, GIVEUP.messages)
    return Phone().open_table(("A", "B", "C"), burst="on")


def test_an_ending_is_asked_for_played_and_in_the_rules(giveup: Phone) -> None:
    page = " ".join(html(giveup.show("round_new")).split())
    assert 'value="giveup"' in page
    assert "Somebody went home." in page
    asked = 'data-ask="Who gave up?" data-testid="slot-player-giveup"'
    assert f'data-slot="player" data-kinds="giveup" {asked}' in page
    plan = json.loads(re.findall("data-plan='([^']+)'", page)[0])["kinds"]
    assert plan["burst"]["roles"] == {"player": "burst"}
    assert plan[KIND]["roles"] == {"player": "won't play"}
    answer = giveup.play({"kind": KIND})
    assert answer.status_code == 422
    assert "Choose who gave up." in text(answer)
    assert giveup.play({"kind": KIND, "player": "1"}).status_code == 302
    assert giveup.points() == {"A": 20, "B": -40, "C": 20}
    receipt, rules = text(giveup.show("round", 1)), text(giveup.show("rules"))
    assert "B gave up" in receipt
    assert "Twenty to each" in receipt
    assert "Giving up Whoever goes home pays." in rules
    assert "X gives up." in rules
    assert giveup.show("export").json()["rounds"] == [{"kind": KIND, "player": "B", "hands": {}}]
    sent_back_as_it_is(giveup)
    assert [row.player.name for row in SeatResult.objects.filter(parts__contains=" quitter ")] == ["B"]


# ── a family: what would stand in scorekeeper/scoring/highest/ ──────────────────────────────────


@dataclass(frozen=True)
class HighestOptions(Options):
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
    parts=lambda state, facts, *_more: Parts({"winner": (facts.winner,), "top": (facts.winner,)}),
    summary=lambda options: (Phrase("%(points)d a round", {"points": options.points}),),
    messages=MESSAGES,
    headline=lambda facts, *_more: (Phrase("%(who)s had the highest card", {"who": facts.winner}),),
    details=lambda facts: iter(()),
)

# ── and in scorekeeper/games/highest/ and templates/games/highest/ ──────────────────────────────

FILES = {
    "games/highest/entry.html": """{% extends frame %}
{% block form_data %} data-module="/pad.js"{% endblock %}
{% block fields %}{% for seat, name in entry.seats %}
  <label><input type="radio" name="winner" value="{{ seat }}" {% if seat == entry.winner %}checked{% endif %}>
  {{ name }}</label>
{% endfor %}{{ entry.errors.winner.0 }}{% endblock %}
""",
    "games/highest/referee.html": "{% extends 'games/referee.html' %}",
    "games/highest/rules.html": """{% load rulebook %}{% chapter "highest" "Who wins" %}
{% p points=book.options.points %}Each pays %(points)d.{% endp %}{% endchapter %}""",
}


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
def highest(db: None, templates: Templates, monkeypatch: pytest.MonkeyPatch) -> Phone:
    templates(FILES)
    monkeypatch.setitem(RULESETS, GAME.key, GAME)
    monkeypatch.setitem(FAMILIES, GAME.family, FAMILY)
    say(monkeypatch, MESSAGES)
    return Phone().open_table(("A", "B", "C"), game="highest", points=7)


def test_an_evening_with_the_pages_and_files_of_a_family(highest: Phone) -> None:
    missing = highest.play({})
    assert missing.status_code == 422
    assert "Whose card was it?" in text(missing)
    for _round in range(2):
        assert highest.play({"winner": "1"}).status_code == 302
    assert highest.points() == {"A": -14, "B": 28, "C": -14}
    assert highest.play({"winner": ["0"]}, "round_edit", 2).status_code == 302
    assert highest.points() == {"A": 7, "B": 7, "C": -14}
    assert 'data-module="/pad.js"' in html(highest.show("round_new"))
    assert highest.confirm_change("round_void", 2).status_code == 302
    assert "B had the highest card" in text(highest.show("round", 1))
    assert "Each pays 7." in text(highest.show("rules"))
    assert "won Highest card +14" in text(highest.show("sheet"))
    rows = b"".join(highest.show("rounds_csv")).decode()
    assert '"won, Highest card",14,14' in rows
    assert highest.show("referee").status_code == 200
    assert "C C pays B B 7" in text(highest.show("settle"))
    assert "Highest Card" in text(highest.get(highest.circle_url()))
    assert generated_files()["js/words/highest.js"] == "export const words = {};"
    data = highest.show("export").json()
    assert data["rounds"] == [{"kind": "highest", "winner": "B"}]
    assert data["options"] == {"points": 7}
    assert Phone().bring_in(data).points() == {"A": -7, "B": 14, "C": -7}
