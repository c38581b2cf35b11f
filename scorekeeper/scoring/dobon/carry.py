"""The state that a round passes to the next one: streaks, the pot, and who starts."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from ..core import POT, Calculation, Problem, State, Step, Transfer, with_sum
from .endings import ENDINGS
from .endings.claim import is_open
from .endings.ending import WonBy
from .facts import Round
from .options import DobonOptions
from .options.course import StreakPaid
from .payments import CLAIMED, Context, PaymentDue, claim_payers, nearest

PAID_FOR: Mapping[StreakPaid, tuple[WonBy, ...]] = {
    "claims": ("claim",),
    "draws": ("claim", "draw"),
    "wins": ("claim", "draw", "cards"),
}
"""How a round has to be won to pay the bonus of a streak, by the house rule ``streak_paid``."""


def streak_bonus(who: str, c: Context) -> int:
    """連荘: the bonus for winning this round, where its ending pays one.

    The second win in a row gives ``streak_first``, and each later one 1 more.
    """
    before = c.state.streak.get(who, 0)
    if before < 1 or ENDINGS[c.facts.kind].won_by not in PAID_FOR[c.options.streak_paid]:
        return 0
    return before - 1 + c.options.streak_first


def next_streak(c: Context) -> dict[str, int] | None:
    """The streaks after this round; None (unchanged) where nobody won it."""
    one = 0 if c.options.first_round == "streak" and not c.state.begun else 1
    return {name: c.state.streak.get(name, 0) + one for name in c.won} if c.won else None


def next_claimed(owed: Iterable[PaymentDue], c: Context) -> dict[str, int] | None:
    """How often players were claimed in a row after this round; None (unchanged) where nobody won it."""
    if c.options.claimed_again == "off" or not c.won:
        return None
    return {due.payer: c.state.claimed.get(due.payer, 0) + 1 for due in owed if due.code in CLAIMED}


def holds_riichi(who: str, c: Context) -> bool:
    """Whether somebody declared riichi, and it had not lapsed when the round ended, where it can."""
    lapsed = c.options.riichi_lasts == "turn" and who in c.facts.lapsed
    return who in c.facts.riichi and not lapsed


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


def riichi_transfers(c: Context) -> Iterator[Transfer]:
    """リーチ: the payments into the pot for the declarations of this round."""
    points = c.options.riichi_points
    stick = (Step("riichi.stick", points),)
    return (Transfer(name, POT, points, "riichi.stick", stick) for name in c.facts.riichi)


def pot_transfers(c: Context) -> Iterator[Transfer]:
    """供託: the payments of the pot; several winners share it in multiples of ``share_unit``."""
    takers, before, declared, stick = c.won, pot_to_win(c), len(c.facts.riichi), c.options.riichi_points
    if not (before or declared) or not takers or not ENDINGS[c.facts.kind].takes_pot(c.options):
        return
    parts = [Step("pot.before", before)] if before else []
    if declared:
        parts.append(Step("pot.sticks", declared * stick, "product", (declared, stick)))
    steps = Calculation(with_sum([[step] for step in parts]))
    if c.options.pot_split == "nearest" and len(takers) > 1:
        takers = (nearest(takers, c.state, c.facts.victim or c.state.starter),)
    if len(takers) > 1:
        pot, unit = steps.points, c.options.share_unit
        share = pot // (len(takers) * unit) * unit
        values = {"unit": unit, "to": "down"}
        steps.append(Step("pot.share", share, "quotient", (pot, len(takers)), 1, values))
    if steps.points:
        yield from (Transfer(POT, name, steps.points, "pot.won", tuple(steps)) for name in takers)


def pot_to_win(c: Context) -> int:
    """The pot from earlier rounds, where winners receive it; without riichi it stays until the end."""
    return c.state.pot if c.options.traits.has_pot else 0


def riichi_objections(c: Context) -> Iterator[Problem]:
    facts, options = c.facts, c.options
    if options.riichi == "off":
        yield from (Problem("riichi.off", name) for name in dict.fromkeys(facts.riichi))
    left = dict(c.state.balances)
    needed = 1 if options.riichi_needs == "any" else options.riichi_points
    for name in facts.riichi if c.state.limited else ():
        if left.get(name, 0) < needed:
            yield Problem("riichi.points", name, {"points": left.get(name, 0), "needed": needed})
        left[name] = left.get(name, 0) - options.riichi_points


def next_starter(c: Context) -> str:
    """先手・親: who starts or deals next; unchanged where that is nobody, empty where it is open."""
    facts, state, won = c.facts, c.state, c.won
    if is_open(c):
        return ""
    if c.options.starts == "loser":
        lost = _lost(c)
        named = lost[0] if len(lost) == 1 else ""
    elif len(won) > 1 and c.options.next_starter == "nearest" and facts.victim in state.seats:
        named = nearest(won, state, facts.victim)
    else:
        named = won[0] if won else ""
    return named if named in state.seats else state.starter


def _lost(c: Context) -> tuple[str, ...]:
    """Who lost: the player who burst or paid for a claim, else everybody but the winners."""
    if c.facts.player:
        return (c.facts.player,)
    all_pay = c.facts.kind == "draw" and c.options.draw_payers != "holder"
    paid = () if all_pay else claim_payers(c.facts)
    return paid or (tuple(seat for seat in c.state.seats if seat not in c.won) if c.won else ())
