"""The score sheet and its presets: games with their usual points."""

from collections.abc import Iterator
from dataclasses import replace

from ..core import Values
from ..messages import Phrase
from ..ruleset import RulesetOf
from ..words import gettext_noop as _
from .facts import KEYS, Entry, check_entry, check_rules
from .messages import MESSAGES, details, headline
from .options import FIRST_KIND, TITLES, SheetOptions
from .settle import KINDS, parts, settle


def kinds(options: SheetOptions) -> tuple[str, ...]:
    """The ways to write a round down, the usual one of the preset first."""
    return *dict.fromkeys((FIRST_KIND.get(options.preset, "points"), *KINDS)), "nogame"


def summary(options: SheetOptions) -> Iterator[Phrase]:
    first, by_place = kinds(options)[0], options.place_points.replace(" ", "·")
    phrases: tuple[tuple[bool, str, Values], ...] = (
        (first == "places", _("points by place: %(points)s"), {"points": by_place}),
        (first == "points", _("points as written"), {}),
        (first == "winner", _("the winner takes the points"), {}),
        (options.wins == "low", _("fewest points win"), {}),
        (options.zero_sum == "on" and first == "points", _("sums to 0"), {}),
        (options.round_total != 0, _("%(points)d a round"), {"points": options.round_total}),
        (options.target != 0, _("until %(points)d"), {"points": options.target}),
        (options.bonuses != "", _("extras: %(extras)s"), {"extras": options.bonuses}),
    )
    return (Phrase(text, values) for played, text, values in phrases if played)


SHEET = RulesetOf(
    key="sheet",
    family="sheet",
    title=TITLES["free"],
    line=_("Any other game: points, places or winner takes."),
    version=1,
    source="paper",
    defaults=SheetOptions(),
    known=tuple(KEYS),
    kinds=kinds,
    fewest_players=2,
    most_players=10,
    facts=Entry,
    keys=KEYS.__getitem__,
    check=check_entry,
    allow=check_rules,
    settle=settle,
    parts=parts,
    summary=summary,
    messages=MESSAGES,
    headline=headline,
    details=details,
)


def _preset(line: str, source: str, defaults: SheetOptions) -> RulesetOf[Entry, SheetOptions]:
    key = defaults.preset
    return replace(
        SHEET, key=key, title=TITLES[key], line=line, source=source, defaults=defaults, preset_of=SHEET.key
    )


GAMES = (
    SHEET,
    _preset(
        _("Out first is first: points by place, until somebody has 11."),
        "president",
        SheetOptions(preset="daifugo", place_points="2 1 0", target=11),
    ),
    _preset(_("All runs from the sevens; points by place."), "sevens", SheetOptions(preset="sevens")),
    _preset(
        _("Only who is left with the joker loses points."),
        "paper",
        SheetOptions(preset="old_maid", place_points="0 -10", counted_places="last"),
    ),
    _preset(
        _("The losers pay the winner for their cards, until somebody has 500."),
        "uno",
        SheetOptions(preset="uno", zero_sum="on", target=500),
    ),
    _preset(
        _("Every heart 1, the queen of spades 13; the fewest points win, up to 100."),
        "hearts",
        SheetOptions(preset="hearts", wins="low", round_total=26, target=100),
    ),
    _preset(
        _("Chips won and lost; every round sums to 0."),
        "paper",
        SheetOptions(preset="poker", zero_sum="on"),
    ),
    _preset(
        _("The losers pay the winner a point a card, until somebody has 20."),
        "page-one",
        SheetOptions(preset="page_one", zero_sum="on", target=20),
    ),
)
