"""表計算用: CSV files of a session or a circle: UTF-8 with a BOM, RFC 4180, formulas escaped.

The order of columns never changes; a new one comes last.  Files of one session and of a whole circle have the
same columns, so that they can be concatenated.
"""

import csv
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime
from decimal import Decimal
from io import StringIO
from itertools import chain, groupby, islice
from operator import itemgetter

from django.db.models import CharField, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Cast
from django.http import HttpRequest, HttpResponseBase, StreamingHttpResponse
from django.utils import timezone
from django.utils.translation import get_language, gettext, ngettext, override
from django.utils.translation import gettext_lazy as _

from scorekeeper.circles.access import membership_of
from scorekeeper.games.families import family_of
from scorekeeper.play import find
from scorekeeper.play.models import Bill, BillPayment, GameSession, Hand, Seat, SeatResult, SettlementPaid
from scorekeeper.play.numbering import counted_in
from scorekeeper.present.sheet import chip_of
from scorekeeper.present.words import table_name
from scorekeeper.scoring import texts
from scorekeeper.scoring.core import BANK
from scorekeeper.scoring.registry import RULESETS

CsvCell = str | int | Decimal | None
CsvRow = Sequence[CsvCell]

CHUNK_ROWS = 500
"""Rows in memory at a time."""
BOM = "\ufeff"
"""Byte order mark: Excel needs it to read UTF-8."""
FORMULA = tuple("=+-@\t\r\n＝＋－＠")
"""First characters of a formula; a text that begins so gets an apostrophe, so that it is not evaluated."""

SESSION_HEAD = (_("ID"), _("Table"), _("Game"), _("Day"))
ROUND_HEAD = (_("Round"), _("Time"), _("Ending"), _("Claimed number"))
ROUNDS_HEAD = (
    *(*SESSION_HEAD, *ROUND_HEAD),
    *(_("Seat"), _("Player"), _("Played by"), _("Part"), _("Gain"), _("Points"), _("Hand")),
)
PAYMENTS_HEAD = (
    *SESSION_HEAD,
    *(_("Time"), _("From"), _("To"), _("Points"), _("Amount"), _("Unit"), _("Taken back")),
)

SESSION = ("public_id", "title", "game", "number", "night__day")
"""Columns of a session, the arguments of ``_session``."""
ROUND = ("shown", "result__counts", "result__round__created_at", "result__kind")
"""Columns of a round, with ``CLAIMED`` the arguments of ``_round`` after the game; ``shown`` is the number of
one that counts."""
CLAIMED = "result__claimed"
SHOWN = counted_in("result__state")
HANDS = Hand.objects.filter(round=OuterRef("result"), seat=OuterRef("seat")).order_by()
HAND = {f"hand_{column}": Subquery(HANDS.values(column)) for column in ("cards", "points", "count")}
"""The hand of a seat in a round, the arguments of ``_hand``."""

EVENT_WORDS: Mapping[str, object] = {
    "adjust": _("Correction in points"),
    "seats": _("Change of seats"),
    "streak": _("Wins in a row"),
    "rules": _("House rules"),
}


def csv_response(name: str, head: Sequence[object], rows: Iterable[CsvRow]) -> StreamingHttpResponse:
    """A download, streamed in chunks; ``name`` is without extension."""
    language = get_language() or ""
    all_rows = chain([[str(title) for title in head]], rows)
    response = StreamingHttpResponse(
        _pieces(iter(all_rows), language), content_type="text/csv; charset=utf-8"
    )
    response["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    return response


def _pieces(rows: Iterator[CsvRow], language: str) -> Iterator[bytes]:
    prefix = BOM
    while True:
        with override(language):
            chunk = list(islice(rows, CHUNK_ROWS))
        if not chunk:
            return
        yield (prefix + csv_text(chunk)).encode()
        prefix = ""


def csv_text(rows: Iterable[CsvRow]) -> str:
    """Rows as RFC 4180 has them.

    >>> csv_text([["A, B", 3, None], ["@C", -5, "D"]])
    '"A, B",3,\\r\\n\\'@C,-5,D\\r\\n'
    """
    out = StringIO()
    csv.writer(out, lineterminator="\r\n").writerows(
        [f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA) else cell for cell in row]
        for row in rows
    )
    return out.getvalue()


