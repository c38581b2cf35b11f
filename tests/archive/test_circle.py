"""控え: a whole circle as one file: the reader, the writer and the schema agree on it."""

import json
import re
from collections.abc import Callable
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft7Validator, ValidationError
from referencing import Registry
from referencing.jsonschema import DRAFT7

from scorekeeper.archive import circle
from scorekeeper.archive.circle import Evening, Head, Person, RecordedPayment, SeasonDates, StandIn
from scorekeeper.archive.circle_reading import read_evenings, read_head
from scorekeeper.play.documents import refusal
from scorekeeper.play.ledger import prepare
from scorekeeper.scoring.errors import ReadError
from scorekeeper.scoring.limits import MOST_PEOPLE
from scorekeeper.scoring.registry import RULESETS
from tests.scoring.strategies import sessions

ROOT = Path(__file__).parents[2]
HOUSE = ROOT / "scorekeeper"
FILES = ROOT / "docs" / "files.md"
CASES = sorted((ROOT / "tests" / "scoring" / "cases").glob("*/*.json"))
AT = "2026-11-20T20:15:00+09:00"
OUT = {"kind": "out", "winner": "A", "hands": {"B": ["K"]}}
DOCUMENT = {"format": 1, "game": "gamble", "players": ["A", "B"], "rounds": [OUT, OUT]}
SESSION: dict[str, Any] = {
    "id": "s-1",
    "started": AT,
    "seats": ["A", "B", "C"],
    "document": DOCUMENT,
    "entries": [{"at": AT}, {"at": AT, "taken_back": {**OUT, "winner": "B"}}, {"at": AT}],
    "playing": [{"for": "B", "by": "D"}],
    "payments": [{"from": "B", "to": "A", "points": 20, "at": AT}],
}
RULES = {"name": "Friday", "game": "gamble", "at": AT, "options": {"dobon_factor": 2}}
FILE: dict[str, Any] = {
    "format": 1,
    "circle": {"name": "Friday"},
    "people": [{"name": "A"}, {"name": "B", "guest": True}, {"name": "C"}, {"name": "D"}],
    "rule_sets": [{**RULES, "stake": {"start": 300}, "earlier": [RULES]}],
    "seasons": [{"name": "Winter", "first": "2026-01-01", "last": "2026-03-31"}],
    "bills": [
        {
            "at": AT,
            "game": "gamble",
            "sessions": ["s-1"],
            "payments": [{"from": "A", "to": "bank", "amount": "5", "at": AT}],
        }
    ],
    "sessions": [SESSION],
}


def schema(name: str) -> Callable[[object], None]:
    parts = Registry[Any](
        retrieve=lambda uri: DRAFT7.create_resource(
            json.loads(Path(unquote(urlsplit(uri).path)).read_text(encoding="utf-8"))
        )
    )
    return Draft7Validator({"$ref": (HOUSE / name).as_uri()}, registry=parts).validate


CIRCLE, DOCUMENTS = schema("archive/circle.json"), schema("scoring/schema/session.json")


def read(data: object) -> tuple[Head, list[Evening]]:
    head = read_head(data)
    return head, list(read_evenings(data, head))


def evening_of(data: object) -> Evening:
    """The only evening of a file."""
    _head, [evening] = read(data)
    return evening


def write(head: Head, evenings: list[Evening]) -> dict[str, Any]:
    data = circle.write_head(head) | {"sessions": [circle.write_evening(one) for one in evenings]}
    return dict(json.loads(json.dumps(data)))


DROPPED = object()


def changed(place: str, value: object = DROPPED) -> dict[str, Any]:
    """The file with another value in one place (``people[1].name``), or without it."""
    data: dict[str, Any] = json.loads(json.dumps(FILE))
    *way, last = (int(step) if step.isdigit() else step for step in re.findall(r"\w+", place))
    target: Any = data
    for step in way:
        target = target[step]
    if value is DROPPED:
        del target[last]
    else:
        target[last] = value
    return data


