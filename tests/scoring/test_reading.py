"""Reading a session: every error with its exact place."""

from collections.abc import Mapping
from string import Formatter
from typing import Any

import pytest

from scorekeeper.play.documents import ERRORS
from scorekeeper.scoring import texts
from scorekeeper.scoring.document import read_document
from scorekeeper.scoring.errors import ReadError
from scorekeeper.scoring.limits import MOST_PEOPLE, MOST_ROUNDS
from tests.scoring.tables import KNOWN_GAMES, last, paid, refused

OUT: dict[str, Any] = {"kind": "out", "winner": "Ann", "hands": {"Ben": ["4"]}}
CROWD = [f"G{number}" for number in range(40)]
DOBON: dict[str, Any] = {"kind": "dobon", "callers": ["Ann"], "victim": "Ben", "card": "K"}


def document(*rounds: object, **changes: object) -> dict[str, Any]:
    base = {"format": 1, "game": "gamble", "players": ["Ann", "Ben", "Cy"], "rounds": list(rounds)}
    return {key: value for key, value in {**base, **changes}.items() if value != "left out"}


WHOLE = [
    (None, "", "type.object"),
    ([], "", "type.object"),
    (document(extra=1), "", "key.unknown"),
    (document(format="left out"), "", "key.missing"),
    (document(rounds="left out"), "", "key.missing"),
    (document(format=2), "format", "format.version"),
    (document(format=True), "format", "type.whole"),
    (document(version=99), "version", "version.newer"),
    (document(game="bridge"), "game", "game.unknown"),
    (document(options={"x": 1}), "options", "key.unknown"),
    (document(players="Ann"), "players", "type.list"),
    (document(players=["Ann"]), "players", "players.count"),
    (document(players=list("ABCDEFGHIJK")), "players", "players.count"),
    (document(players=["Ann", "Ann"]), "players[1]", "name.twice"),
    (document(players=["Ann", "Ben", "ANN"]), "players[2]", "name.twice"),
    (document(players=["Ann", ""]), "players[1]", "name.empty"),
    (document(stake=None), "stake", "type.object"),
    (document(rate={"unit": "円"}), "rate", "key.missing"),
    (document(rounds=[OUT] * (MOST_ROUNDS + 1)), "rounds", "rounds.many"),
]


@pytest.mark.parametrize(("data", "where", "code"), WHOLE)
def test_errors_in_a_document(data: object, where: str, code: str) -> None:
    assert refused(data) == (where, code)


ROUNDS = [
    ("x", "", "type.object"),
    ({"kind": "draw", "winner": "Ann"}, ".kind", "kind.unknown"),
    ({"kind": ["out"]}, ".kind", "kind.unknown"),
    ({**OUT, "victim": "Ben"}, "", "key.unknown"),
    ({**OUT, "winner": "Dan"}, ".winner", "player.unknown"),
    ({**OUT, "hands": []}, ".hands", "type.object"),
    ({**OUT, "hands": {"Ben": "4"}}, ".hands.Ben", "type.list"),
    ({**OUT, "hands": {"Ben": ["4"] * 217}}, ".hands.Ben", "hand.many"),
    ({**OUT, "hands": {"Ben": ["4", "5", "1l"]}}, ".hands.Ben[2]", "card.unknown"),
    ({**OUT, "hands": {"Ben": {}}}, ".hands.Ben", "hand.one"),
    ({**OUT, "hands": {"Ben": {"points": 1, "count": 1}}}, ".hands.Ben", "hand.one"),
    ({**OUT, "hands": {"Ben": {"count": 217}}}, ".hands.Ben.count", "whole.bounds"),
    ({**OUT, "turnup": "1l"}, ".turnup", "card.unknown"),
    ({**OUT, "extra_yaku": {"Ann": {}}}, ".extra_yaku.Ann", "type.list"),
    ({**OUT, "extra_yaku": {"Ann": [{"name": "x"}]}}, ".extra_yaku.Ann[0]", "key.missing"),
    ({**OUT, "extra_yaku": {"Ann": [{"name": "x", "yaku": 100}]}}, ".extra_yaku.Ann[0].yaku", "whole.bounds"),
    ({"kind": "opening", "callers": ["Ann"]}, ".kind", "kind.unknown"),
    ({**OUT, "hands": {"Ben": {"points": 1, "cards": []}}}, ".hands.Ben", "key.unknown"),
    ({**OUT, "hands": {"Ben": {"points": -1}}}, ".hands.Ben.points", "whole.bounds"),
    ({**DOBON, "callers": "Ann"}, ".callers", "type.list"),
    ({**DOBON, "callers": []}, ".callers", "callers.none"),
    ({**DOBON, "callers": ["Ann", "Ben"]}, ".victim", "victim.caller"),
    ({**DOBON, "callers": ["Ann", "Ann"]}, ".callers[1]", "player.twice"),
    ({**DOBON, "callers": ["Ann", "Dan"]}, ".callers[1]", "player.unknown"),
    ({**DOBON, "card": 13}, ".card", "type.text"),
    ({**DOBON, "returns": ["Ann"]}, ".returns[0]", "returns.caller"),
    ({**DOBON, "returns": ["Ben", "Ben"]}, ".returns[1]", "returns.caller"),
    ({**DOBON, "returns": ["Ben", "Ann"] * 11}, ".returns", "list.many"),
    ({"kind": "deckout", "winner": "Ann"}, "", "key.unknown"),
    ({"kind": "nogame", "hands": {}}, "", "key.unknown"),
    ({"kind": "adjust", "transfers": []}, ".transfers", "adjust.empty"),
    ({"kind": "adjust", "transfers": ["Ann"]}, ".transfers[0]", "type.object"),
    ({"kind": "seats"}, "", "seats.empty"),
    ({"kind": "seats", "join": []}, "", "seats.empty"),
    ({"kind": "seats", "join": 5}, ".join", "type.list"),
    ({"kind": "seats", "join": [5]}, ".join[0]", "type.text"),
    ({"kind": "seats", "join": ["Di", ""]}, ".join[1]", "name.empty"),
    ({"kind": "seats", "join": ["ben"]}, ".join[0]", "name.twice"),
    ({"kind": "seats", "leave": ["Dan"]}, ".leave[0]", "player.unknown"),
    ({"kind": "seats", "leave": "Dan"}, ".leave", "player.unknown"),
    ({"kind": "seats", "leave": ["Ben", "Ben"]}, ".leave[1]", "player.twice"),
    ({"kind": "seats", "swap": ["Ann"]}, ".swap", "seats.swap"),
    ({"kind": "seats", "swap": ["Ann", "Ben", "Cy"]}, ".swap", "seats.swap"),
    ({"kind": "seats", "turn": 1}, "", "key.unknown"),
    ({"kind": "seats", "join": CROWD}, f".join[{MOST_PEOPLE - 3}]", "people.many"),
]
MOVE = {"from": "Ann", "to": "Ben", "points": 10}
MOVES = [
    ({"from": "Ann", "to": "Ben"}, "", "key.missing"),
    ({**MOVE, "why": ""}, "", "key.unknown"),
    ({**MOVE, "from": "Dan"}, ".from", "player.unknown"),
    ({**MOVE, "to": "Pot"}, ".to", "player.unknown"),
    ({**MOVE, "to": "Ann"}, ".to", "adjust.same"),
    ({**MOVE, "points": 0}, ".points", "whole.bounds"),
    ({**MOVE, "points": 1.0}, ".points", "type.whole"),
    ({**MOVE, "reason": 1}, ".reason", "type.text"),
    ({**MOVE, "reason": "x" * 201}, ".reason", "text.long"),
    ({**MOVE, "reason": "\ud800"}, ".reason", "text.control"),
]
ROUNDS += [
    ({"kind": "adjust", "transfers": [MOVE, move]}, f".transfers[1]{place}", code)
    for move, place, code in MOVES
]


