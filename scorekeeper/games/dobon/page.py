"""View data of the entry page of the dobon family."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass

from django import forms
from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_noop as _

from scorekeeper.play.table import Table
from scorekeeper.present.presenter import LineView, PersonView, Presenter, checks_of
from scorekeeper.scoring import texts
from scorekeeper.scoring.cards import JOKER, RANK_NAMES, Card, show_card
from scorekeeper.scoring.core import POT, Note
from scorekeeper.scoring.dobon.asking import Needs
from scorekeeper.scoring.dobon.facts import MOST_TOGETHER, Round
from scorekeeper.scoring.dobon.needs import unseen_winners
from scorekeeper.scoring.dobon.options import DobonOptions
from scorekeeper.scoring.replay import Scored

from ..book import Book
from ..fields import Errors, HandStatus, Pending, Typed
from ..parts import Fields, KindView, kind_views, move_rows
from .endings import ENDINGS, RETURNS, EndingPage, Slot, slot_of
from .form import asked, entered, filled, rules_of
from .typed import TypedRow, hand_fields, lapsed_field, riichi_field, typed_rows, yaku_rows

ADJUST = EndingPage(_("Correction in points"), _("Points the table agreed to move."), rare=True)
BIG_KINDS = 3
"""Most kinds of rounds that have a big button; the others are behind one more tap."""

SLOTS = ("winner", "starter", "player", "callers", "victim", "card")
"""Facts that the pad asks for one after the other, in the order of their buttons."""
BESIDE = (
    *("returns", "count", "target", "turnup", "bottom", "drawn", "doublings", "riichi"),
    *("yaku", "lapsed"),
)
"""Facts asked beside for which the pad has a button or the page a part of its own; others are only typed."""
LOOKS = {"victim": "bad", "player": "bad", "card": "card"}
"""How those buttons look that stand for nobody who wins."""
ROLES_NAMED = ("winner", "victim", "player", "callers", "returns")
"""Facts whose players are at the table, whatever the rounds before say."""
ROLES = {"callers": "caller"}
"""What the pad calls one of several, where that is not the name of the fact."""
SKIPPED = "skipped"
"""The state of a hand that is neither asked for nor entered: the page tells of it only with a remark."""
SUITS = "SHDC"


@dataclass(frozen=True, slots=True)
class EntrySeat:
    number: int
    person: PersonView
    hand: Fields
    riichi: forms.BoundField


class PadSlot:
    """A button of the pad; ``kinds`` lists the endings that use it, separated by spaces."""

    def __init__(self, fact: str, slot: Slot, kinds: Iterable[str], speak: texts.Translate) -> None:
        self.field = fact
        self.kinds = " ".join(kinds)
        self.ask = speak(slot.ask)
        self.label = speak(slot.label)
        self.look = LOOKS.get(fact, "good")
        self.testid = slot.testid


def entry_view(table: Table, typed: Typed, errors: Errors) -> dict[str, object]:
    """The entry page with everything typed and every error beside its field.

    ``uses`` names for each field the kinds of rounds that have it; ``plan`` is what the pad asks, as JSON,
    and ``ranks`` its keys in the order of their numbers, each with its points in a hand; ``slots`` are its
    buttons, ``words`` the game's own.
    """
    options = rules_of(table)
    asks = asked(options)
    used = _uses(asks, typed.kind, filled(typed, table))
    if not typed.text("starter"):
        typed["starter"] = table.numbers.get(table.before.starter, "")
    ways = _ways(table, typed)
    seats = _seats(table, typed, errors, **ways)
    people = [(str(seat.number), seat.person.name) for seat in seats]
    rows = typed_rows(table, typed, errors, used, people)
    return {
        "seats": seats,
        "kinds": _kinds(table, typed.kind),
        "values": typed,
        "errors": errors,
        "suits": SUITS if any(ask.suits for ask in asks.values()) else "",
        **_deck(options),
        "adjust_rows": move_rows(typed, people, errors, (POT,) if options.riichi == "on" else ()),
        "yaku_rows": yaku_rows(typed, errors, people),
        "lapsed": lapsed_field(typed, errors, people),
        "uses": used,
        "typed": rows,
        "typed_kinds": _typed_kinds(rows, used),
        "slots": _slots(table, used),
        "words": _words(table),
        "plan": pad_plan(asks, options, _speak(table)),
        "together": options.together == "on",
        "most": MOST_TOGETHER,
        **ways,
    }


def _ways(table: Table, typed: Typed) -> dict[str, bool]:
    """Whether a hand can be its sum alone, or its number of cards."""
    sums, counts = (any(typed.of_seat(way, number) for number in table.names) for way in ("sum", "count"))
    options = rules_of(table)
    asks_counts = any(ask.counts for ask in asked(options).values())
    return {"sums": sums or options.adds_hands, "counts": counts or asks_counts}


def _typed_kinds(rows: Iterable[TypedRow], used: Mapping[str, str]) -> str:
    """The kinds of rounds with a typed entry, separated by spaces."""
    return " ".join((*(row.kinds for row in rows), used.get("hands", ""), used.get("riichi", "")))


def _uses(asks: Mapping[str, Needs], kind: str, filled: Mapping[str, object]) -> dict[str, str]:
    """The kinds that use each field, separated by spaces; ``filled`` fields are always included."""
    found: dict[str, list[str]] = {}
    for name, ask in asks.items():
        for field in (*ask.slots, *ask.extras, *(("hands",) if ask.hands else ())):
            found.setdefault(field, []).append(name)
    for field, value in filled.items():
        if value and kind not in found.setdefault(field, []):
            found[field].append(kind)
    return {field: " ".join(kinds) for field, kinds in found.items() if kinds}


def _slots(table: Table, used: Mapping[str, str]) -> list[PadSlot]:
    """The buttons of the pad; one that several ways to end have in common stands once."""
    kinds: dict[tuple[str, Slot], list[str]] = {}
    for field in SLOTS:
        for kind in used.get(field, "").split():
            if kind in ENDINGS and field in ENDINGS[kind].slots:
                kinds.setdefault((field, ENDINGS[kind].slots[field]), []).append(kind)
    return [PadSlot(field, slot, those, _speak(table)) for (field, slot), those in kinds.items()]


def _speak(table: Table) -> texts.Translate:
    return texts.for_game(table.ruleset.key, gettext)


def _words(table: Table) -> dict[str, str]:
    speak, book = _speak(table), Book(table.ruleset, rules_of(table))
    counting = book.rule("deckout_jokers") if book.options.jokers else ""  # whether one is counted
    return {**{key: speak(word) for key, word in RETURNS.items()}, "counting": counting}


def pad_plan(asks: Mapping[str, Needs], options: DobonOptions, speak: texts.Translate) -> str:
    kinds = {kind: _filled({**asdict(ask), **_on_pad(kind, ask, speak)}) for kind, ask in asks.items()}
    plan = {"kinds": kinds, "sums": options.adds_hands, "several_drawn": options.drawn_factor == "on"}
    special = " ".join(str(card) for card in options.special if card.suit)
    return json.dumps(
        {**plan, "special": special} if special else plan, separators=(",", ":"), ensure_ascii=False
    ).replace("'", "\\u0027")


def _on_pad(kind: str, ask: Needs, speak: texts.Translate) -> dict[str, object]:
    extras = [name for name in ask.extras if name in BESIDE]
    return {"extras": extras, "roles": _roles(kind, ask, speak)}


def _filled(ask: Mapping[str, object]) -> dict[str, object]:
    return {key: value for key, value in ask.items() if value}


def _roles(kind: str, ask: Needs, speak: texts.Translate) -> dict[str, str]:
    """The role that each fact of an ending gives a player, by the pad's name for it."""
    named = ((field, slot.role) for field, slot in _page_of(kind).slots.items())
    told = {ROLES.get(field, field): speak(role) for field, role in named if role}
    return told | ({"returner": speak(RETURNS["role_returner"])} if "returns" in ask.extras else {})