def test_reading_a_file() -> None:
    CIRCLE(FILE)
    head, [evening] = read(FILE)
    at = datetime(2026, 11, 20, 11, 15, tzinfo=UTC)
    assert head.people == (Person("A"), Person("B", guest=True), Person("C"), Person("D"))
    assert head.seasons == (SeasonDates("Winter", date(2026, 1, 1), date(2026, 3, 31)),)
    assert (head.circle.name, head.circle.least_rounds, len(head.rule_sets[0].earlier)) == ("Friday", 1, 1)
    assert (evening.started_at, evening.ended_at, evening.seats) == (at, None, ("A", "B", "C"))
    assert [entry.taken_back is None for entry in evening.entries] == [True, False, True]
    assert evening.playing == (StandIn("B", "D"),)
    assert evening.payments == (RecordedPayment(payer="B", payee="A", points=20, at=at),)
    ready = prepare(evening.document, evening.seats)
    assert (ready.names, ready.players) == (("A", "B", "C"), 2)
    assert ready.standing == {"points": {"0": 20, "1": -20}, "rounds": 2, "elsewhere": 0}  # a king is 10


def test_missing_fields_have_defaults() -> None:
    """Names are spelled as in the document."""
    small = {"format": 1, "circle": {"name": "x"}, "people": [{"name": "a"}, {"name": "B"}]}
    small["sessions"] = [{"id": "s", "started": AT, "document": DOCUMENT}]
    CIRCLE(small)
    head, [evening] = read(small)
    assert (head.rule_sets, head.seasons) == ((), ())
    assert [entry.at for entry in evening.entries] == [evening.started_at] * 2
    assert (evening.seats, evening.document.version) == (("A", "B"), 1)
    assert (evening.hidden_hands, evening.second_person) == (False, False)


def test_reading_single_values() -> None:
    """A season may have one day, somebody may be merged twice, and rules have a version.

    Names are spelled as in the document, and earlier files have its version beside it.
    """
    [season] = read_head(changed("seasons[0].last", "2026-01-01")).seasons
    assert season.first == season.last
    people = [{"name": "A"}, {"name": "B", "merged_into": "A"}, {"name": "C", "merged_into": "b"}]
    assert read_head(changed("people", people)).people[2] == Person("C", merged_into="b")
    now = RULESETS["gamble"].version
    [rules] = read_head(changed("rule_sets[0].version", now)).rule_sets
    assert (rules.ruleset_version, rules.earlier[0].ruleset_version) == (now, 1)
    assert evening_of(in_evening("hidden_hands", True)).hidden_hands
    assert evening_of(in_evening("second_person", True)).second_person
    assert evening_of(in_evening("seats", ["a", "B", "C"])).seats == ("A", "B", "C")
    file = changed("people[2].name", "c")
    file["sessions"][0]["playing"][0]["by"] = "c"
    assert evening_of(file).playing == (StandIn("B", "C"),)
    earlier = evening_of(in_evening("version", 2))
    assert earlier.document.version == 2
    assert circle.write_evening(earlier)["document"]["version"] == 2


def chain(length: int, last: str = "") -> dict[str, Any]:
    """People of whom each is merged into the next, and the last one into ``last``, if given."""
    people = [{"name": f"n{number}", "merged_into": f"n{number + 1}"} for number in range(length)]
    people[-1] = {"name": f"n{length - 1}", **({"merged_into": last} if last else {})}
    return {"format": 1, "circle": {"name": "Chain"}, "people": people}


def test_chains_of_mergers() -> None:
    """Where one ends at an unknown name, or is a cycle, the error is at its first person."""
    assert len(read_head(chain(200)).people) == 200
    for last in ("nobody", "n0", "n2", "n4"):
        with pytest.raises(ReadError) as refused:
            read_head(chain(5, last))
        assert (refused.value.where, refused.value.values["name"]) == ("people[0].merged_into", "n1"), last