def moment(at: datetime | None) -> str:
    """Date and time in ISO format, in the server's time zone, without offset."""
    return timezone.localtime(at).isoformat(" ", "seconds")[:19] if at else ""


def seat_rows(sessions: "QuerySet[GameSession]") -> Iterator[CsvRow]:
    """A row for each seat of each round that counts, or that changed its points."""
    rows = SeatResult.objects.filter(result__session__in=sessions.order_by().values("pk"))
    counted = rows.filter(Q(result__counts=True) | ~Q(gain=0)).order_by(
        "result__session__started_at", "result__session", "result__number", "seat__number"
    )
    columns = [f"result__session__{column}" for column in SESSION]
    seat_columns = ("seat__number", "seat__player__name", "player__name", "parts", "gain", "balance", *HAND)
    words = {}  # by game, the labels of the parts that players have in a round, in order
    for key, ruleset in RULESETS.items():
        translate = texts.for_game(key, gettext)
        words[key] = {part: translate(label) for part, label in ruleset.messages.parts.items()}
    values = counted.annotate(shown=SHOWN, **HAND).values_list(*columns, *ROUND, CLAIMED, *seat_columns)
    for row in values.iterator(CHUNK_ROWS):
        number, name, played, parts, gain, balance, *hand = row[10:]
        had = parts.split()
        cells = (
            number + 1,
            name,
            "" if played == name else played,
            gettext(", ").join(label for part, label in words[row[2]].items() if part in had),
            gain,
            balance,
            _hand(*hand),
        )
        yield [*_session(*row[:5]), *_round(row[2], *row[5:10]), *cells]


def _session(public_id: str, title: str, game: str, number: int, day: date) -> list[CsvCell]:
    return [public_id, title or table_name(game, number), gettext(RULESETS[game].title), f"{day}"]


def _hand(cards: str | None, points: int | None, count: int | None) -> str:
    """A hand as it was entered: its cards, or their sum or number, or nothing."""
    if points is not None:
        return ngettext("%(points)s point", "%(points)s points", points) % {"points": points}
    if count is not None:
        return ngettext("%(count)s card", "%(count)s cards", count) % {"count": count}
    return cards or ""


def _round(
    game: str, number: int, counts: bool, at: datetime, kind: str, claimed: int | None
) -> list[CsvCell]:
    """The cells of a round; ``number`` is that of the score sheet."""
    words = EVENT_WORDS.get(kind) or family_of(RULESETS[game]).form.called(game, kind)
    return [number if counts else None, moment(at), str(words), chip_of(claimed)]


def sheet_head(session: GameSession) -> list[object]:
    """The column titles of a sheet: gains of all seats and of pot and bank, then points of all seats."""
    names = list(session.seats.values_list("player__name", flat=True))
    totals = [gettext("%(name)s (points)") % {"name": name} for name in names]
    return [*ROUND_HEAD, *names, gettext("Pot and penalty total"), *totals]


def sheet_rows(session: GameSession) -> Iterator[CsvRow]:
    """A row for each round that is not voided; its gains sum to 0."""
    seats = list(session.seats.values_list("number", flat=True))
    rows = SeatResult.objects.filter(result__session=session).order_by("result__number", "seat__number")
    columns = ("result_id", *ROUND, CLAIMED, "seat__number", "gain", "balance")
    values = rows.annotate(shown=SHOWN).values_list(*columns).iterator(CHUNK_ROWS)
    for _key, group in groupby(values, itemgetter(0)):
        seat_values = list(group)
        counts = seat_values[0][2]
        shares = {row[6]: row[7:] for row in seat_values if counts or row[7]}
        elsewhere = -sum(gain for gain, _balance in shares.values())
        shown = counts or elsewhere or bool(shares)
        gains, points = ([shares.get(seat, (None, None))[which] for seat in seats] for which in (0, 1))
        round_cells = _round(session.game, *seat_values[0][1:6])
        yield [*round_cells, *gains, elsewhere if shown else None, *points]


