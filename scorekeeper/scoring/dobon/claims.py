"""判定 and 経過: what a hand may claim, whether a claim was right, and which of several calls count."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from math import prod

from ..cards import JOKER, Card
from ..core import WAY, Check, Note, Outcome, Problem, State
from ..reading import Hand
from .facts import LARGEST_TARGET, Round
from .options import DobonOptions
from .payments import nearest

TOO_LATE = "note.only_first"
"""The note of a call that came too late, by ``who``."""
KING = 13
"""The largest number on a card."""


Calculation = tuple[int, Note]
"""A number that cards make, and how they do."""


def _calculation(cards: tuple[Card, ...], signs: tuple[int, ...], operation: str, total: int) -> Calculation:
    return total, Note(WAY, {"cards": cards, "signs": signs, "operation": operation, "total": total})


def waits(
    cards: tuple[Card, ...], options: DobonOptions, opening: bool = False, claimed: int | None = None
) -> Check:
    """待ち: the numbers that a hand may claim, each with its calculation.

    At an ``opening`` claim only sums count.  Numbers run to 13, or to 52 where several cards may be played
    together.  Where one number was ``claimed``, only that one is calculated, however large it is.
    """
    counted = tuple(card for card in cards if card.rank != JOKER or options.joker_claim != "uncounted")
    if not counted:
        return Check({}, (Problem("claim.no_cards"),))
    one_card = (
        options.together == "off" and options.joker_claim == "uncounted" and options.joker_card != "number"
    )
    most = KING if one_card else LARGEST_TARGET
    targets: dict[int, Note] = {}
    wanted = range(most + 1) if claimed is None else (claimed,)
    calculations = list(_calculations(counted, options, opening, wanted))
    for total, way in calculations:
        zero = total == 0 and options.joker_card == "zero"
        if 0 < total <= most or zero or total == claimed:
            targets.setdefault(total, way)
    refused = len(counted) == 1 and options.single_claim == "refused"
    return Check(targets, (Problem("claim.single"),) if refused else (), calculations[0][1])


def _calculations(
    cards: tuple[Card, ...], options: DobonOptions, opening: bool, wanted: Iterable[int]
) -> Iterator[Calculation]:
    for total, signs in _sums(cards, options, wanted):
        yield _calculation(cards, signs, "+", total)
    if opening or len(cards) < 2:
        return
    if len(cards) == 2 and options.two_cards != "sum":
        yield from _differences(cards, options, wanted)
        if options.two_cards == "four":
            yield from _products(cards, options)
    elif len(cards) > 2 and options.more_cards == "one_operation":
        yield from _differences(cards, options, wanted)
        yield from _products(cards, options)


def _sums(
    cards: tuple[Card, ...], options: DobonOptions, wanted: Iterable[int]
) -> Iterator[tuple[int, tuple[int, ...]]]:
    """The sum of the cards with all of them positive, then each of the ``wanted`` that other signs make."""
    most = sum([card.rank or 1 for card in cards])
    yield most, (1,) * len(cards)
    choices = [_signs(card, options) for card in cards]
    if any(len(signs) > 1 for signs in choices):
        for total in wanted:
            signs = _signs_for(most - total, choices)
            if signs:
                yield total, signs


def _signs_for(less: int, choices: list[tuple[int, ...]]) -> tuple[int, ...]:
    """The first signs that make a sum smaller by ``less``; empty where no signs do.

    An ace subtracts 0 or 2 and a joker 0, 1 or 2, so n of them subtract every even number up to 2n, and
    with a joker among them every odd one too: the search needs no backtracking.
    """
    aces, jokers = (sum([len(signs) == several for signs in choices]) for several in (2, 3))
    if not _can_subtract(less, aces, jokers):
        return ()
    chosen: list[int] = []
    for signs in choices:
        if less == 0:
            break
        aces -= len(signs) == 2
        jokers -= len(signs) == 3
        chosen.append(next(sign for sign in signs if _can_subtract(less - 1 + sign, aces, jokers)))
        less -= 1 - chosen[-1]
    return (*chosen, *(1,) * (len(choices) - len(chosen)))


def _can_subtract(less: int, aces: int, jokers: int) -> bool:
    return 0 <= less <= 2 * (aces + jokers) and (less % 2 == 0 or jokers > 0)


def _signs(card: Card, options: DobonOptions) -> tuple[int, ...]:
    if card.rank == JOKER:
        return (1, 0, -1) if options.joker_claim == "free" else (1, -1)
    return (1, -1) if card.rank == 1 and options.aces == "plus_minus" else (1,)


def _differences(
    cards: tuple[Card, ...], options: DobonOptions, wanted: Iterable[int]
) -> Iterator[Calculation]:
    order = _largest_first(cards) if options.difference == "absolute" else cards
    first = order[0].rank or 1
    for less, signs in _sums(order[1:], options, [first - total for total in wanted]):
        yield _calculation(order, (1, *signs), "−", first - less)


def _products(cards: tuple[Card, ...], options: DobonOptions) -> Iterator[Calculation]:
    """Products and quotients; a joker that counts is 1 there."""
    signs = (1,) * len(cards)
    yield _calculation(cards, signs, "×", prod(card.rank or 1 for card in cards))
    order = _largest_first(cards)
    divisor = prod(card.rank or 1 for card in order[1:])
    whole, rest = divmod(order[0].rank or 1, divisor)
    if rest == 0:
        yield _calculation(order, signs, "÷", whole)
    elif options.division == "rounded":
        yield _calculation(order, signs, "÷", whole + (2 * rest >= divisor))


def _largest_first(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    return tuple(sorted(cards, key=lambda card: -card.rank))


def claimed_number(facts: Round, options: DobonOptions) -> int | None:
    """The number that was claimed; None where no card was written down or it is not claimable."""
    if facts.target is not None:
        return facts.target
    if facts.card is None:
        return None
    if facts.card.rank == JOKER:
        return options.joker_shows
    return facts.card.rank


def check_claim(
    who: str, hand: Hand | None, facts: Round, options: DobonOptions
) -> tuple[Note | None, tuple[Problem, ...]]:
    """The calculation of the claim of ``who``, and the objections to it.

    A hand of which only the sum is known, or a claim without a card, cannot be checked.
    """
    number = claimed_number(facts, options)
    if hand is None:
        return None, ()
    if number is None or hand.points is not None or hand.count is not None:
        return Note("claim.unchecked", {"who": who}), ()
    check = waits(hand.cards, options, facts.kind == "opening", number)
    problems = [Problem(problem.code, who) for problem in check.problems]
    step = check.targets.get(number) or check.best
    if step is None:
        return None, tuple(problems)
    values = {**step.values, "who": who, "target": number}
    if number not in check.targets:
        problems.append(Problem("claim.wrong", who, values))
    return Note(step.code, {**values, "ok": not problems}), tuple(problems)


def claim_objections(facts: Round, options: DobonOptions) -> Iterator[Problem]:
    if facts.count > 1 and not options.plays_together:
        yield Problem("claim.together")
    if facts.card is None:
        return
    if facts.card.rank == JOKER and options.joker_card == "refused":
        yield Problem("claim.joker")
    if facts.target is not None and facts.target not in _claimable(facts, options):
        total = facts.count > 1 and facts.target == facts.card.rank * facts.count
        values = {"target": facts.target, "card": facts.card, "count": facts.count}
        yield Problem("claim.total" if total else "claim.target", "", values)


def _claimable(facts: Round, options: DobonOptions) -> set[int]:
    """The numbers that can be claimed on what was played: several different cards may count as their sum."""
    on_card = claimed_number(replace(facts, target=None), options)
    if on_card is None or facts.target is None:
        return set()
    if options.number_counts == "each" and facts.count == 1 and options.pays_number:
        return {on_card, facts.target}
    several = options.together == "on" or not options.plays_together
    return {on_card, on_card * facts.count} if several else {on_card}


def too_late(facts: Round, state: State, options: DobonOptions) -> tuple[str, ...]:
    """Callers who are not paid, since somebody nearer in turn order called too."""
    if options.several != "first" or len(facts.callers) < 2:
        return ()
    first = nearest(facts.callers, state, facts.victim or state.starter)
    return tuple(name for name in facts.callers if name != first)


def course(facts: Round, options: DobonOptions, late: Collection[str] = ()) -> Round:
    """The facts with only valid calls in ``callers``, and all returns in ``returns``.

    Where each later call returns the one before, only the first call stays in ``callers``.
    """
    callers = tuple(name for name in facts.callers if name not in late)
    if options.several != "returns":
        return replace(facts, callers=callers) if late else facts
    return replace(facts, callers=callers[:1], returns=(*callers[1:], *facts.returns))


def course_of(facts: Round, options: DobonOptions, outcome: Outcome | None) -> Round:
    """The course of a round as it was scored; without an outcome no call is late."""
    notes = outcome.notes if outcome else ()
    return course(facts, options, [note.values["who"] for note in notes if note.code == TOO_LATE])