def test_the_limit_of_seats() -> None:
    """40 names are read, and 41 are too many."""
    names = ["A", "B", "C", *(f"n{number}" for number in range(MOST_PEOPLE - 2))]
    file = changed("people", [{"name": name} for name in (*names, "D")])
    file["sessions"][0]["seats"] = names[:-1]
    assert len(evening_of(file).seats) == MOST_PEOPLE == 40
    file["sessions"][0]["seats"] = names
    with pytest.raises(ReadError, match=r"list\.many"):
        read(file)


def in_evening(place: str, value: object) -> dict[str, Any]:
    """The file with another value in its evening."""
    return changed(f"sessions[0].{place}", value)


NEWER = RULESETS["gamble"].version + 1
VOIDED, ROUNDS = "sessions[0].entries[1].taken_back", "sessions[0].document.rounds"
SECOND = f"{ROUNDS}[1]"
FACTOR_AS_TEXT = {"dobon_factor": "3"}
WRONG: list[tuple[str, object, str, str]] = [
    ("format", 2, "format", "format.version"),
    ("circle", DROPPED, "", "key.missing"),
    ("device", 1, "", "key.unknown"),
    ("circle.name", "", "circle.name", "name.empty"),
    ("circle.least_rounds", 0, "circle.least_rounds", "whole.bounds"),
    ("circle.least_rounds", 1000, "circle.least_rounds", "whole.bounds"),
    ("people", {}, "people", "type.list"),
    ("people[0].phone", 1, "people[0]", "key.unknown"),
    ("people[1].guest", 1, "people[1].guest", "type.flag"),
    ("people[1].color", -1, "people[1].color", "whole.bounds"),
    ("rule_sets[0].game", "bridge", "rule_sets[0].game", "game.unknown"),
    ("rule_sets[0].at", "now", "rule_sets[0].at", "time.bad"),
    ("rule_sets[0].stake", {"start": -1}, "rule_sets[0].stake.start", "whole.bounds"),
    ("rule_sets[0].earlier[0].earlier", [], "rule_sets[0].earlier[0]", "key.unknown"),
    ("seasons[0].first", "2026-1-1", "seasons[0].first", "day.bad"),
    ("bills[0].game", "bridge", "bills[0].game", "game.unknown"),
    ("bills[0].payments[0].amount", 5, "bills[0].payments[0].amount", "type.decimal"),
    ("sessions[0].id", "../x", "sessions[0].id", "id.bad"),
    ("sessions[0].started", "2026-11-20T20:15", "sessions[0].started", "time.bad"),
    ("sessions[0].results", [], "sessions[0]", "key.unknown"),
    ("sessions[0].entries[1].at", DROPPED, "sessions[0].entries[1]", "key.missing"),
    (f"{VOIDED}.kind", "x", f"{VOIDED}.kind", "kind.unknown"),
    (f"{SECOND}.hands.B[0]", 7, f"{SECOND}.hands.B[0]", "type.text"),
    (f"{SECOND}.points", 7, SECOND, "key.unknown"),
    ("sessions[0].payments[0].points", 0.5, "sessions[0].payments[0].points", "type.whole"),
    ("sessions[0].payments[0].money", "1e9", "sessions[0].payments[0].money", "type.decimal"),
    ("nights", [{"day": "2026-01-09"}], "nights[0]", "key.missing"),
]
"""A place of the file, a wrong value there, and the place and the code of the error."""
UNFIT: list[tuple[str, object, str, str]] = [
    ("people[0].name", "x" * 31, "people[0].name", "name.long"),
    ("people[1].name", "a", "people[1].name", "name.twice"),
    ("people[1].merged_into", "X", "people[1].merged_into", "person.unknown"),
    ("people[1].merged_into", "B", "people[1].merged_into", "person.unknown"),
    ("rule_sets[0].options", {"x": 1}, "rule_sets[0].options", "key.unknown"),
    ("seasons[0].first", "2026-02-30", "seasons[0].first", "day.bad"),
    ("seasons[0].last", "2025-12-31", "seasons[0].last", "season.backwards"),
    ("seasons", [*FILE["seasons"], {"name": "x", "first": "2026-03-31"}], "seasons[1]", "season.meets"),
    ("seasons", [*FILE["seasons"], {"name": "x", "first": "2025-12-31"}], "seasons[0]", "season.meets"),
    ("bills[0].unit", "円", "bills[0]", "bill.unit"),
    ("bills[0].game", DROPPED, "bills[0]", "bill.unit"),
    ("bills", FILE["bills"] * 2, "bills[1].sessions[0]", "name.twice"),
    ("bills[0].sessions", ["a", "a"], "bills[0].sessions[1]", "name.twice"),
    ("bills[0].dissolved", AT, "bills[0].sessions[0]", "name.twice"),
    ("bills[0].payments[0].to", "X", "bills[0].payments[0].to", "person.unknown"),
    ("sessions", [SESSION, SESSION], "sessions[1].id", "name.twice"),
    ("sessions[0].seats", ["B", "A"], "sessions[0].seats", "seats.order"),
    ("sessions[0].seats", ["A"], "sessions[0].seats", "seats.order"),
    ("sessions[0].seats", ["A", "B", "b"], "sessions[0].seats", "seats.order"),
    ("sessions[0].seats", ["A", "B", "X"], "sessions[0].seats", "person.unknown"),
    (f"{ROUNDS}[0]", {"kind": "seats", "join": ["D"]}, "sessions[0].seats", "seats.order"),
    ("sessions[0].entries", [], "sessions[0].entries", "entries.count"),
    ("sessions[0].entries", [{"at": AT}] * 3, "sessions[0].entries", "entries.count"),
    (f"{VOIDED}.hands.B[0]", "1l", f"{VOIDED}.hands.B[0]", "card.unknown"),
    (VOIDED, {"kind": "rules", "options": FACTOR_AS_TEXT}, f"{VOIDED}.options.dobon_factor", "option.whole"),
    (VOIDED, {"kind": "rules", "options": {"x": 3}}, f"{VOIDED}.options", "key.unknown"),
    (VOIDED, {"kind": "deal"}, f"{VOIDED}.kind", "kind.unknown"),
    (VOIDED, {"kind": []}, f"{VOIDED}.kind", "kind.unknown"),
    (VOIDED, {"kind": "burst", "player": "X"}, f"{VOIDED}.player", "player.unknown"),
    ("sessions[0].playing[0].by", "X", "sessions[0].playing[0].by", "person.unknown"),
    ("sessions[0].playing[0].for", "D", "sessions[0].playing[0].for", "player.unknown"),
    ("sessions[0].playing", SESSION["playing"] * 2, "sessions[0].playing", "seats.order"),
    ("sessions[0].payments[0].from", "X", "sessions[0].payments[0].from", "player.unknown"),
    ("sessions[0].payments[0].to", "X", "sessions[0].payments[0].to", "player.unknown"),
    ("rule_sets[0].version", NEWER, "rule_sets[0].version", "version.newer"),
    ("sessions[0].version", NEWER, "sessions[0].document.version", "version.newer"),
    ("nights", [{"day": "2026-13-01", "name": "x"}], "nights[0].day", "day.bad"),
    ("nights", [{"day": "2026-01-09", "name": " "}], "nights[0].name", "name.empty"),
]
"""What only the reader can know."""


