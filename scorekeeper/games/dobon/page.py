"""View data of the pages on which a round of the dobon family or one hand is entered, and the pad's texts."""

import json
from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext, gettext_noop, override, pgettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from scorekeeper.play.table import Table
from scorekeeper.present.presenter import LineView, PersonView, Presenter, checks_of
from scorekeeper.scoring import texts
from scorekeeper.scoring.cards import JOKER, RANK_NAMES, Card, show_card
from scorekeeper.scoring.core import POT
from scorekeeper.scoring.dobon.asking import EVERYBODY, Needs
from scorekeeper.scoring.dobon.endings import unseen_winners
from scorekeeper.scoring.dobon.facts import MOST_TOGETHER, Round
from scorekeeper.scoring.dobon.options import DobonOptions
from scorekeeper.scoring.facts import declared
from scorekeeper.scoring.replay import Scored

from ..fields import (
    Errors,
    Fields,
    HandStatus,
    KindView,
    Pending,
    Typed,
    everybody,
    kind_views,
    move_rows,
    occupied_seats,
    whole,
)
from ..shape import Book, EntryForm, Family, HandForm
from . import form
from .endings import ENDINGS, RETURNS, EndingPage, Slot, slot_of
from .rules import RULEBOOK, referee

ADJUST = EndingPage(
    gettext_noop("Correction in points"), gettext_noop("Points the table agreed to move."), rare=True
)

SHOWN: Mapping[str, tuple[object, object]] = {
    "drawn": (_("Which card was drawn at the end?"), _("Drawn")),
    "turnup": (_("Which suit is the dora?"), _("Dora")),
}
"""Question and short name of facts that are asked after those of an ending."""
BESIDE: Mapping[str, tuple[object, object]] = {
    "count": (_("How many were played together?"), pgettext_lazy("cards", "Together")),
    "target": (_("Which number was claimed?"), _("Number")),
    "bottom": (_("Which suit is the ura-dora?"), _("Ura-dora")),
    "doublings": (_("How many times was the round doubled?"), _("Doubled")),
    "riichi": (_("Who declared riichi?"), _("Riichi")),
}
"""The same of optional facts."""
ELSEWHERE = ("returns", "yaku", "lapsed")
"""Facts with a switch on the pad or a section of the page; others are only typed."""
LOOKS = {"victim": "bad", "player": "bad", **dict.fromkeys(("card", *SHOWN), "card")}
"""The looks of buttons that are not for a winner."""


@dataclass(frozen=True, slots=True)
class EntrySeat:
    number: int
    person: PersonView
    hand: Fields
    riichi: forms.BoundField


def entry_view(table: Table, typed: Typed, errors: Errors) -> dict[str, object]:
    """The context of the entry page.

    ``uses`` has the kinds of rounds of each field.  ``plan`` (JSON) is what the pad asks, ``ranks`` are its
    keys with their points in a hand, ``slots`` and ``beside`` its buttons, ``words`` texts of the game.
    """
    options = form.rules_of(table)
    asks = form.asked(options)
    used = _uses(asks, typed, table)
    if not typed.text("starter"):
        typed["starter"] = table.numbers.get(table.before.starter, "")
    ways = _ways(table, typed)
    seats = _seats(table, typed, errors, **ways)
    people = [(str(seat.number), seat.person.name) for seat in seats]
    rows = form.typed_rows(table, typed, errors, used, people)
    return {
        "seats": seats,
        "kinds": _kinds(table, typed.kind),
        "values": typed,
        "errors": errors,
        "suits": "SHDC" if any(ask.suits for ask in asks.values()) else "",
        **_deck(options),
        "adjust_rows": move_rows(typed, people, errors, (POT,) if options.riichi == "on" else ()),
        "yaku_rows": form.yaku_rows(typed, errors, people),
        "lapsed": form.lapsed_field(typed, errors, people),
        "uses": used,
        "typed": rows,
        "typed_kinds": " ".join(
            (*(row.kinds for row in rows), *map(used.get, ("hands", "riichi"), ("", "")))
        ),
        "slots": [*_slots(table, used), *_more_slots(used, SHOWN)],
        "beside": _more_slots(used, BESIDE),
        "words": _words(table),
        "plan": pad_plan(asks, options, _translator(table)),
        "together": options.together == "on",
        "most": MOST_TOGETHER,
        **ways,
    }


