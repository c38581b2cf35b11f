"""変更: changing a table by a posted form, and the messages after it."""

import json
from collections.abc import Callable
from dataclasses import dataclass

from django.contrib import messages
from django.forms import Form
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext

from scorekeeper.play.find import find_round, find_table
from scorekeeper.play.idempotency import (
    DisallowedByRules,
    FormVersion,
    NotSeated,
    StaleForm,
    apply,
    new_key,
    read_form_version,
    row_key,
)
from scorekeeper.play.models import Round, RoundEdit
from scorekeeper.play.moving import read_position
from scorekeeper.play.services import repeated
from scorekeeper.play.table import Table
from scorekeeper.server.unreadable import number_in

from .preview import StaleView, round_news, stale_view


@dataclass(frozen=True, slots=True)
class Changed:
    """The outcome of a form: the ``edit`` that it made, or how to show it again."""

    table: Table  # loaded again after a refusal
    edit: RoundEdit | None = None
    status: int = 200
    stale: StaleView | None = None


def change_table(
    request: HttpRequest,
    table: Table,
    form: Form,
    write: Callable[[FormVersion], RoundEdit],
    same: Callable[[RoundEdit], bool] = lambda _edit: False,
    row: Round | None = None,
) -> Changed:
    """Change a table by a form, once; ``same`` tells whether an earlier change did what the form says.

    ``row`` is the round that the form is about, if any; its page itself shows why rules or seats prevent the
    change.
    """

    def write_named(form_version: FormVersion) -> RoundEdit:
        if row and not row_key(request):
            raise unnamed_round_error()
        return write(form_version)

    form_version = read_form_version(request)
    if form_version and (done := repeated(table.session, form_version, same)):
        return Changed(table, done)
    applied = apply(request, write_named, form)
    refusal = applied.refusal
    if refusal is None:
        return Changed(table, applied.made, applied.status)
    fresh = find_table(request, table.session.public_id)
    if row is None:
        return Changed(fresh, None, applied.status, stale_view(fresh, refusal))
    if isinstance(refusal, NotSeated | DisallowedByRules):
        return Changed(fresh, status=422)
    now = find_round(fresh, row.position, str(row.pk))
    news = round_news(fresh, now, number_shown(request), refusal)
    return Changed(fresh, None, applied.status, stale_view(fresh, refusal, news))


def unnamed_round_error() -> StaleForm:
    return StaleForm(
        [], gettext("This page was opened before an update. Check that this is the right round.")
    )


def number_shown(request: HttpRequest) -> int:
    """The number of its round that a form has shown; 0 where it had none."""
    return number_in(request.POST.get("number", ""))


Action = RoundEdit.Action


def toast(request: HttpRequest, words: str, edit: RoundEdit | None) -> None:
    """Show a message on the next page, with a button that undoes ``edit``, where that is possible."""
    if edit and (fields := _undo_fields(edit)):
        undo_toast(request, words, **fields)
    else:
        messages.success(request, words)


def undo_toast(request: HttpRequest, words: str, url: str, label: str, **fields: str) -> None:
    """Show a message on the next page, with a button that posts a form to ``url``."""
    form = {"url": url, "label": label, "fields": {"revision": "0", "key": new_key(), **fields}}
    messages.success(request, words, extra_tags=json.dumps(form))


def _undo_fields(edit: RoundEdit) -> dict[str, str] | None:
    """The form that undoes a change, on the revision that this has made; None where there is none."""
    ways = {
        Action.ADD: ("round_void", gettext("Undo")),
        Action.RESTORE: ("round_void", gettext("Undo")),
        Action.VOID: ("round_restore", gettext("Redo")),
        Action.MOVE: ("round_move", gettext("Undo")),
    }
    if edit.round is None or edit.action not in ways:
        return None
    name, label = ways[Action(edit.action)]
    place = read_position(edit.before, edit.round.happened["kind"]) if edit.action == Action.MOVE else None
    return {
        "url": reverse(name, args=(edit.session.public_id, edit.round.position)),
        "label": label,
        "revision": str(edit.revision),
        "row": str(edit.round.pk),
        **({"before": place.form_value} if place else {}),
    }