@pytest.mark.parametrize(("data", "place", "code"), ROUNDS)
def test_errors_in_a_round(data: object, place: str, code: str) -> None:
    assert refused(document(OUT, data)) == (f"rounds[1]{place}", code)


def test_blanks_around_a_name_are_ignored() -> None:
    data = document({**OUT, "winner": " Ann ", "hands": {"Ben": ["K"]}}, players=[" Ann ", "Ben"])
    assert paid(last(read_document(data))) == "Ben>Ann 10"


def test_two_spellings_of_one_player_are_one() -> None:
    data = document({**OUT, "hands": {" Ben": ["K"], "Ben": ["K"]}}, players=["Ann", " Ben"])
    assert refused(data) == ("rounds[0].hands", "player.twice")


SENTENCES = [
    (document({}), "rounds[0]: “kind” is missing"),
    (document({"kind": "out"}), "rounds[0]: “winner” is missing"),
    (document(rate={"unit": "pt", "per_point": 0.5, "round_to": 1}),
     'rate.per_point: a whole number, or a decimal written as text, is needed here: "0.5"'),
    (document(game=["x"]), f'game: no game “[…]” (known: {KNOWN_GAMES})'),
    (document(game=None), f'game: no game “null” (known: {KNOWN_GAMES})'),
    (document(**{"a\nb": 1}),
     ': unknown key “a\\nb” (known: format, game, players, rounds, version, options, stake, rate)'),
    (document(options={"returns": {}}), "options.returns: {…} is not one of: off, on, chain"),
    (document(stake={"start": 9, "base": 8}),
     "stake.base: the base points (8) are below the starting points (9)"),
    (document(players=["A"]), "players: 1 players; this game takes 2 to 10"),
]  # fmt: skip


@pytest.mark.parametrize(("data", "sentence"), SENTENCES)
def test_the_sentence_in_english(data: object, sentence: str) -> None:
    with pytest.raises(ReadError) as caught:
        read_document(data)
    assert f"{caught.value.where}: {texts.error(caught.value, str)}" == sentence


def test_an_error_shortens_long_input() -> None:
    with pytest.raises(ReadError) as caught:
        read_document(document({**OUT, "winner": "x" * 10**6}))
    assert len(texts.error(caught.value, str)) < 500


TABLES: list[tuple[str, Mapping[str, str]]] = [
    ("errors", texts.MESSAGES.errors),
    ("errors of the app", ERRORS),
    ("problems", texts.MESSAGES.problems),
    ("sentences", texts.MESSAGES.notes),
    ("transfers", texts.MESSAGES.transfers),
]


@pytest.mark.parametrize(("name", "table"), TABLES)
def test_texts_have_named_places_only(name: str, table: Mapping[str, str]) -> None:
    class Names(dict[str, str]):
        def __missing__(self, key: str) -> str:
            return key

    for code, text in table.items():
        assert text % Names(), code
        assert '"%' not in text
        assert not [field for _, field, _, _ in Formatter().parse(text) if field]