def _ways(table: Table, typed: Typed) -> dict[str, bool]:
    """Whether a hand can be its sum alone, or its number of cards."""
    sums, counts = (any(typed.of_seat(way, number) for number in table.names) for way in ("sum", "count"))
    options = form.rules_of(table)
    asks_counts = any(ask.counts for ask in form.asked(options).values())
    return {"sums": sums or options.adds_hands, "counts": counts or asks_counts}


def _uses(asks: Mapping[str, Needs], typed: Typed, table: Table) -> dict[str, str]:
    """The kinds that have each field, separated by spaces; the chosen kind has all that are filled in."""
    uses: dict[str, list[str]] = {}
    for kind, ask in asks.items():
        for field in (*ask.slots, *ask.extras, *(("hands",) if ask.hands else ())):
            uses.setdefault(field, []).append(kind)
    facts = (name for name in declared(table.ruleset.facts) if name not in ("starter", "callers"))
    filled = [name for name in facts if typed.named(name)]
    filled += ["yaku"] if typed.rows(form.YAKU) else []
    riichi = any(typed.of_seat("riichi", seat) not in ("", "0") for seat in table.names)
    filled += ["riichi"] if riichi else []
    for field in filled:
        if typed.kind not in uses.setdefault(field, []):
            uses[field].append(typed.kind)
    return {field: " ".join(kinds) for field, kinds in uses.items() if kinds}


def _slots(table: Table, used: Mapping[str, str]) -> list[dict[str, str]]:
    """The buttons of the pad; one that several ``kinds`` have in common appears once."""
    kinds: dict[tuple[str, Slot], list[str]] = {}
    for field in ("winner", "starter", "player", "callers", "victim", "card"):  # as they are asked
        for kind in used.get(field, "").split():
            if kind in ENDINGS and field in ENDINGS[kind].slots:
                kinds.setdefault((field, ENDINGS[kind].slots[field]), []).append(kind)
    translate = _translator(table)
    return [
        {
            "field": field,
            "kinds": " ".join(those),
            "ask": translate(slot.ask),
            "label": translate(slot.label),
            "look": LOOKS.get(field, "good"),
            "testid": f"slot-{field}" if slot == slot_of(field) else f"slot-{field}-{those[0]}",
        }
        for (field, slot), those in kinds.items()
    ]


def _more_slots(
    used: Mapping[str, str], slots: Mapping[str, tuple[object, object]]
) -> list[dict[str, object]]:
    """The buttons of facts whose question is the same for all kinds."""
    return [
        {"field": field, "ask": ask, "label": label, "look": LOOKS.get(field, ""), "testid": f"slot-{field}"}
        for field, (ask, label) in slots.items()
        if field in used
    ]


def _translator(table: Table) -> texts.Translate:
    return texts.for_game(table.ruleset.key, gettext)


def _words(table: Table) -> dict[str, str]:
    translate, book = _translator(table), Book(table.ruleset, form.rules_of(table))
    counting = book.rule("deckout_jokers") if book.options.jokers else ""
    return {**{key: translate(word) for key, word in RETURNS.items()}, "counting": counting}


def pad_plan(asks: Mapping[str, Needs], options: DobonOptions, translate: texts.Translate) -> str:
    kinds = {kind: _asked(kind, ask, translate) for kind, ask in asks.items()}
    plan = {"kinds": kinds, "sums": options.adds_hands, "several_drawn": options.drawn_factor == "on"}
    special = " ".join(str(card) for card in options.special if card.suit)
    return json.dumps(
        {**plan, "special": special} if special else plan, separators=(",", ":"), ensure_ascii=False
    ).replace("'", "\\u0027")


def _asked(kind: str, ask: Needs, translate: texts.Translate) -> dict[str, object]:
    """What the pad asks for a kind of round, and the role that each fact gives a player."""
    slots = _page_of(kind).slots.items()
    roles = {field: translate(slot.role) for field, slot in slots if slot.role}
    if "returns" in ask.extras:
        roles["returns"] = translate(RETURNS["role_returner"])
    extras = [name for name in ask.extras if name in (*SHOWN, *BESIDE, *ELSEWHERE)]
    plan = {**asdict(ask), "extras": extras, "roles": roles}
    return {key: value for key, value in plan.items() if value}


def _kinds(table: Table, chosen: str) -> list[KindView]:
    options, translate = form.rules_of(table), _translator(table)
    pages = {key: _page_of(key) for key in form.asked(options)}
    big = [key for key, page in pages.items() if not page.rare][:3]
    words = {
        key: (translate(page.label), translate(page.help_here(options) or page.help))
        for key, page in pages.items()
    }
    return kind_views(words, pages, chosen, big)


