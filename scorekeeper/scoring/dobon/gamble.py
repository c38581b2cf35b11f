"""ギャンブル・ドボン (source 000): sums of hands, the victim pays both hands three times."""

from collections.abc import Mapping

from ..ruleset import Ruleset
from ..words import gettext_noop as _
from .claims import waits
from .facts import KINDS, read_round, write_round
from .options import DobonOptions
from .settle import settle

Phrase = tuple[str, Mapping[str, int]]


def summary(options: DobonOptions) -> tuple[Phrase, ...]:
    """The rules in a few words: English texts with their numbers."""
    phrases: list[Phrase] = [
        (_("dobon ×%(factor)d"), {"factor": options.dobon_factor}),
        (_("2s count %(points)d"), {"points": options.two_value}),
        (_("no return") if options.returns == "off" else _("with return"), {}),
    ]
    if options.face_value != 10:
        phrases.append((_("faces count %(points)d"), {"points": options.face_value}))
    if options.eights != "off":
        phrases.append((_("8s double"), {}))
    if options.round_unit != 10:
        phrases.append((_("rounded to %(unit)d"), {"unit": options.round_unit}))
    return tuple(phrases)


GAMBLE = Ruleset(
    key="gamble",
    title=_("Gamble Dobon"),
    line=_("Hands are added up; who is claimed pays both hands three times."),
    version=1,
    source="000",
    defaults=DobonOptions(),
    kinds=tuple(KINDS),
    fewest_players=2,
    most_players=10,
    read=read_round,
    write=write_round,
    settle=settle,
    waits=waits,
    summary=summary,
)
