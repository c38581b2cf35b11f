"""判定: ask whether a hand may claim a card."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from scorekeeper.scoring.cards import RANK_NAMES
from scorekeeper.scoring.registry import RULESETS
from scorekeeper.scoring.ruleset import Ruleset

from .. import selectors
from ..codec import Table
from ..present import rules_line
from ..referee import judge, read_question


@require_safe
def referee(request: HttpRequest, sid: str) -> HttpResponse:
    """Judge by a table's house rules."""
    table = Table(selectors.find_session(request, sid))
    context = {"game_session": selectors.head(table), "line": rules_line(table.ruleset, table.options)}
    return _page(request, table.ruleset, table.options, context)


@require_safe
def referee_anywhere(request: HttpRequest) -> HttpResponse:
    """Judge by the usual rules of a game."""
    games = [ruleset for ruleset in RULESETS.values() if hasattr(ruleset.defaults, "two_cards")]
    ruleset = next((game for game in games if game.key == request.GET.get("game")), games[0])
    context = {
        "games": [
            {"key": game.key, "name": gettext(game.title), "selected": game is ruleset} for game in games
        ],
        "game_key": ruleset.key,
        "line": rules_line(ruleset, ruleset.defaults),
    }
    return _page(request, ruleset, ruleset.defaults, context)


def _page(request: HttpRequest, ruleset: Ruleset, options: Any, context: dict[str, Any]) -> HttpResponse:
    question = read_question(request.GET, ruleset, options)
    plays = ruleset.plays(options)
    context |= {
        "question": question,
        "verdict": judge(question, ruleset, options),
        "ranks": RANK_NAMES[1:],
        "joker": options.jokers > 0,
        "together": "count" in plays,
        "opening": "opening" in plays,
        "counts": range(1, 5),
    }
    return render(request, "play/referee.html", context, status=422 if question.errors else 200)