def _page_of(kind: str) -> EndingPage:
    return ADJUST if kind == "adjust" else ENDINGS[kind]


def called(game: str, kind: str) -> str:
    return texts.for_game(game, gettext)(_page_of(kind).label)


def described(facts: Round, table: Table) -> dict[str, str]:
    translate = _translator(table)
    parts = {field: translate(slot_of(field).label) for field in ("winner", "starter", "player", "victim")}
    return {
        gettext("Result"): called(table.session.game, facts.kind),
        translate(slot_of("callers").label): pgettext("names", " & ").join(facts.callers),
        **{label: getattr(facts, field) for field, label in parts.items()},
        translate(RETURNS["returner"]): " → ".join(facts.returns),
        translate(slot_of("card").label): texts.card(facts.card, gettext) if facts.card else "",
    }


def _seats(table: Table, typed: Typed, errors: Errors, *, sums: bool, counts: bool) -> list[EntrySeat]:
    presenter, seats = Presenter(table), []
    for seat in everybody(typed, table, *form.HAND_FIELDS.values(), usual="starter"):
        person, number = presenter.person(table.names[seat]), int(seat)
        hand = form.hand_fields(number, typed, errors, sums=sums, counts=counts)
        seats.append(EntrySeat(number, person, hand, form.riichi_field(number, person.name, typed, errors)))
    return seats


def _deck(options: DobonOptions) -> dict[str, object]:
    values = options.card_values
    keys = list(range(1, 14)) + [JOKER] * bool(options.jokers)
    return {
        "ranks": " ".join(f"{RANK_NAMES[rank]}:{values[rank]}" for rank in keys),
        "copies": 4 * options.decks,
        "decks": options.decks,
        "jokers": options.jokers,
    }


def pending(table: Table, typed: Typed, scored: Scored | None) -> Pending:
    if scored is None:
        return Pending(hands=_states(table, typed, set(), {}))
    problems = scored.outcome.problems
    absent = {item.who for item in problems if item.code == "hand.missing"}
    if isinstance(scored.facts, Round):
        absent |= unseen_winners(scored.facts, form.rules_of(table), scored.outcome)
    still, left = "", absent
    if absent:
        names = pgettext("names", " & ").join(name for name in table.names.values() if name in absent)
        still = gettext("Still needed: hands of %(names)s") % {"names": names}
    elif any(item.code == "drawn.missing" for item in problems):
        still = gettext("Still needed: the card drawn at the end")
        left = {still}
    hands = _states(table, typed, absent, checks_of(scored))
    silent = frozenset(("hand.missing", "drawn.missing"))
    # a suit whose number of cards was not entered counts as 0
    unsaid = (note.values["suit"] for note in scored.outcome.notes if note.code == "note.suit_unsaid")
    suits = "".join(dict.fromkeys(show_card(card) for card in unsaid if isinstance(card, Card)))
    record = gettext("Record with no %(suit)s") % {"suit": suits} if suits else ""
    return Pending(still, hands, silent, frozenset(left), record=record)


def _states(
    table: Table, typed: Typed, absent: Collection[str], checks: Mapping[str, LineView]
) -> tuple[HandStatus, ...]:
    """The status of each hand; one that is neither needed nor entered is left out, unless it has a remark."""
    states = []
    for number, name in table.names.items():
        remark = checks[name].value if name in checks and name not in absent else ""
        status = "missing" if name in absent else "done" if form.has_hand(typed, number) else "skipped"
        if remark or status != "skipped":
            states.append(HandStatus(int(number), status, remark))
    return tuple(states)


def asked_seats(typed: Typed, table: Table) -> tuple[str, ...]:
    """The seats whose hands are needed; all possible ones until the players of the roles are known."""
    ask = _ask(typed, table)
    seats = occupied_seats(table)
    roles = ask.returned if typed.named("returns") and ask.returned else ask.hands
    skipped = typed.named(ask.skip)
    named = [typed.named(role) for role in roles]
    if EVERYBODY in roles or not all(named):
        return tuple(seat for seat in seats if roles and seat not in skipped)
    return tuple(seat for seat in seats if seat not in skipped and any(seat in held for held in named))


def _ask(typed: Typed, table: Table) -> Needs:
    return form.asked(form.rules_of(table)).get(typed.kind, Needs())


