"""English texts of the codes of the score sheet, and the description of a round."""

from collections.abc import Iterator

from ..core import NO_VALUES, Outcome
from ..messages import Messages, Phrase, StepText
from ..words import gettext_noop as _
from .facts import Entry
from .options import SheetOptions
from .settle import best

MESSAGES = Messages(
    parts={"winner": _("won")},
    steps={
        "written": StepText(_("As written: %(gives)s"), _("written %(gives)s")),
        "lost": StepText(_("As written: −%(gives)s"), _("written −%(gives)s")),
        "place": StepText(_("Place %(place)s: %(points)s"), _("place %(place)s: %(gives)s")),
        "shared": StepText(_("Shared by %(among)s: %(gives)s"), _("shared by %(among)s %(gives)s")),
        "bonus": StepText("%(name)s: %(gives)s", "%(name)s %(gives)s"),
        "carried": StepText(
            _("Carried by the %(among)s others: %(gives)s"), _("each of %(among)s others %(gives)s")
        ),
    },
    transfers={
        "sheet.points": _("as written"),
        "sheet.place": _("for the place"),
        "sheet.winner": _("to the winner"),
        "sheet.bonus": _("extra"),
    },
    notes={
        "note.no_place": _("%(who)s has no place in this round: 0 points."),
        "note.nothing": _("Nothing is written down for %(who)s: 0 points."),
    },
    problems={
        "points.total": _("The points of the round come to %(sum)s, not to %(total)s or a multiple of it."),
    },
    handless=frozenset({"points.total"}),
    headlines={
        "points": _("%(who)s best with %(points)s"),
        "points.level": _("Points as written, all alike"),
        "places": "%(place)d. %(who)s",
        "places.last": _("%(who)s last"),
        "winner": _("%(who)s won"),
        "nogame": _("No game"),
    },
    errors={
        "points.sum": _("the points must sum to 0; what is missing: %(missing)s"),
        "places.sum": _(
            "the points of %(count)s places must sum to 0; what is missing: %(missing)s. "
            "Change the points by place"
        ),
        "places.empty": _("the places are missing"),
        "places.group": _("a place needs at least one player"),
        "winner.pays": _("%(name)s won and pays nothing"),
        "bonus.unknown": _("no extra “%(name)s” at this table (known: %(known)s)"),
        "options.round_total": _("a round that sums to 0 has no other sum"),
    },
)
HEADLINES = MESSAGES.headlines


def headline(facts: Entry, options: SheetOptions, outcome: Outcome | None) -> tuple[Phrase, ...]:
    """Who did best or every place with its people, and who got an extra."""
    values = ({"who": who, "extras": names} for who, names in facts.bonus.items())
    return (*_result(facts, options, outcome), *(Phrase("%(who)s: %(extras)s", each) for each in values))


def _result(facts: Entry, options: SheetOptions, outcome: Outcome | None) -> Iterator[Phrase]:
    if facts.kind == "places" and options.counted_places == "last" and len(facts.places) > 1:
        yield Phrase(HEADLINES["places.last"], {"who": facts.places[-1]})
    elif facts.kind == "places":
        place = 1
        for group in facts.places:
            yield Phrase(HEADLINES["places"], {"place": place, "who": group})
            place += len(group)
    elif facts.kind == "points":
        ahead = best(facts, options, outcome)
        values = {"who": ahead, "points": _number(facts.points.get(ahead[0], 0))} if ahead else NO_VALUES
        yield Phrase(HEADLINES["points" if ahead else "points.level"], values)
    else:
        yield Phrase(HEADLINES[facts.kind], {"who": facts.winner})


def _number(points: int) -> str:
    return f"{points:,}".replace("-", "−")


def details(facts: Entry) -> Iterator[Phrase]:
    """Everybody's points as written."""
    for who, points in facts.points.items():
        yield Phrase("%(who)s %(points)s", {"who": who, "points": _number(points)})
