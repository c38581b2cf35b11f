"""What is said once a round was recorded, taken back or restored: with a button that turns that round."""

import json

from django.contrib import messages
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext

from scorekeeper.play.idempotency import new_key
from scorekeeper.play.models import RoundEdit
from scorekeeper.play.moving import read_place

Action = RoundEdit.Action


def done(request: HttpRequest, words: str, edit: RoundEdit | None) -> None:
    """Say on the next page what was done by ``edit``; None where nothing was recorded by that."""
    if edit and (back := _back(edit)):
        undoable(request, words, **back)
    else:
        messages.success(request, words)


def undoable(request: HttpRequest, words: str, url: str, label: str, **fields: str) -> None:
    """Say on the next page what was done, beside a button that sends a form of its own to ``url``."""
    form = {"url": url, "label": label, "fields": {"revision": "0", "key": new_key(), **fields}}
    messages.success(request, words, extra_tags=json.dumps(form))


def _back(edit: RoundEdit) -> dict[str, str] | None:
    """The form that takes a change back, which refers to the table as that change left it."""
    ways = {
        Action.ADD: ("round_void", gettext("Undo")),
        Action.RESTORE: ("round_void", gettext("Undo")),
        Action.VOID: ("round_restore", gettext("Redo")),
        Action.MOVE: ("round_move", gettext("Undo")),
    }
    if edit.round is None or edit.action not in ways:
        return None
    name, label = ways[Action(edit.action)]
    place = read_place(edit.before, edit.round.happened["kind"]) if edit.action == Action.MOVE else None
    return {
        "url": reverse(name, args=(edit.session.public_id, edit.round.position)),
        "label": label,
        "revision": str(edit.revision),
        "row": str(edit.round.pk),
        **({"before": place.asked} if place else {}),
    }
