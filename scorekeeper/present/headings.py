"""What every page of a session says at its top."""

from datetime import date

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, pgettext

from scorekeeper.play.models import Bill, GameSession, Night
from scorekeeper.play.table import Table
from scorekeeper.scoring.options import Options
from scorekeeper.scoring.presets import matching_preset
from scorekeeper.scoring.registry import RULESETS
from scorekeeper.scoring.ruleset import Ruleset

from .words import rounds


def title(session: GameSession) -> str:
    """What a table is called in its night: its title, or its game and number."""
    return session.title or called(session.game, session.number)


def called(game: str, number: int) -> str:
    """A table by its game, and by its number (0 for none) among those of that game in a night."""
    name = gettext(RULESETS[game].title)
    return gettext("%(game)s %(number)s") % {"game": name, "number": number} if number else name


def dated(session: GameSession) -> str:
    """What a table is called outside its night: its title, or with the day of that."""
    words = {"table": title(session), "day": date_format(session.night.day, "MONTH_DAY_FORMAT")}
    return session.title or gettext("%(table)s of %(day)s") % words


def night_title(night: Night) -> str:
    return night.name or gettext("Night of %(day)s") % {"day": weekday(night.day)}


def weekday(day: date) -> str:
    return date_format(day, pgettext("format of a day with its weekday", "D, M j"))


def bill_title(bill: Bill) -> str:
    """What tables are called that are settled together: by their night, or by the day of the bill."""
    if bill.night:
        return night_title(bill.night)
    day = date_format(timezone.localtime(bill.created_at), "MONTH_DAY_FORMAT")
    return gettext("Settled together on %(day)s") % {"day": day}


def game_name(session: GameSession) -> str:
    return gettext(RULESETS[session.game].title)


def kind_name(unit: str, game: str) -> str:
    """What is settled together: amounts of a unit, or, where that is empty, the points of a game."""
    return unit or gettext("%(game)s: points") % {"game": gettext(RULESETS[game].title)}


def rules_name(table: Table) -> str:
    """The name of the rules in force: that of the kept rules the session took, or of a published variant.

    What was changed at the table is called so, unless it is another variant now.
    """
    name = table.session.rules_name or _variant(table.ruleset, table.begun_by)
    if table.options == table.begun_by:
        return name
    changed = gettext("%(name)s (changed)") % {"name": name} if name else ""
    return _variant(table.ruleset, table.options) or changed


def _variant(ruleset: Ruleset, options: Options) -> str:
    """The published variant with just these house rules; empty where there is none."""
    preset = matching_preset(ruleset, options)
    return gettext(preset.title) if preset else ""


def about(table: Table) -> str:
    """In one line when a session was played, by which rules, and how many rounds; the game beside a title."""
    session, count = table.session, table.state.counted
    day = date_format(session.night.day, "DATE_FORMAT")
    game = game_name(session) if session.title else ""
    return gettext(" · ").join(filter(None, (day, game, rules_name(table), rounds(count) if count else "")))