def payment_rows(sessions: "QuerySet[GameSession]") -> Iterator[CsvRow]:
    """A row for each payment of sessions, also undone ones."""
    rows = SettlementPaid.objects.filter(session__in=sessions.order_by().values("pk")).order_by("at", "pk")
    named = rows.annotate(giver=_name_of("payer"), taker=_name_of("payee"))
    columns = [f"session__{column}" for column in SESSION]
    payment_columns = ("at", "payer", "giver", "payee", "taker", "points", "money", "unit", "undone_at")
    for row in named.values_list(*columns, *payment_columns).iterator(CHUNK_ROWS):
        at, payer, giver, payee, taker, points, money, unit, undone = row[5:]
        people = giver or texts.account(payer, gettext), taker or texts.account(payee, gettext)
        amount = Decimal(money) if money else None
        yield [*_session(*row[:5]), moment(at), *people, points, amount, unit, moment(undone)]


def bill_rows(bills: "QuerySet[Bill]") -> Iterator[CsvRow]:
    """A row for each payment of combined settlements, in the same columns."""
    rows = BillPayment.objects.filter(bill__in=bills.order_by().values("pk")).order_by("at", "pk")
    bill = ("bill__public_id", "bill__game", "bill__created_at", "bill__night__day", "bill__unit")
    payment_columns = ("at", "payer__name", "payee__name", "amount", "undone_at")
    for row in rows.values_list(*bill, *payment_columns).iterator(CHUNK_ROWS):
        public_id, game, made, night, unit, at, payer, payee, amount, undone = row
        people = (name or texts.account(BANK, gettext) for name in (payer, payee))
        sums = (None, Decimal(amount), unit) if unit else (Decimal(amount), None, "")
        title, day = gettext("Settled together"), night or timezone.localdate(made)
        cells = [public_id, title, gettext(RULESETS[game].title) if game else "", f"{day}"]
        yield [*cells, moment(at), *people, *sums, moment(undone)]


def _name_of(number: str) -> Subquery:
    """The name of the player on the seat whose number is in a column of a payment."""
    seats = Seat.objects.annotate(text=Cast("number", CharField()))
    rows = seats.filter(session=OuterRef("session"), text=OuterRef(number)).order_by()
    return Subquery(rows.values("player__name")[:1])


def rounds_csv(request: HttpRequest, sid: str) -> HttpResponseBase:
    session = find.find_session(request, sid)
    return csv_response(_name("rounds", session), ROUNDS_HEAD, seat_rows(_only(session)))


def sheet_csv(request: HttpRequest, sid: str) -> HttpResponseBase:
    session = find.find_session(request, sid)
    return csv_response(_name("sheet", session), sheet_head(session), sheet_rows(session))


def payments_csv(request: HttpRequest, sid: str) -> HttpResponseBase:
    session = find.find_session(request, sid)
    return csv_response(_name("payments", session), PAYMENTS_HEAD, payment_rows(_only(session)))


def circle_rounds_csv(request: HttpRequest, cid: str) -> HttpResponseBase:
    circle = membership_of(request).circle
    return csv_response("rounds", ROUNDS_HEAD, seat_rows(circle.sessions.all()))


def circle_payments_csv(request: HttpRequest, cid: str) -> HttpResponseBase:
    circle = membership_of(request).circle
    payments = chain(payment_rows(circle.sessions.all()), bill_rows(circle.bills.all()))
    return csv_response("payments", PAYMENTS_HEAD, payments)


def _only(session: GameSession) -> "QuerySet[GameSession]":
    return GameSession.objects.filter(pk=session.pk)


def _name(what: str, session: GameSession) -> str:
    return f"{what}-{session.night.day}"
