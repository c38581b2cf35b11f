"""手札の入力: one player's own hand, on that player's own phone."""

import json
from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import Unpack

from scorekeeper.play.table import Table
from scorekeeper.scoring.dobon.asking import EVERYBODY, Needs

from ..fields import Errors, whole
from ..parts import Page
from .form import Typed, asked, rules_of
from .page import EntryView, entry_view
from .typed import hand_fields

WAYS = {"hand": "hands", "sum": "sums", "count": "counts"}
"""The fields of a hand, and where the form of the round keeps them."""


def asked_seats(typed: Typed, table: Table) -> tuple[str, ...]:
    """The seats whose hands are needed, in seat order; while roles are open, everybody who may be."""
    ask = _ask(typed, table)
    seats = [table.numbers[name] for name in table.state.seats]
    roles = ask.returned if typed.returns and ask.returned else ask.hands
    skipped = getattr(typed, ask.skip) if ask.skip else ""
    named = [_held(typed, role) for role in roles]
    if EVERYBODY in roles or not all(named):
        return tuple(seat for seat in seats if roles and seat != skipped)
    return tuple(seat for seat in seats if seat != skipped and any(seat in held for held in named))


def _ask(typed: Typed, table: Table) -> Needs:
    return asked(rules_of(table)).get(typed.kind, Needs())


def _held(typed: Typed, role: str) -> list[str]:
    """Who holds a role, as far as it is chosen."""
    held = getattr(typed, role, "")
    return list(held) if isinstance(held, list) else [held] if held else []


def fill(typed: Typed, sent: Mapping[str, Mapping[str, str]], table: Table) -> Typed:
    """The form with the hands that were sent, where they are asked and nothing else was entered."""
    wanted = asked_seats(typed, table)
    blank = [seat for seat in wanted if seat in sent and not entered(typed, seat)]

    def column(key: str) -> dict[str, str]:
        return {**getattr(typed, WAYS[key]), **{seat: sent[seat].get(key, "") for seat in blank}}

    return replace(typed, hands=column("hand"), sums=column("sum"), counts=column("count"))


def entered(typed: Typed, seat: str) -> bool:
    """Whether anything stands in the fields of a hand."""
    return any(getattr(typed, place).get(seat, "").strip() for place in WAYS.values())


def view(table: Table, typed: Typed, number: str, errors: Errors, **page: Unpack[Page]) -> EntryView:
    """The page of one hand: the pad of the round with nothing but this hand to enter."""
    shown = entry_view(table, typed, errors, table.state, **page)
    ask = _ask(typed, table)
    suits = _suited(ask, typed, number)
    plan = Needs(hands=(EVERYBODY,), counts=ask.counts)
    if suits:
        known, declared = _known(ask, typed, number)
        plan = replace(plan, suits=("winner",), shown=known, declared=declared)
    kinds = {typed.kind: asdict(plan)}
    sums, counts = rules_of(table).adds_hands, bool(ask.counts)
    hand = hand_fields(int(number), typed, errors, sums=sums, counts=counts)
    return replace(
        shown,
        seats=[replace(seat, hand=hand) for seat in shown.seats if str(seat.number) == number],
        uses={},
        slots=[slot for slot in shown.slots if slot.field == "callers"],
        suits=shown.suits if suits else "",
        plan=json.dumps({"kinds": kinds, "sums": sums, "several_drawn": False}),
        sums=sums,
        counts=counts,
    )


def _known(ask: Needs, typed: Typed, number: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Cards shown that say which suits count in this hand, once all of them are known; else none of them."""
    declared = ask.declared if whole(typed.riichi.get(number, "")) else ()
    known = all(getattr(typed, key).strip() for key in (*ask.shown, *declared))
    return (ask.shown, declared) if known else ((), ())


def _suited(ask: Needs, typed: Typed, number: str) -> bool:
    """Whether the suits of this hand count: that of who wins."""
    for role in ask.suits:
        held = _held(typed, role)
        if held:
            return held[-1] == number if role == "returns" else number in held
    return False
