"""回の番号: the numbers that pages show for rounds.

``Round.position`` numbers all entries of a session, for addresses; pages number only those that count.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple, TypeVar, cast

from django.db.models import F, IntegerField, Model, OuterRef, QuerySet, Subquery, Value
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Cast, Coalesce

from .models import Round, RoundResult

M = TypeVar("M", bound=Model)


class Numbered(NamedTuple):
    """What the name of an entry is made of."""

    kind: str
    counts: bool
    counted: int  # how many rounds count up to it

    @property
    def number(self) -> int | None:
        """The number that pages show; None where the entry does not count."""
        return self.counted if self.counts else None


def with_counted(rows: "QuerySet[M]", way: str = "") -> "QuerySet[M]":
    """Annotate rounds, or rows with a field path ``way`` to a round, with what ``numbered`` reads."""
    before = RoundResult.objects.filter(
        session=OuterRef(f"{way}session"), round__position__lt=OuterRef(f"{way}position")
    ).order_by("-round__position")
    own, last = counted_in(f"{way}result__state"), Subquery(before.values(counted=counted_in("state"))[:1])
    result = rows.annotate(counts=F(f"{way}result__counts"), counted=Coalesce(own, last, Value(0)))
    return cast("QuerySet[M]", result)


def counted_in(state: str) -> Cast:
    """``State.counted`` of a column with a stored state."""
    return Cast(KeyTextTransform("counted", state), IntegerField())


def numbered(row: Round, model: Model | None = None) -> Numbered:
    """The ``Numbered`` of a round; ``model`` is the row with the annotations, if that is another one."""
    known = model or row
    return Numbered(row.happened["kind"], bool(getattr(known, "counts", None)), getattr(known, "counted", 0))


def numbers_of(rounds: Iterable[int | None]) -> Mapping[int, Numbered]:
    """The ``Numbered`` of rounds, by primary key; None is skipped."""
    wanted = {key for key in rounds if key is not None}
    result = with_counted(Round.objects.filter(pk__in=wanted).order_by()) if wanted else ()
    return {row.pk: numbered(row) for row in result}
