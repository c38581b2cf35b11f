"""必要な事実: which facts a round needs, by the way it ended, and whose hands."""

from collections.abc import Iterable

from ..core import Transfer
from .asking import Needs
from .endings import ENDINGS, kinds
from .endings.ending import Ending
from .facts import Round
from .options import DobonOptions


def needs(options: DobonOptions) -> dict[str, Needs]:
    """``Needs`` by kind of round, the usual ones first."""
    return {kind: ENDINGS[kind].needs(options) for kind in kinds(options)}


def required(need: Needs, options: DobonOptions) -> tuple[str, ...]:
    """The required fields; a claimed card only where its number is paid for."""
    optional = ("drawn",) if options.pays_card else ("card", "drawn")
    return tuple(slot for slot in need.slots if slot not in optional)


def unseen_winners(facts: Round, paid: Iterable[Transfer], options: DobonOptions) -> set[str]:
    """Payees of claims whose hand multiplies and has not been entered.

    2s and jokers do not double an opening where its bonus is flat; other multipliers apply there too.
    """
    ending = ENDINGS[facts.kind]
    if ending.won_by != "claim" or not _multiplies(ending, options):
        return set()
    claims = ("dobon.victim", "return.caller", "opening.others")
    receiving = {transfer.payee for transfer in paid if transfer.code in claims}
    return receiving - facts.hands.keys()


def _multiplies(ending: Ending, options: DobonOptions) -> bool:
    """Whether the hand of the payee of a claim multiplies its payments."""
    shown = options.shown_double and not ending.plain(options)
    return shown or options.single_factor > 1 or options.joker_loss == "all"