@pytest.mark.parametrize(("place", "value", "where", "code"), WRONG + UNFIT)
def test_an_error_names_its_place(place: str, value: object, where: str, code: str) -> None:
    with pytest.raises(ReadError) as caught:
        read(changed(place, value))
    assert (caught.value.where, caught.value.code) == (where, code)
    assert refusal(caught.value, str), "there are words for it, with all that they name"


def test_the_schema_refuses_it_too() -> None:
    for place, value, _where, _code in WRONG:
        with pytest.raises(ValidationError):
            CIRCLE(changed(place, value))


def test_every_evening_worked_out_by_hand_fits_the_schema() -> None:
    for path in CASES:
        DOCUMENTS(json.loads(path.read_text(encoding="utf-8"))["document"])


@settings(max_examples=settings().max_examples // 3)
@given(sessions(), st.randoms(use_true_random=False))
def test_law_a_written_file_is_read_and_fits_the_schema(drawn: dict[str, Any], chance: Any) -> None:
    DOCUMENTS(drawn)
    rounds = drawn["rounds"]
    entries: list[dict[str, Any]] = [{"at": AT} for _facts in rounds]
    for facts in chance.sample(rounds, min(2, len(rounds))):  # some are entered twice, and taken back
        entries.insert(chance.randrange(len(entries) + 1), {"at": AT, "taken_back": facts})
    joined = [name for facts in rounds if facts["kind"] == "seats" for name in facts.get("join", ())]
    people = list(dict.fromkeys([*drawn["players"], *joined]))
    seats = [*drawn["players"], *reversed(people[len(drawn["players"]) :])]
    session = {"id": "s", "started": AT, "seats": seats, "document": drawn, "entries": entries}
    data = {**FILE, "people": [{"name": name} for name in people], "bills": [], "sessions": [session]}
    head, evenings = read(data)
    written = write(head, evenings)
    CIRCLE(written)
    assert read(written) == (head, evenings)
    assert write(*read(written)) == written


def test_a_round_that_was_taken_back_may_be_by_other_house_rules() -> None:
    """どてんこ is played where the house rules say so: here a change of them may have been taken back too."""
    for taken_back in ({"kind": "burst", "player": "A"}, {"kind": "rules", "options": {"dobon_factor": 3}}):
        data = in_evening("entries[1].taken_back", taken_back)
        assert read(write(*read(data))) == read(data)


BOTH = [{"for": "B", "by": "D"}, {"for": "A", "by": "C"}]
COPIES = {
    "another home": (FILE, in_evening("id", "s-2"), True),
    "another version": (FILE, in_evening("version", 2), True),
    "stand-ins in another order": (
        in_evening("playing", BOTH),
        in_evening("playing", BOTH[::-1]),
        True,
    ),
    "another title": (FILE, in_evening("title", "x"), False),
    "another time": (FILE, in_evening("entries[2].at", "2026-11-20T20:16:00+09:00"), False),
    "another round": (FILE, in_evening("entries[1].taken_back.winner", "A"), False),
    "another payment": (FILE, in_evening("payments[0].points", 21), False),
}


@pytest.mark.parametrize(("file", "other", "same"), COPIES.values(), ids=COPIES)
def test_when_two_evenings_are_copies(file: Any, other: Any, same: bool) -> None:
    [[one], [two]] = read(file)[1], read(other)[1]
    assert (one.content == two.content) is same


def test_seats_in_another_order_come_to_the_same_points() -> None:
    guests = {"kind": "seats", "join": ["C", "D"]}
    document = {**DOCUMENT, "rounds": [guests, {**OUT, "hands": {"B": ["K"], "C": ["5"], "D": ["7"]}}]}
    session = {"id": "s", "started": AT, "document": document, "seats": ["A", "B", "D", "C"]}
    _head, [evening] = read({**FILE, "sessions": [session]})
    ready = prepare(evening.document, evening.seats)
    assert ready.rounds[0] == {"kind": "seats", "join": ["3", "2"]}
    by_name = {ready.names[int(seat)]: points for seat, points in ready.standing["points"].items()}
    usual = prepare(evening.document)
    assert by_name == {usual.names[int(seat)]: points for seat, points in usual.standing["points"].items()}


def test_the_example_in_the_documents_is_one() -> None:
    text = FILES.read_text(encoding="utf-8").split("## The file of a circle")[1]
    example = json.loads(text.split("```json\n")[1].split("```")[0])
    CIRCLE(example)
    head, evenings = read(example)
    assert (len(head.people), len(evenings)) == (3, 1)