def _kinds(table: Table, chosen: str) -> list[KindView]:
    options, speak = rules_of(table), _speak(table)
    pages = {key: _page_of(key) for key in asked(options)}
    big = [key for key, page in pages.items() if not page.rare][:BIG_KINDS]
    words = {
        key: (speak(page.label), speak(page.help_here(options) or page.help)) for key, page in pages.items()
    }
    return kind_views(words, pages, chosen, big)


def _page_of(kind: str) -> EndingPage:
    return ADJUST if kind == "adjust" else ENDINGS[kind]


def called(game: str, kind: str) -> str:
    return texts.for_game(game, gettext)(_page_of(kind).label)


def described(facts: Round, table: Table) -> dict[str, str]:
    """How a round ended, who had which part in it, and on which card."""
    speak = _speak(table)
    parts = {field: speak(slot_of(field).label) for field in ("winner", "starter", "player", "victim")}
    return {
        gettext("Result"): called(table.session.game, facts.kind),
        speak(slot_of("callers").label): pgettext("names", " & ").join(facts.callers),
        **{label: getattr(facts, field) for field, label in parts.items()},
        speak(RETURNS["returner"]): " → ".join(facts.returns),
        speak(slot_of("card").label): texts.card(facts.card, gettext) if facts.card else "",
    }


