"""手札の入力: one player's own hand, on that player's own phone."""

import json
from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import Any

from scorekeeper.play.table import Table
from scorekeeper.scoring.dobon.asking import EVERYBODY, Needs

from ..fields import Errors, Typed, seated, whole
from .form import HAND_FIELDS, asked, entered, rules_of
from .page import entry_view
from .typed import hand_fields


def asked_seats(typed: Typed, table: Table) -> tuple[str, ...]:
    """The seats whose hands are needed, in seat order; while roles are open, everybody who may be."""
    ask = _ask(typed, table)
    seats = seated(table)
    roles = ask.returned if typed.named("returns") and ask.returned else ask.hands
    skipped = typed.named(ask.skip)
    named = [typed.named(role) for role in roles]
    if EVERYBODY in roles or not all(named):
        return tuple(seat for seat in seats if roles and seat not in skipped)
    return tuple(seat for seat in seats if seat not in skipped and any(seat in held for held in named))


def _ask(typed: Typed, table: Table) -> Needs:
    return asked(rules_of(table)).get(typed.kind, Needs())


def fill(typed: Typed, sent: Mapping[str, Mapping[str, str]], table: Table) -> Typed:
    """The form with the hands that were sent, where they are asked and nothing else was entered."""
    wanted = asked_seats(typed, table)
    filled = typed.copy()
    for seat in wanted:
        if seat in sent and not entered(typed, seat):
            filled.put({f"{name}-{seat}": sent[seat].get(name, "") for name in HAND_FIELDS.values()})
    return filled


def view(table: Table, typed: Typed, number: str, errors: Errors) -> dict[str, object]:
    ask = _ask(typed, table)
    suits = suited(ask, typed, number)
    plan = Needs(hands=(EVERYBODY,), counts=ask.counts)
    if suits:
        known, declared = _known(ask, typed, number)
        plan = replace(plan, suits=("winner",), shown=known, declared=declared)
    kinds = {typed.kind: asdict(plan)}
    sums, counts = rules_of(table).adds_hands, bool(ask.counts)
    hand = hand_fields(int(number), typed, errors, sums=sums, counts=counts)
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
    """Cards shown that say which suits count in this hand, once all of them are known; else none of them."""
    declared = ask.declared if whole(typed.of_seat("riichi", number)) else ()
    known = all(typed.text(key) for key in (*ask.shown, *declared))
    return (ask.shown, declared) if known else ((), ())


def suited(ask: Needs, typed: Typed, number: str) -> bool:
    """Whether the suits of this hand count: that of who wins."""
    for role in ask.suits:
        held = typed.named(role)
        if held:
            return held[-1] == number if role == "returns" else number in held
    return False
