"""What the codes of the score sheet say, in English."""

from ..messages import Messages, StepText
from ..words import gettext_noop as _

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