def _present(table: Table, typed: Typed) -> list[str]:
    roles = {seat for role in ROLES_NAMED for seat in typed.named(role)}
    roles |= typed.paying
    used = [
        name
        for number, name in table.names.items()
        if number in roles or entered(typed, number) or typed.of_seat("riichi", number)
    ]
    return list(dict.fromkeys((*table.before.seats, *used)))


def _seats(table: Table, typed: Typed, errors: Errors, *, sums: bool, counts: bool) -> list[EntrySeat]:
    presenter, seats = Presenter(table), []
    for name in _present(table, typed):
        person, number = presenter.person(name), int(table.numbers[name])
        hand = hand_fields(number, typed, errors, sums=sums, counts=counts)
        seats.append(EntrySeat(number, person, hand, riichi_field(number, person.name, typed, errors)))
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
    """Whose hands the form still waits for, and how far each is."""
    absent, checks = set[str](), dict[str, LineView]()
    if scored:
        absent = {item.who for item in scored.outcome.problems if item.code == "hand.missing"}
        if isinstance(scored.facts, Round):
            absent |= unseen_winners(scored.facts, rules_of(table), scored.outcome)
        checks |= checks_of(scored)
    said = (_status(number, typed, absent, checks, name) for number, name in table.names.items())
    hands = tuple(hand for hand in said if hand.text or hand.status != SKIPPED)
    still = _still(absent, table) or _undrawn(scored)
    silent = frozenset(("hand.missing", "drawn.missing"))
    still_open = frozenset(absent or ([still] if still else []))
    record = _record(scored.outcome.notes if scored else ())
    return Pending(still, hands, silent, still_open, record=record)


def _record(notes: Iterable[Note]) -> str:
    """What the button says while nobody has told how many cards are of a suit that counts: none do."""
    unsaid = (note.values["suit"] for note in notes if note.code == "note.suit_unsaid")
    suits = dict.fromkeys(show_card(card) for card in unsaid if isinstance(card, Card))
    return gettext("Record with no %(suit)s") % {"suit": "".join(suits)} if suits else ""


def _undrawn(scored: Scored | None) -> str:
    codes = [item.code for item in scored.outcome.problems] if scored else []
    return gettext("Still needed: the card drawn at the end") if "drawn.missing" in codes else ""


def _still(absent: set[str], table: Table) -> str:
    names = [name for name in table.names.values() if name in absent]
    if not names:
        return ""
    return gettext("Still needed: hands of %(names)s") % {"names": pgettext("names", " & ").join(names)}


def _status(
    number: str, typed: Typed, absent: set[str], checks: Mapping[str, LineView], name: str
) -> HandStatus:
    if name in absent:
        return HandStatus(int(number), "missing", "")
    status = "done" if entered(typed, number) else SKIPPED
    return HandStatus(int(number), status, checks[name].value if name in checks else "")
