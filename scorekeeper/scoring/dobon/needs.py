"""必要な事実: which facts a round needs, by the way it ended, and whose hands."""

from collections.abc import Iterable

from ..core import Transfer
from .asking import Needs
from .endings import ENDINGS, kinds
from .endings.ending import Ending
from .facts import Round
from .options import DobonOptions


def needs(options: DobonOptions) -> dict[str, Needs]:
    """What is needed for each way a round can end, the usual ones first."""
    return {kind: ENDINGS[kind].needs(options) for kind in kinds(options)}


def required(need: Needs, options: DobonOptions) -> tuple[str, ...]:
    """The fields without which there is no round; a claimed card only where its number is paid for."""
    optional = ("drawn",) if options.pays_card else ("card", "drawn")
    return tuple(slot for slot in need.slots if slot not in optional)


def unseen_winners(facts: Round, paid: Iterable[Transfer], options: DobonOptions) -> set[str]:
    """Who receives for a claim by a hand that multiplies and has not been entered; ``paid`` as far as known.

    2s and jokers do not double an opening where its bonus is flat; what else multiplies does there too.
    """
    ending = ENDINGS[facts.kind]
    if ending.won_by != "claim" or not _multiplies(ending, options):
        return set()
    claims = ("dobon.victim", "return.caller", "opening.others")
    receiving = {transfer.payee for transfer in paid if transfer.code in claims}
    return receiving - facts.hands.keys()


def _multiplies(ending: Ending, options: DobonOptions) -> bool:
    """Whether the hand of who receives for a claim changes what is paid, besides the hands added up."""
    shown = options.shown_double and not ending.plain(options)
    return shown or options.single_factor > 1 or options.joker_loss == "all"
