"""判定: ask whether a hand may claim a card, or what a play is."""

from collections.abc import Mapping

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext

from scorekeeper.games.families import family_of
from scorekeeper.games.parts import Fields, chips
from scorekeeper.play import find
from scorekeeper.present.words import rules_line
from scorekeeper.scoring.options import Options
from scorekeeper.scoring.registry import RULESETS
from scorekeeper.scoring.ruleset import Ruleset


def referee(request: HttpRequest, sid: str) -> HttpResponse:
    """Judge by a table's house rules."""
    table = find.find_table(request, sid)
    context = {"line": rules_line(table.ruleset, table.options)}
    return _page(request, table.ruleset, table.options, len(table.state.seats), context)


def referee_anywhere(request: HttpRequest) -> HttpResponse:
    """Judge by the usual rules of a game."""
    games = [game for game in RULESETS.values() if family_of(game).referee]
    ruleset = next((game for game in games if game.key == request.GET.get("game")), games[0])
    cards = {"game": chips(gettext("Game"), [(game.key, gettext(game.title)) for game in games])}
    context = {
        "games": Fields(cards, {"game": ruleset.key}, {})["game"],
        "game_key": ruleset.key,
        "back_url": reverse("start"),
        "line": rules_line(ruleset, ruleset.defaults),
    }
    return _page(request, ruleset, ruleset.defaults, 0, context)


def _page(
    request: HttpRequest, ruleset: Ruleset, options: Options, players: int, context: Mapping[str, object]
) -> HttpResponse:
    judge = family_of(ruleset).referee
    if judge is None:
        raise Http404
    answer = judge(request.GET, options, players)
    status = 422 if answer.wrong else 200
    return render(request, answer.template, {**context, **answer.context}, status=status)
