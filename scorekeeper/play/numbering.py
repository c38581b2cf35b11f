"""回の番号: which entries of a session count as rounds, and which number each of those has.

``Round.position`` is the place of an entry among all, for addresses; people number only what counts.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple, TypeVar, cast

from django.db.models import F, IntegerField, Model, OuterRef, QuerySet, Subquery, Value
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Cast, Coalesce

from .models import Round, RoundResult

M = TypeVar("M", bound=Model)


class Numbered(NamedTuple):
    """What an entry is called by: its kind, whether it counts, and how many rounds count up to it."""

    kind: str
    counts: bool
    counted: int

    @property
    def number(self) -> int | None:
        """The number that the entry is shown with; None where it has none."""
        return self.counted if self.counts else None


def with_counted(rows: "QuerySet[M]", way: str = "") -> "QuerySet[M]":
    """Rounds, or rows from which ``way`` leads to one, with what ``numbered`` reads."""
    before = RoundResult.objects.filter(
        session=OuterRef(f"{way}session"), round__position__lt=OuterRef(f"{way}position")
    ).order_by("-round__position")
    own, last = counted_in(f"{way}result__state"), Subquery(before.values(counted=counted_in("state"))[:1])
    result = rows.annotate(counts=F(f"{way}result__counts"), counted=Coalesce(own, last, Value(0)))
    return cast("QuerySet[M]", result)


def counted_in(state: str) -> Cast:
    """How many rounds count up to the one whose ``state`` a column holds: its number, if it counts."""
    return Cast(KeyTextTransform("counted", state), IntegerField())


def numbered(row: Round, model: Model | None = None) -> Numbered:
    """What a round is called by; ``model`` is the row that was read ``with_counted`` where it is another."""
    known = model or row
    return Numbered(row.happened["kind"], bool(getattr(known, "counts", None)), getattr(known, "counted", 0))


def numbers_of(rounds: Iterable[int | None]) -> Mapping[int, Numbered]:
    """What rounds are called by, by their keys; None is no round."""
    wanted = {key for key in rounds if key is not None}
    result = with_counted(Round.objects.filter(pk__in=wanted).order_by()) if wanted else ()
    return {row.pk: numbered(row) for row in result}
