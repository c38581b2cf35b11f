"""English texts of the codes of the engine: the tables of a family, and the texts of all families."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import NamedTuple

from .core import NO_VALUES, Values
from .words import gettext_noop as _


class Phrase(NamedTuple):
    """A text to be translated."""

    text: str
    values: Values = NO_VALUES  # numbers, names, cards, tuples of them, phrases
    plural: str = ""  # the text where the value ``count`` is not 1
    context: str = ""


@dataclass(frozen=True, slots=True)
class StepText:
    """The texts of a step: its line in a receipt, and the names of its numbers in a formula.

    ``term`` is the result in a formula with names, or the operand that a step adds to an earlier result
    (``× 3``); ``bare`` is the same without names, if it is not the number alone.
    ``gives`` stands for the result, ``first`` and ``by`` for the first and the last number it is made of,
    ``times`` for a multiplier.
    """

    label: str
    term: str = ""
    bare: str = ""


@dataclass(frozen=True, slots=True)
class Messages:
    """The texts of a family, by code."""

    steps: Mapping[str, StepText] = field(default_factory=dict)
    transfers: Mapping[str, str] = field(default_factory=dict)  # reasons of payments
    notes: Mapping[str, str] = field(default_factory=dict)  # also checks of claims
    problems: Mapping[str, str] = field(default_factory=dict)
    errors: Mapping[str, str] = field(default_factory=dict)
    headlines: Mapping[str, str] = field(default_factory=dict)  # by the way in which a round ended
    parts: Mapping[str, str] = field(default_factory=dict)  # names of roles, in the order of the page
    handless: frozenset[str] = frozenset()
    """Codes of problems that reveal nothing about hands: they are shown while hands are hidden."""
    one_pays: frozenset[str] = frozenset()
    """Codes of payments that one player makes to several others for one reason."""
    tag: str = ""  # the role that is shown beside a player's points

    def __or__(self, other: "Messages") -> "Messages":
        """Both together; where both have a text, that of ``other``."""
        tables = [item.name for item in fields(self) if item.name != "tag"]
        joined = {name: getattr(self, name) | getattr(other, name) for name in tables}
        return Messages(**joined, tag=other.tag or self.tag)


COMMON = Messages(
    steps={
        "sum": StepText(_("Together")),
        "result.points": StepText(_("Points at the end: %(gives)s"), _("points %(gives)s")),
        "result.returned": StepText(_("Paid back from the pot: %(gives)s"), _("back from the pot %(gives)s")),
        "result.pot": StepText(_("Left in the pot for the first place: %(gives)s"), _("pot %(gives)s")),
        "result.low": StepText(
            _("The fewest points win, so points count down from %(gives)s"), _("down from %(gives)s")
        ),
        "result.all": StepText(
            _("Balances the points of all together: %(gives)s"), _("against all %(gives)s")
        ),
        "result.carried": StepText(_("Carried by all %(among)s alike: %(gives)s")),
        "result.base": StepText(_("Minus the base points: %(by)s"), _("base points %(by)s")),
        "result.bonus": StepText(_("Top bonus: %(gives)s"), _("top bonus %(gives)s")),
        "result.bonus_each": StepText(
            _("Top bonus: %(first)s out of base and starting points, for each of %(by)s players"),
            _("top bonus %(first)s × %(by)s players"),
            "%(first)s × %(by)s",
        ),
        "result.shared": StepText(_("Shared by %(among)s in the first place: %(gives)s")),
        "result.against": StepText(
            _("Balances the result of %(who)s: %(gives)s"), _("against %(who)s %(gives)s")
        ),
        "money.rate": StepText(_("A point is worth %(by)s %(currency)s"), _("%(by)s %(currency)s a point")),
        "money.down": StepText(_("%(first)s rounded down to a multiple of %(unit)s %(currency)s")),
        "money.up": StepText(
            _(
                "%(first)s rounded up to a multiple of %(unit)s %(currency)s, "
                "so that all sums still add up to 0"
            )
        ),
        "settle.pays": StepText(_("All that %(who)s has to pay: %(gives)s"), _("%(who)s pays %(gives)s")),
        "settle.gets": StepText(_("All that %(who)s gets: %(gives)s"), _("%(who)s gets %(gives)s")),
        "settle.paid": StepText(_("Paid to %(who)s already: %(gives)s"), _("to %(who)s %(gives)s")),
        "settle.got": StepText(_("Paid by %(who)s already: %(gives)s"), _("by %(who)s %(gives)s")),
        "settle.left": StepText(_("What is left of it")),
        "adjust.points": StepText(_("Agreed at the table: %(gives)s"), _("agreed %(gives)s")),
        "adjust.reason": StepText(
            _("Agreed at the table: %(gives)s (%(reason)s)"), _("“%(reason)s” %(gives)s")
        ),
        "adjust.pot": StepText(_("No more than the pot holds: %(by)s"), _("in the pot %(gives)s")),
        "adjust.bank": StepText(_("Missing from the pot (%(by)s)"), _("pot %(by)s")),
    },
    transfers={
        "adjust.agreed": _("agreed at the table"),
    },
    notes={
        "rules.changed": _("House rules from here on: %(settings)s"),
        "rules.pot": _("The pot is kept for later rounds or for the end: %(points)s"),
        "rules.streak": _("Wins in a row so far count too: %(wins)s"),
    },
    problems={
        "deck.too_many": _("%(card)s ×%(count)s: too many for the cards in play (decks: %(decks)s)."),
        "seat.absent": _("%(who)s is not at the table in this round."),
        "seats.absent": _("%(who)s is not at the table."),
        "seats.present": _("%(who)s is at the table already."),
        "pot.short": _(
            "%(points)s are taken out of the pot, which holds %(held)s; the rest comes from the penalty "
            "total."
        ),
        "session.over": _("The table was over before this round."),
        "deal.seats": _("%(fewest)s to %(most)s play this game; at the table: %(count)s."),
    },
    handless=frozenset({"seat.absent", "session.over", "deal.seats"}),
    errors={
        "usage.missing": _("missing here: %(names)s"),
        "usage.unknown": _("not known here: %(names)s"),
        "usage.value": _("a value is needed after this"),
        "usage.flag": _("no value may be given here"),
        "usage.bad": _("this cannot be read; --help lists what can be given"),
        "json.bad": _("this is not JSON: %(reason)s (line %(line)s, character %(column)s)"),
        "json.number": _("not a number: %(text)s"),
        "json.twice": _("“%(key)s” appears twice in one object"),
        "json.deep": _("nested too deeply"),
        "interrupted": _("interrupted"),
        "output.closed": _("the answer cannot be written: the output is closed or full"),
        "file.unreadable": _("cannot read %(name)s: %(reason)s"),
        "format.version": _("format %(version)s is not known; this program reads format 1"),
        "version.newer": _(
            "made for version %(then)s of this game; this program knows it up to version %(now)s"
        ),
        "type.object": _("an object is needed here"),
        "type.list": _("a list is needed here"),
        "type.text": _("a text is needed here"),
        "type.whole": _("a whole number is needed here"),
        "type.flag": _("true or false is needed here"),
        "type.decimal": _('a whole number, or a decimal written as text, is needed here: "0.5"'),
        "key.unknown": _("unknown key “%(key)s” (known: %(known)s)"),
        "key.missing": _("“%(key)s” is missing"),
        "text.long": _("%(length)s characters; at most %(longest)s"),
        "text.control": _("a text with invisible control characters"),
        "decimal.bounds": _("a number above 0 and at most %(high)s is needed here"),
        "whole.bounds": _("%(value)s is not between %(low)s and %(high)s"),
        "game.unknown": _("no game “%(game)s” (known: %(known)s)"),
        "kind.unknown": _("this game has no round of kind “%(kind)s” (known: %(known)s)"),
        "player.unknown": _("nobody at this table is called “%(name)s”"),
        "player.twice": _("“%(name)s” appears here twice"),
        "players.count": _("%(count)s players; this game takes %(fewest)s to %(most)s"),
        "rounds.many": _("%(count)s rounds; at most %(most)s"),
        "payments.many": _("more than %(most)s payments at one table"),
        "people.many": _("more than %(most)s people at one table"),
        "name.empty": _("a name is missing"),
        "name.long": _("a name of %(length)s characters; at most %(longest)s"),
        "name.control": _("a name with invisible control characters"),
        "name.reserved": _("“%(name)s” cannot be a name here"),
        "name.twice": _("“%(name)s” is there twice"),
        "card.unknown": _("no card “%(text)s”"),
        "hand.many": _("%(count)s cards; at most %(most)s"),
        "adjust.empty": _("a correction needs at least one payment"),
        "adjust.same": _("%(name)s cannot pay %(name)s"),
        "seats.empty": _("nobody joins, leaves or swaps"),
        "seats.swap": _("swapping takes two players"),
        "rules.empty": _("no house rule changes"),
        "option.choice": _("%(value)s is not one of: %(known)s"),
        "option.whole": _("a whole number is needed here"),
        "option.bounds": _("%(value)s is not between %(low)s and %(high)s"),
        "option.cards": _("different cards, each alone or with a number as in ♦3=30; at most %(most)s"),
        "option.named": _(
            "names, each with its points, are needed here: “Revolution +10, Foul -5”; at most %(most)s"
        ),
        "option.fixed": _("this cannot change while a table runs"),
        "option.numbers": _("whole numbers separated by spaces, at most %(most)s"),
        "list.many": _("%(count)s entries; at most %(most)s"),
        "hand.suit_twice": _("the number of %(suit)s is given twice"),
        "hand.one": _("either points or count is needed here"),
        "option.form": _("write it as KEY=VALUE"),
        "claim.no_play": _("%(game)s has no such play"),
        "claim.none": _("there is nothing to claim in %(game)s"),
        "stake.base_below_start": _("the base points (%(base)s) are below the starting points (%(start)s)"),
        "rate.bad_unit": _("a unit of 1 to %(longest)s visible characters is needed here"),
        "rate.no_decimals": _("%(unit)s has no decimals"),
        "settle.not_zero": _("the balances sum to %(sum)s, not to 0"),
    },
)

REASONS: Mapping[str, str] = {
    "json.value": _("a value is missing"),
    "json.key": _("a name in double quotes is missing"),
    "json.colon": _("a colon is missing"),
    "json.comma": _("a comma or a closing bracket is missing"),
    "json.open": _("unterminated string"),
    "json.control": _("a line break or control character in a text"),
    "json.escape": _("invalid backslash escape"),
    "json.extra": _("unexpected content after the end"),
    "json.other": _("unexpected character"),
    "file.missing": _("there is no such file"),
    "file.folder": _("it is a folder"),
    "file.denied": _("reading it is not allowed"),
    "file.code": _("it is no UTF-8 text"),
    "file.closed": _("there is no input"),
    "file.other": _("it cannot be opened"),
}
"""Texts of the value ``reason`` of an error."""
