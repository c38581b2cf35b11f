"""The state that a round passes to the next one: streaks, the pot, and who starts."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from ..core import POT, Note, Problem, State, Step, Transfer
from .endings import ENDINGS
from .endings.claim import is_open
from .endings.ending import WonBy
from .facts import Round
from .options import DobonOptions
from .options.carry import StreakPaid
from .payments import CLAIMED, PaymentDue, claimed, in_turn, nearest

PAID_FOR: Mapping[StreakPaid, tuple[WonBy, ...]] = {
    "claims": ("claim",),
    "draws": ("claim", "draw"),
    "wins": ("claim", "draw", "cards"),
}
"""How a round has to be won to pay the bonus of a streak, by the house rule ``streak_paid``."""


def streak_bonus(who: str, facts: Round, state: State, options: DobonOptions) -> int:
    """連荘: the bonus for winning this round, where its ending pays one.

    The second win in a row gives ``streak_first``, and each later one 1 more.
    """
    before = state.streak.get(who, 0)
    if before < 1 or ENDINGS[facts.kind].won_by not in PAID_FOR[options.streak_paid]:
        return 0
    return before - 1 + options.streak_first


def next_streak(won: tuple[str, ...], state: State, options: DobonOptions) -> dict[str, int] | None:
    """The streaks after this round; None (unchanged) where nobody won it."""
    one = 0 if options.first_round == "streak" and not state.begun else 1
    return {name: state.streak.get(name, 0) + one for name in won} if won else None


def next_claimed(
    owed: Iterable[PaymentDue], won: tuple[str, ...], state: State, options: DobonOptions
) -> dict[str, int] | None:
    """How often players were claimed in a row after this round; None (unchanged) where nobody won it."""
    if options.claimed_again == "off" or not won:
        return None
    return {due.payer: state.claimed.get(due.payer, 0) + 1 for due in owed if due.code in CLAIMED}


def has_lapsed(who: str, facts: Round, options: DobonOptions) -> bool:
    """Whether a declaration of riichi had lapsed when the round ended, where it can."""
    return options.riichi_lasts == "turn" and who in facts.lapsed


def without_void(facts: Round, state: State, options: DobonOptions) -> Round:
    """The facts without declarations by players without points, where those are void.

    An earlier declaration that a void one should have renewed lapses.
    """
    if options.riichi_needs != "void" or not (facts.riichi and state.limited):
        return facts
    left, valid, void = dict(state.balances), list[str](), dict[str, None]()
    for name in facts.riichi:
        if left.get(name, 0) > 0:
            valid.append(name)
            left[name] -= options.riichi_points
        else:
            void[name] = None
    return replace(facts, riichi=tuple(valid), lapsed=tuple(dict.fromkeys((*facts.lapsed, *void))))


def void_notes(entered: Round, facts: Round) -> Iterator[Note]:
    for who, count in (Counter(entered.riichi) - Counter(facts.riichi)).items():
        yield Note("note.riichi_void", {"who": who, "count": count})


def riichi_transfers(facts: Round, options: DobonOptions) -> Iterator[Transfer]:
    """リーチ: the payments into the pot for the declarations of this round."""
    points = options.riichi_points
    stick = (Step("riichi.stick", points),)
    return (Transfer(name, POT, points, "riichi.stick", stick) for name in facts.riichi)


def pot_transfers(
    facts: Round, won: tuple[str, ...], state: State, options: DobonOptions
) -> Iterator[Transfer]:
    """供託: the payments of the pot; several winners share it in multiples of ``share_unit``."""
    pot = pot_to_win(state, options) + options.riichi_points * len(facts.riichi)
    if pot <= 0 or not won or not ENDINGS[facts.kind].takes_pot(options):
        return
    if options.pot_split == "nearest" and len(won) > 1:
        won = (nearest(won, in_turn(state, facts.victim or state.starter)),)
    unit = options.share_unit if len(won) > 1 else 1
    share = pot // (len(won) * unit) * unit
    if share:
        steps = tuple(_pot_steps(facts, state, options))
        if len(won) > 1:
            values = {"unit": unit, "to": "down"}
            steps += (Step("pot.share", share, "quotient", (pot, len(won)), 1, values),)
        yield from (Transfer(POT, name, share, "pot.won", steps) for name in won)


def pot_to_win(state: State, options: DobonOptions) -> int:
    """The pot from earlier rounds, where winners receive it; without riichi it stays until the end."""
    return state.pot if options.has_pot else 0


def _pot_steps(facts: Round, state: State, options: DobonOptions) -> Iterator[Step]:
    before = pot_to_win(state, options)
    steps = [Step("pot.before", before)] if before else []
    if declared := len(facts.riichi):
        put_in = options.riichi_points * declared
        steps.append(Step("pot.sticks", put_in, "product", (declared, options.riichi_points)))
    yield from steps
    if len(steps) > 1:
        parts = tuple([step.gives for step in steps])
        yield Step("sum", sum(parts), "sum", parts, len(parts))


def riichi_objections(facts: Round, state: State, options: DobonOptions) -> Iterator[Problem]:
    if not facts.riichi:
        return
    if options.riichi == "off":
        yield from (Problem("riichi.off", name) for name in dict.fromkeys(facts.riichi))
    if not state.limited:
        return
    left = dict(state.balances)
    needed = 1 if options.riichi_needs == "any" else options.riichi_points
    for name in facts.riichi:
        if left.get(name, 0) < needed:
            yield Problem("riichi.points", name, {"points": left.get(name, 0), "needed": needed})
        left[name] = left.get(name, 0) - options.riichi_points


def next_starter(facts: Round, won: tuple[str, ...], state: State, options: DobonOptions) -> str:
    """先手・親: who starts or deals next; unchanged where that is nobody, empty where it is open."""
    if is_open(facts, won, state, options):
        return ""
    if options.starts == "loser":
        lost = _lost(facts, won, state, options)
        named = lost[0] if len(lost) == 1 else ""
    elif len(won) > 1 and options.next_starter == "nearest" and facts.victim in state.seats:
        named = nearest(won, in_turn(state, facts.victim))
    else:
        named = won[0] if won else ""
    return named if named in state.seats else state.starter


def _lost(facts: Round, won: tuple[str, ...], state: State, options: DobonOptions) -> tuple[str, ...]:
    """Who lost: the player who burst or paid for a claim, else everybody but the winners."""
    if facts.player:
        return (facts.player,)
    all_pay = facts.kind == "draw" and options.draw_payers != "holder"
    paid = () if all_pay else claimed(facts)
    return paid or (tuple(seat for seat in state.seats if seat not in won) if won else ())
