"""言葉: one line in the reader's language for a table, night, round, hand, rule or payment."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from decimal import Decimal

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext, pgettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.circles.models import Device
from scorekeeper.play.entries import DisallowedRound
from scorekeeper.play.models import Bill, GameSession, Night, Round, RoundEdit
from scorekeeper.play.moving import read_position
from scorekeeper.play.numbering import Numbered, numbered
from scorekeeper.play.rule_changes import RuleChange
from scorekeeper.play.table import Table
from scorekeeper.play.transfers import MoneyTransfer
from scorekeeper.scoring import texts
from scorekeeper.scoring.cards import Card, show_suit_count
from scorekeeper.scoring.core import ACCOUNTS, Note
from scorekeeper.scoring.events import EVENTS, Adjust, Rules, Seats, Streak
from scorekeeper.scoring.messages import Phrase
from scorekeeper.scoring.options import Options, settings
from scorekeeper.scoring.presets import matching_preset
from scorekeeper.scoring.reading import Hand
from scorekeeper.scoring.registry import RULESETS
from scorekeeper.scoring.replay import Scored
from scorekeeper.scoring.ruleset import Facts, Ruleset
from scorekeeper.scoring.settlement import Rate


def headline(facts: Facts, table: Table, scored: Scored | None = None) -> str:
    """What happened, in one sentence in the words of the game; ``scored`` is the result, if there is one."""
    if isinstance(facts, Adjust):
        moves = (
            f"{texts.account(m.payer, gettext)} → {texts.account(m.payee, gettext)} {texts.number(m.points)}"
            for m in facts.moves
        )
        return gettext("Correction: %(moves)s") % {"moves": gettext(", ").join(moves)}
    if isinstance(facts, Seats):
        seats = [*(f"＋{name}" for name in facts.join), *(f"−{name}" for name in facts.leave)]
        seats += [" ⇄ ".join(facts.swap)] if facts.swap else []
        return gettext("Change of seats: %(moves)s") % {"moves": gettext(", ").join(seats)}
    if isinstance(facts, Streak):
        wins = (f"{name} {count}" for name, count in facts.wins.items())
        return gettext("Wins in a row corrected: %(wins)s") % {"wins": gettext(", ").join(wins)}
    options, outcome = (scored.options, scored.outcome) if scored else (table.options, None)
    if isinstance(facts, Rules):
        changes = rule_changes(facts, table.ruleset, options if scored else None)
        return gettext("House rules: %(changes)s") % {"changes": gettext(", ").join(changes)}
    line, *details = map(phrase_text, table.ruleset.headline(facts, options, outcome))
    return in_brackets(line, gettext(", ").join(details))


def in_brackets(line: str, detail: str) -> str:
    return gettext("%(line)s (%(told)s)") % {"line": line, "told": detail} if detail else line


def phrase_text(phrase: Phrase) -> str:
    values = {key: _value(value) for key, value in phrase.values.items()}
    if phrase.plural:
        return ngettext(phrase.text, phrase.plural, phrase.values["count"]) % values
    text = pgettext(phrase.context, phrase.text) if phrase.context else gettext(phrase.text)
    return text % values


def _value(value: object) -> object:
    """A value of a phrase; phrases, cards and several names become text."""
    if isinstance(value, Phrase):
        return phrase_text(value)
    if isinstance(value, Card):
        return texts.card(value, gettext)
    if not isinstance(value, tuple):
        return value
    if value and isinstance(value[0], Card):
        return texts.cards(value, gettext)
    return pgettext("names", " & ").join(value)


def rule_changes(facts: Rules, ruleset: Ruleset, before: Options | None) -> Iterator[str]:
    """A line for each house rule that is set: its value, after the one ``before`` if that differs."""
    translate = texts.for_game(ruleset.key, gettext)
    for setting in settings(type(ruleset.defaults), facts.options):
        spec, value = setting.spec, setting.value
        old = value if before is None else getattr(before, spec.key)
        values = [value] if old == value else [old, value]
        text = " → ".join(texts.set_to(spec, each, translate) for each in values)
        yield gettext("%(rule)s: %(value)s") % {"rule": translate(spec.label), "value": text}


def disallowed_line(table: Table, disallowed: DisallowedRound) -> str:
    """Why a round or a change of rules contradicts the house rules that would be in force there."""
    text = headline(table.recall(disallowed.facts), table)
    if disallowed.facts["kind"] in EVENTS:
        words = {"told": text, "reason": texts.error(disallowed.error, gettext)}
        return gettext("%(told)s – this conflicts with the rules in force there: %(reason)s") % words
    for row in table.rounds:
        if row.position == disallowed.number:
            text = gettext("%(round)s: %(what)s") % {"round": capfirst(round_name(row)), "what": text}
    return gettext("%(told)s – these rules have no such ending.") % {"told": text}


def hand_text(hand: Hand) -> str:
    if hand.points is not None:
        return ngettext("%(points)s point", "%(points)s points", hand.points) % {
            "points": texts.number(hand.points)
        }
    if hand.count is not None:
        return ngettext("%(count)s card", "%(count)s cards", hand.count) % {"count": hand.count}
    lines = [texts.cards(hand.cards, gettext), *map(show_suit_count, hand.suits)]
    return " ".join(filter(None, lines)) or pgettext("hand", "none")


def notes_of(notes: Iterable[Note], translate: texts.Translate) -> tuple[str, ...]:
    return tuple(texts.note(note, translate) for note in notes)


def rounds(n: int) -> str:
    return ngettext("%(n)s round", "%(n)s rounds", n) % {"n": texts.number(n)}


def tables(n: int) -> str:
    return ngettext("%(n)s table", "%(n)s tables", n) % {"n": texts.number(n)}


def nights(n: int) -> str:
    return ngettext("%(n)s night", "%(n)s nights", n) % {"n": texts.number(n)}


def labelled(label: object, text: object) -> str:
    return gettext("%(title)s: %(text)s") % {"title": label, "text": text}


def device_name(device: Device | None, holder: str | None = None) -> str:
    """The name of a device, or “unnamed phone”, after the name of its ``holder`` if that is known."""
    phone = (device.name if device else "") or gettext("unnamed phone")
    return gettext("%(name)s (%(phone)s)") % {"name": holder, "phone": phone} if holder else phone


def rules_line(ruleset: Ruleset, options: object) -> str:
    translate = texts.for_game(ruleset.key, gettext)
    return gettext(" · ").join(translate(phrase.text) % phrase.values for phrase in ruleset.summary(options))


def over_line(table: Table) -> str:
    ended = table.state.ended
    if ended is None:
        return ""
    sentence = {
        "bust": gettext("Over: somebody has no points left."),
        "rounds": gettext("Over: all rounds played."),
        "target": gettext("Over: somebody has the points to end it."),
    }[ended.by]
    counted = table.session.results.get(number=ended.round).state["counted"]
    return in_brackets(sentence, gettext("Round %(number)s") % {"number": counted})


def payment_line(table: Table, payment: Mapping[str, str]) -> str:
    unit = payment.get("unit") or (table.rate.unit if table.rate else "")  # the present one if it names none
    money = payment["money"] if unit else ""
    transfer = MoneyTransfer(payment["from"], payment["to"], Decimal(money or payment["points"]))
    return transfer_line(transfer, unit if money else "", table.names)


def transfer_line(transfer: MoneyTransfer, unit: str, names: Mapping[str, str]) -> str:
    """Who gave whom how much; ``names`` are those of people or seats, by key."""
    payer, payee = (
        texts.account(key, gettext) if key in ACCOUNTS else names.get(key, "") for key in transfer[:2]
    )
    return f"{payer} → {payee} {amount_in(transfer.amount, unit)}"


def rate_line(rate: Rate | None) -> str:
    if rate is None:
        return gettext("points only")
    values = {"amount": plain(rate.per_point), "unit": rate.unit, "step": plain(rate.round_to)}
    return gettext("1 point = %(amount)s %(unit)s, in steps of %(step)s") % values


def plain(amount: Decimal) -> str:
    """An amount without trailing zeros."""
    return f"{amount.normalize():f}"


def amount_in(amount: Decimal, unit: str) -> str:
    """An amount with its unit; an empty unit means points.

    >>> amount_in(Decimal(1200), "円"), amount_in(Decimal("-0.50"), "€"), amount_in(Decimal(330), "")
    ('1,200円', '−0.50€', '330')
    """
    return f"{amount:,f}".replace("-", "−") + unit_after(unit)


def signed_money(amount: Decimal, unit: str) -> str:
    """A gain or loss of money with its unit.

    >>> signed_money(Decimal(1200), "円"), signed_money(Decimal("-0.5"), "€"), signed_money(Decimal(0), "円")
    ('+1,200円', '−0.5€', '±0円')
    """
    sign = "+" if amount > 0 else "−" if amount else "±"
    return f"{sign}{abs(amount):,f}{unit_after(unit)}"


def unit_after(unit: str) -> str:
    """A unit to put after a number: Latin words follow a no-break space, 円 and signs do not."""
    return f"\u00a0{unit}" if unit[:1].isascii() and unit[:1].isalpha() else unit


KINDS: Mapping[str, object] = {
    "adjust": _("correction"),
    "seats": _("change of seats"),
    "streak": _("correction of wins in a row"),
    "rules": _("change of rules"),
    "nogame": _("no game"),
    "passed": _("passed deal"),
}
"""What entries that do not count are called, by kind; one of another kind is voided."""


def entry_name(entry: Numbered) -> str:
    """The name of an entry in a sentence: “round 7”, or “correction after round 6”."""
    if entry.number is not None:
        return gettext("round %(number)s") % {"number": entry.number}
    what = {"what": KINDS.get(entry.kind, gettext("voided round")), "number": entry.counted}
    if not entry.counted:
        return gettext("%(what)s before round 1") % what
    return gettext("%(what)s after round %(number)s") % what


def round_name(row: Round) -> str:
    return entry_name(numbered(row))


def places_of(edit: RoundEdit) -> tuple[str, str]:
    """The names of a round before and after it was moved; empty for another edit."""
    if edit.round is None or edit.action != RoundEdit.Action.MOVE:
        return "", ""
    kind = edit.round.happened["kind"]
    before, after = (read_position(data, kind) for data in (edit.before, edit.after))
    return entry_name(before.numbered) if before else "", entry_name(after.numbered) if after else ""


def change_lines(ruleset: Ruleset, changes: Sequence[RuleChange]) -> list[tuple[str, list[str], Round]]:
    """For each change: since when it holds, a line for each setting, and its row."""
    lines = []
    for change in changes:
        facts = Rules(change.row.happened["options"])
        settings_changed = list(rule_changes(facts, ruleset, change.before))
        lines.append((since_words(change.counted), settings_changed, change.row))
    return lines


def in_force_since(changes: Sequence[RuleChange]) -> str:
    """Since when the present rules hold; empty if they were never changed."""
    if not changes:
        return ""
    if not changes[-1].counted:
        return gettext("These rules apply to all rounds.")
    return gettext("These rules apply from round %(number)d on.") % {"number": changes[-1].counted + 1}


def since_words(counted: int) -> str:
    """Since when something holds that began after ``counted`` rounds."""
    if not counted:
        return gettext("For all rounds")
    return gettext("From round %(number)d on") % {"number": counted + 1}


def scored_by(changes: Sequence[RuleChange], row: Round) -> str:
    """Which rules a round was scored by; empty if all rounds had the same."""
    if not any(change.counted for change in changes) or row.voided or row.happened["kind"] in EVENTS:
        return ""
    before = [change.counted for change in changes if change.row.position < row.position]
    if not before or not before[-1]:
        return gettext("Scored by the original rules")
    return gettext("Scored by the rules from round %(number)d on") % {"number": before[-1] + 1}


def title(session: GameSession) -> str:
    """The name of a table among those of its night: its title, or its game and number."""
    return session.title or table_name(session.game, session.number)


def table_name(game: str, number: int) -> str:
    """The game, and the number of the table among those of that game in a night (0 for the only one)."""
    name = gettext(RULESETS[game].title)
    return gettext("%(game)s %(number)s") % {"game": name, "number": number} if number else name


def dated_title(session: GameSession) -> str:
    """The name of a table outside its night: its title, or its game, number and day."""
    words = {"table": title(session), "day": date_format(session.night.day, "MONTH_DAY_FORMAT")}
    return session.title or gettext("%(table)s of %(day)s") % words


def night_title(night: Night) -> str:
    return night.name or gettext("Night of %(day)s") % {"day": weekday(night.day)}


def weekday(day: date) -> str:
    return date_format(day, pgettext("format of a day with its weekday", "D, M j"))


def bill_title(bill: Bill) -> str:
    """The name of a combined settlement: that of its night, or with the day it was made."""
    if bill.night:
        return night_title(bill.night)
    day = date_format(timezone.localtime(bill.created_at), "MONTH_DAY_FORMAT")
    return gettext("Settled together on %(day)s") % {"day": day}


def game_name(session: GameSession) -> str:
    return gettext(RULESETS[session.game].title)


def kind_name(unit: str, game: str) -> str:
    """The unit of a settlement, or the points of ``game`` if it is empty."""
    return unit or gettext("%(game)s: points") % {"game": gettext(RULESETS[game].title)}


def rules_name(table: Table) -> str:
    """The name of the rules in force: that of the saved rules, or of a published variant.

    Changed rules keep the name with “changed”, unless they are another variant now.
    """
    name = table.session.rules_name or _variant(table.ruleset, table.begun_by)
    if table.options == table.begun_by:
        return name
    changed = gettext("%(name)s (changed)") % {"name": name} if name else ""
    return _variant(table.ruleset, table.options) or changed


def _variant(ruleset: Ruleset, options: Options) -> str:
    """The name of the published variant with exactly these house rules; empty if there is none."""
    preset = matching_preset(ruleset, options)
    return gettext(preset.title) if preset else ""


def session_line(table: Table) -> str:
    """The day, the rules and the number of rounds of a session, and its game if it has a title."""
    session, count = table.session, table.state.counted
    day = date_format(session.night.day, "DATE_FORMAT")
    game = game_name(session) if session.title else ""
    return gettext(" · ").join(filter(None, (day, game, rules_name(table), rounds(count) if count else "")))
