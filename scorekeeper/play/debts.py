"""残っている支払い: payments that are left to be made for tables, one by one and combined.

They are stored as ``OpenDebt`` rows for every ended session and every bill, and written again with every
change of one.  For a running table they are in ``Table.final``.
"""

from collections.abc import Iterable, Sequence
from decimal import Decimal
from fractions import Fraction
from math import lcm

from django.db.models import Exists, F, OuterRef, Prefetch, Q, Subquery, prefetch_related_objects
from django.db.models.functions import Coalesce

from scorekeeper.circles.models import Circle
from scorekeeper.scoring.core import BANK
from scorekeeper.scoring.settlement import EXACT, fewest_payments

from .models import Bill, GameSession, Kind, OpenDebt, RoundResult, SettlementPaid, with_players
from .table import Table
from .transactions import lock_row
from .transfers import Balances, MoneyTransfer, amount_of, balances, person_id

Debts = Sequence[MoneyTransfer]

MOST_CARRIED = 12
"""Most payments left from elsewhere that a table shows."""


def running_tables(circle: Circle) -> list[Table]:
    """The circle's running sessions, oldest first, with the rows that their debts follow from, prefetched."""
    running = circle.sessions.filter(ended_at=None).order_by("started_at", "pk")
    newest = RoundResult.objects.filter(session=OuterRef("pk")).order_by("-number").values("pk")[:1]
    sessions = list(running.annotate(newest=Subquery(newest)))
    last = RoundResult.objects.filter(pk__in=[session.newest for session in sessions])
    prefetch_related_objects(
        sessions,
        Prefetch("results", last.defer("outcome").annotate(place=F("round__position"))),
        Prefetch("payments", SettlementPaid.objects.select_related("device")),
        with_players(),
    )
    return [Table(session, prefetched=True) for session in sessions]


def combined_settlements(tables: Sequence[Table]) -> tuple[list[tuple[Kind, int, Debts]], int]:
    """Kind, number of tables and fewest payments for each kind with several; and how many tables are alone.

    Empty where fewer than two tables leave debts.
    """
    kinds: dict[Kind, list[Table]] = {}
    for table in tables:
        if table.final.debts:
            kinds.setdefault(table.session.kind, []).append(table)
    several = {kind: some for kind, some in kinds.items() if len(some) > 1}
    alone = len(kinds) - len(several)
    if not several and alone < 2:
        return [], 0
    return [(kind, len(some), _joined(some)) for kind, some in several.items()], alone


def _joined(tables: Sequence[Table]) -> Debts:
    """The fewest payments for several tables.

    They depend on the order of people, which is that of their first seats: so after one of them was paid at
    its table, the others are still the same.
    """
    owed = balances(debt for table in tables for debt in rows_of(table))
    seated = (str(person) for table in tables for person in table.people.values())
    return fewest({one: owed[one] for one in dict.fromkeys((*seated, *owed)) if one in owed})[0]


def fewest(owed: Balances) -> tuple[Debts, bool]:
    """The fewest payments for these balances, and whether fewer are proved impossible.

    Amounts have as many decimals as the balances.
    """
    places = min((int(amount.as_tuple().exponent) for amount in owed.values()), default=0)
    shares = {name: Fraction(amount) for name, amount in owed.items()}
    step = lcm(*(share.denominator for share in shares.values()))
    plan = fewest_payments({name: int(share * step) for name, share in shares.items()})

    def amount(units: int) -> Decimal:
        return EXACT.divide(Decimal(units), step).quantize(Decimal(1).scaleb(places), context=EXACT)

    return tuple(MoneyTransfer(one.payer, one.payee, amount(one.amount)) for one in plan.payments), plan.exact


def carried_over(table: Table) -> list[OpenDebt]:
    """Open debts between the people of a running table from other tables, the newest first.

    Points without a unit are a debt only where somebody has begun to pay them: most groups just count.  At
    most one more than ``MOST_CARRIED``.
    """
    if table.session.ended_at or not vars(table.session).get("has_debts", True):
        return []
    people = list(table.people.values())
    noted = Exists(SettlementPaid.objects.filter(session=OuterRef("session")))
    here = Q(session__circle=table.session.circle_id)  # else it is on its way in a file
    for_real = Q(bill__isnull=False) | here & (Q(session__rate__isnull=False) | Q(noted))
    rows = OpenDebt.objects.filter(for_real, payer__in=people, payee__in=people, session__bill=None)
    newest = Coalesce("session__started_at", "bill__created_at").desc()
    rows = rows.select_related("session__night", "bill__night", "bill__circle").order_by(newest, "pk")
    return list(rows[: MOST_CARRIED + 1])


def store_open_debts(table: Table) -> None:
    """Replace the rows of a session, and then those of its bill.

    ``table`` is read at the end of a transaction that has locked the session.
    """
    session = table.session
    _store(_left_by(table), session=session)
    if session.bill:
        store_bill_debts(session.bill)


def rows_of(table: Table) -> Debts:
    people = {name: str(table.people[seat]) for name, seat in table.numbers.items()}
    return [
        MoneyTransfer(people.get(one.payer, BANK), people.get(one.payee, BANK), amount_of(one))
        for one in table.final.debts
    ]


def store_bill_debts(bill: Bill) -> None:
    """Lock a bill and replace its rows."""
    lock_row(bill)
    _store(_left_by(bill), bill=bill)


def differ(of: Table | Bill) -> bool:
    """Whether the stored rows of a session or a bill differ from what follows from it."""
    stored = of.session if isinstance(of, Table) else of
    return sorted(str(row.transfer) for row in stored.open_debts.all()) != sorted(map(str, _left_by(of)))


def _left_by(of: Table | Bill) -> Debts:
    if isinstance(of, Table):
        return rows_of(of) if of.session.ended_at else ()
    return fewest(balances_of(of, of.sessions.all()))[0] if of.dissolved_at is None else ()


def _store(debts: Debts, **of: GameSession | Bill) -> None:
    OpenDebt.objects.filter(**of).delete()
    people = ((person_id(one.payer), person_id(one.payee), f"{one.amount:f}") for one in debts)
    OpenDebt.objects.bulk_create(
        OpenDebt(**of, payer_id=payer, payee_id=payee, amount=amount) for payer, payee, amount in people
    )


def balances_of(bill: Bill, sessions: Iterable[GameSession]) -> Balances:
    """What is open of a bill over these sessions, less its own payments."""
    owed = OpenDebt.objects.filter(session__in=list(sessions))
    paid = bill.payments.filter(undone_at=None) if bill.pk else ()
    back = (MoneyTransfer(payee, payer, amount) for payer, payee, amount in (row.transfer for row in paid))
    result = balances([*(row.transfer for row in owed), *back])
    return {one: result[one] for one in sorted(result, key=lambda one: (one == BANK, len(one), one))}
