"""変更: the change of a table by a posted form, made once, or the form again by how the table stands now."""

from collections.abc import Callable
from dataclasses import dataclass

from django.forms.forms import BaseForm
from django.http import HttpRequest

from scorekeeper.play.find import find_table
from scorekeeper.play.models import RoundEdit
from scorekeeper.play.services import Stamp, repeated
from scorekeeper.play.stamps import apply
from scorekeeper.play.table import Table

from .preview import StaleView, stale_view


@dataclass(frozen=True, slots=True)
class Changed:
    """What came of a form: ``edit``, or how it is shown again at the table as it is by now.

    ``stale`` is what happened meanwhile.
    """

    table: Table
    edit: RoundEdit | None = None
    status: int = 200
    stale: StaleView | None = None


def change_table(
    request: HttpRequest,
    table: Table,
    form: BaseForm,
    write: Callable[[Stamp], RoundEdit],
    same: Callable[[RoundEdit], bool] = lambda _edit: False,
) -> Changed:
    """Change a table by a form, once; ``same`` tells whether an earlier change is what the form says."""
    applied = apply(request, write, form, lambda stamp: repeated(table.session, stamp, same))
    if applied.refusal is None:
        return Changed(table, applied.made, applied.status)
    fresh = find_table(request, table.session.public_id)
    return Changed(fresh, None, applied.status, stale_view(fresh, applied.refusal))
