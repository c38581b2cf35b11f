"""The scoring engine: pure functions over what happened at the table.  Standard library only.

``__all__`` is the interface for other programs: plain data in and out, as the command line prints it.
``docs/engine.md`` describes it and its versions.  The modules themselves are internal.
"""

from collections.abc import Mapping

from . import options as house_rules
from . import reporting, texts
from .cards import Card, CardError, read_cards
from .document import Document, load_json, read_document
from .doudizhu.combinations import judge_play
from .doudizhu.options import DoudizhuOptions, rules_for
from .errors import ReadError
from .limits import LONGEST_CARDS, MOST_BALANCES, MOST_CARDS
from .reading import Json, read_one_card, read_whole
from .registry import find_game
from .settlement import fewest_payments
from .words import Language, translator

__all__ = [
    "Document",
    "ReadError",
    "claim",
    "combo",
    "error_text",
    "load_json",
    "read_document",
    "report",
    "rules",
    "settle",
]
NO_OPTIONS: Mapping[str, object] = {}


def report(document: Document, lang: Language = "ja") -> Json:
    """Every round with its payments, steps and objections, and the final results."""
    return reporting.report(document, translator(lang))


def claim(
    game: str,
    card: str,
    hand: str,
    *,
    count: int = 1,
    opening: bool = False,
    options: Mapping[str, object] = NO_OPTIONS,
) -> Json:
    """Whether a hand may claim a card, how, and all numbers that it may claim.

    ``count`` cards of that number were played together; ``opening``: it is the first card turned up.
    """
    ruleset = find_game(game)
    claims = ruleset.claims
    if claims is None:
        raise ReadError("game", "claim.none", game=ruleset.key)
    house = house_rules.load(ruleset.defaults, dict(options))
    for play, used in (("count", count != 1), ("opening", opening)):
        if used and play not in claims.plays(house):
            raise ReadError(play, "claim.no_play", game=ruleset.key)
    claimed = read_one_card(card, "card")
    check = claims.waits(_read_hand(hand), house, opening)
    targets = [] if check.problems else sorted(check.targets)
    claimable = claims.claimable(claimed, read_whole(count, "count", 1), house)
    step = next((check.targets[number] for number in claimable if number in targets), check.best)
    how = texts.claim(step.values) if step else ""
    return {"valid": any(number in targets for number in claimable), "how": how, "targets": targets}


def _read_hand(typed: str) -> tuple[Card, ...]:
    if len(typed) > LONGEST_CARDS:
        raise ReadError("hand", "text.long", length=len(typed), longest=LONGEST_CARDS)
    try:
        hand = read_cards(typed)
    except CardError as error:
        raise ReadError("hand", "card.unknown", text=error.text) from None
    if len(hand) > MOST_CARDS:
        raise ReadError("hand", "hand.many", count=len(hand), most=MOST_CARDS)
    return hand


def combo(
    play: str,
    beats: str | None = None,
    *,
    players: int = 3,
    options: Mapping[str, object] = NO_OPTIONS,
    lang: Language = "ja",
) -> Json:
    """The combination of a play of 闘地主 or why it is none, and whether it beats the one before."""
    if players not in (3, 4):
        raise ReadError("players", "option.choice", value=players, known="3, 4")
    house, translate = house_rules.load(DoudizhuOptions(), dict(options)), translator(lang)
    return judge_play(play, beats, rules_for(house, players), lambda note: texts.note(note, translate))


def rules(game: str, lang: Language = "ja") -> list[Json]:
    """Every house rule of a game: its values, default and texts."""
    ruleset = find_game(game)
    translate, rules = texts.for_game(ruleset.key, translator(lang)), []
    for spec in house_rules.specs(type(ruleset.defaults)):
        rule: Json = {"key": spec.key, "type": "choice" if spec.kind == "preset" else spec.kind}
        if spec.kind in ("choice", "preset"):
            rule["choices"] = [{"value": key, "label": translate(label)} for key, label in spec.choices]
        elif spec.kind == "int":
            rule |= {"min": spec.low, "max": spec.high}
        rule["default"] = spec.json(getattr(ruleset.defaults, spec.key))
        rule |= {"label": translate(spec.label), "help": translate(spec.help), "source": spec.source}
        rules.append(rule)
    return rules


def settle(balances: Mapping[str, int]) -> Json:
    """The fewest payments after which nobody owes anything, and whether that is proved."""
    if not isinstance(balances, Mapping):
        raise ReadError("balances", "type.object")
    if len(balances) > MOST_BALANCES:
        raise ReadError("balances", "list.many", count=len(balances), most=MOST_BALANCES)
    whole = {name: read_whole(points, f"balances.{name}") for name, points in balances.items()}
    plan = fewest_payments(whole)
    payments = [{"from": item.payer, "to": item.payee, "points": item.amount} for item in plan.payments]
    return {"payments": payments, "exact": plan.exact}


def error_text(error: ReadError, lang: Language = "ja") -> str:
    """The sentence of an error in one line, without its place ``error.where``."""
    return texts.error(error, translator(lang))