def fill(typed: Typed, sent: Mapping[str, Mapping[str, str]], table: Table) -> Typed:
    """The form with the hands that were sent, if they are needed and not entered."""
    wanted = asked_seats(typed, table)
    filled = typed.copy()
    for seat in wanted:
        if seat in sent and not form.has_hand(typed, seat):
            filled.put({f"{name}-{seat}": sent[seat].get(name, "") for name in form.HAND_FIELDS.values()})
    return filled


def hand_view(table: Table, typed: Typed, errors: Errors, number: str) -> dict[str, object]:
    ask = _ask(typed, table)
    suits = suited(ask, typed, number)
    plan = Needs(hands=(EVERYBODY,), counts=ask.counts)
    if suits:
        known, declared = _known(ask, typed, number)
        plan = replace(plan, suits=("winner",), shown=known, declared=declared)
    kinds = {typed.kind: asdict(plan)}
    sums, counts = form.rules_of(table).adds_hands, bool(ask.counts)
    hand = form.hand_fields(int(number), typed, errors, sums=sums, counts=counts)
    shown: dict[str, Any] = entry_view(table, typed, errors)
    return {
        **shown,
        "seats": [replace(seat, hand=hand) for seat in shown["seats"] if str(seat.number) == number],
        "uses": {},
        "beside": [],
        "slots": [slot for slot in shown["slots"] if slot["field"] == "callers"],
        "suits": shown["suits"] if suits else "",
        "plan": json.dumps({"kinds": kinds, "sums": sums, "several_drawn": False}),
        "sums": sums,
        "counts": counts,
    }


def _known(ask: Needs, typed: Typed, number: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The names of the shown cards that decide which suits count in this hand; none until all are known."""
    declared = ask.declared if whole(typed.of_seat("riichi", number)) else ()
    known = all(typed.text(key) for key in (*ask.shown, *declared))
    return (ask.shown, declared) if known else ((), ())


def suited(ask: Needs, typed: Typed, number: str) -> bool:
    """Whether the suits of this hand count: whether it is the winner's."""
    for role in ask.suits:
        held = typed.named(role)
        if held:
            return held[-1] == number if role == "returns" else number in held
    return False


SAYINGS = {
    "tAskHand": _("What does {name} hold?"),
    "tAskCount": _("How many cards does {name} have left?"),
    "tAskSuit": _("How many {suit} does {name} hold?"),
    "tAskOther": _("Who else?"),
    "tAskPhones": _("“Ask phones”: each player enters the own hand on their own phone."),
    "tAskNothing": _("That is all."),
    "tNone": _("no cards"),
    "tSkip": _("no hand needed"),
    "tNext": _("Next: {name}"),
    "tRemove": _("Take out {rank}"),
    "tLeft": _("{rank}, {count} left"),
    "tHeld": _("No {rank} left: {holders}"),
    "tHolder": _("{name} ×{count}"),
    "tTable": _("claimed card"),
    "tMove": _("Move from {name}"),
    "tAdd": _("Add anyway"),
    "tUnread": _("cannot read “{text}”"),
    "tNow": _("{name}: {sum}"),
    "tAuto": _("auto"),
    "tCount": _("{count} cards"),
    "tUndone": _("Undone"),
    "tLess": _("One card less"),
    "tMore": _("One card more"),
    "tUnknown": _("None"),
    "tNobodyKnows": _("None, or nobody knows"),
    "tOfThese": _("Of these, {suit}:"),
    "tSuits": _("Keys with suits"),
    "tSum": _("Sum in points"),
    "tNoCards": _("No cards"),
    "tSumOnly": _("Sum only"),
    "tCountOnly": _("Count only"),
    "tType": pgettext_lazy("key", "Type"),
    "tCards": _("Cards"),
    "tWhole": _("Whole card"),
    "tLessRiichi": _("Undo a riichi of {name}"),
}
"""The texts of the pad, by their names in its JavaScript."""


def files() -> dict[str, str]:
    modules = {}
    for code, _name in settings.LANGUAGES:
        with override(code):
            words = json.dumps({name: str(text) for name, text in SAYINGS.items()}, ensure_ascii=False)
        modules[f"js/words/{code}.js"] = f"export const words = {words};\n"
    return modules


FAMILY = Family(
    EntryForm(
        template="games/dobon/entry.html",
        called=called,
        from_facts=form.from_facts,
        parse=form.parse,
        view=entry_view,
        pending=pending,
        described=described,
        hands=HandForm("games/dobon/hand.html", asked_seats, fill, hand_view, form.read_hand),
    ),
    RULEBOOK,
    referee,
    files,
)
