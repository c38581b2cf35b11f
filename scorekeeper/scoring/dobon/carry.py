"""What one round leaves to the next: the winning streak, the pot, and who starts."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace

from ..core import POT, Note, Problem, State, Step, Transfer
from .endings import ENDINGS
from .endings.claim import is_open
from .endings.ending import WonBy
from .facts import Round
from .options import DobonOptions
from .options.carry import StreakPaid
from .payments import claimed, in_turn, nearest

PAID_FOR: Mapping[StreakPaid, tuple[WonBy, ...]] = {
    "claims": ("claim",),
    "draws": ("claim", "draw"),
    "wins": ("claim", "draw", "cards"),
}
"""How a round has to be won to pay the bonus of a streak, by the house rule ``streak_paid``."""


def streak_bonus(who: str, facts: Round, state: State, options: DobonOptions) -> int:
    """連荘: the bonus for winning now, where the round ended in a way that pays it.

    The first repeat gives ``streak_first``, every later one one more.
    """
    before = state.streak.get(who, 0)
    if before < 1 or ENDINGS[facts.kind].won_by not in PAID_FOR[options.streak_paid]:
        return 0
    return before - 1 + options.streak_first


def next_streak(won: tuple[str, ...], state: State) -> dict[str, int] | None:
    """How often in a row each has won after this round; one that nobody won changes nothing (None)."""
    return {name: state.streak.get(name, 0) + 1 for name in won} if won else None


def has_lapsed(who: str, facts: Round, options: DobonOptions) -> bool:
    """Whether a declaration of riichi no longer held when the round ended, where it can lapse."""
    return options.riichi_lasts == "turn" and who in facts.lapsed


def without_void(facts: Round, state: State, options: DobonOptions) -> Round:
    """The facts without declarations by who had no points left, where those are void.

    Where a declaration holds until one's next turn, one that a void one should have renewed has lapsed.
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
    """Declarations that were entered and are void."""
    for who, count in (Counter(entered.riichi) - Counter(facts.riichi)).items():
        yield Note("note.riichi_void", {"who": who, "count": count})


def riichi_transfers(facts: Round, options: DobonOptions) -> Iterator[Transfer]:
    """リーチ: what the declarations of this round put into the pot."""
    points = options.riichi_points
    stick = (Step("riichi.stick", points),)
    return (Transfer(name, POT, points, "riichi.stick", stick) for name in facts.riichi)


def pot_transfers(
    facts: Round, won: tuple[str, ...], state: State, options: DobonOptions
) -> Iterator[Transfer]:
    """供託: who takes the pot, with what was put in this round; several share it in whole sharing units."""
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
    """What a winner takes of the pot from before: without riichi it waits, for riichi or for the end."""
    return state.pot if options.has_pot else 0


def _pot_steps(facts: Round, state: State, options: DobonOptions) -> Iterator[Step]:
    """What a winner takes: from the rounds before, and of this one."""
    before = pot_to_win(state, options)
    found = [Step("pot.before", before)] if before else []
    if declared := len(facts.riichi):
        put_in = options.riichi_points * declared
        found.append(Step("pot.sticks", put_in, "product", (declared, options.riichi_points)))
    yield from found
    if len(found) > 1:
        parts = tuple([step.gives for step in found])
        yield Step("sum", sum(parts), "sum", parts, len(parts))


def riichi_objections(facts: Round, state: State, options: DobonOptions) -> Iterator[Problem]:
    """Declarations that the rules or the points do not allow."""
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
    """先手・親: who starts or deals next; where nobody can be told, it stays as it was, or is open."""
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
    """Who lost: who burst or was claimed, else everybody but the winners, as after a draw that all pay."""
    if facts.player:
        return (facts.player,)
    all_pay = facts.kind == "draw" and options.draw_payers != "holder"
    paid = () if all_pay else claimed(facts)
    return paid or (tuple(seat for seat in state.seats if seat not in won) if won else ())
