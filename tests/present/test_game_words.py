"""Texts that several games share, in the words of one of them."""

from django.utils import translation
from django.utils.translation import gettext

from scorekeeper.present.words import notes_of, rules_line
from scorekeeper.scoring.core import Note
from scorekeeper.scoring.registry import GAMES
from scorekeeper.scoring.texts import in_words_of


def test_a_note_speaks_the_words_of_its_game_and_leaves_names_alone() -> None:
    notes = (Note("note.first_cancelled"), Note("note.bystander", {"who": "ドボン太郎"}))
    with translation.override("ja"):
        told = {game.key: notes_of(notes, in_words_of(game.messages, gettext)) for game in GAMES}
    assert told["gamble"][0] == "返しがあったので、先の宣言は数えません。"
    assert told["teyaku"][0] == "カウンターがあったので、先の宣言は数えません。"
    assert told["dotenko"][1].startswith("ドボン太郎")


def test_the_line_of_the_rules_speaks_the_words_of_its_game() -> None:
    games = {game.key: game for game in GAMES}
    with translation.override("ja"):
        lines = {key: rules_line(games[key], games[key].defaults) for key in ("kawagoe", "teyaku")}
    assert "返しあり" in lines["kawagoe"]
    assert "カウンターあり" in lines["teyaku"]
    assert "返し" not in lines["teyaku"]
