"""Idempotency keys and revisions of forms: a form is accepted once, and only on what it has shown."""

import json
import re
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from django.forms.forms import BaseForm
from django.http import HttpRequest
from django.utils.translation import gettext

from scorekeeper.circles.access import current_device, hash_of
from scorekeeper.circles.models import Device, new_public_id
from scorekeeper.circles.routes import begin_snapshot

from .entries import DisallowedRound, Unseated
from .models import RoundEdit

FORM_KEY = re.compile(r"[A-Za-z0-9_-]{8,64}")
PUBLIC_ID = 16

R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class FormVersion:
    """The revision that a form has shown, and its idempotency key.

    ``after`` is the key of the form that the same phone sent before this one without knowing the answer: the
    change of that form, if it was made, counts as seen.  ``confirmed_by`` is a second device that agreed.
    """

    revision: int
    key: str
    device: Device | None
    after: str = ""
    confirmed_by: Device | None = None


class StaleForm(Exception):
    """A form is stale: the session was changed after it was opened, by ``edits``.

    ``words`` give another reason where it is no change of the session.
    """

    def __init__(self, edits: Sequence[RoundEdit] = (), words: str = "") -> None:
        super().__init__(len(edits))
        self.edits = edits
        self.words = words


class ChangeBlocked(StaleForm):
    """The change is not possible now, for the reason in ``words``: confirming again does not help."""

    def __init__(self, words: str) -> None:
        super().__init__([], words)


class NotSeated(StaleForm):
    """Rounds would name people who have not joined by then; ``number`` is the changed round's position."""

    def __init__(self, unseated: Unseated, number: int) -> None:
        super().__init__([])
        self.unseated = unseated
        self.number = number


class DisallowedByRules(StaleForm):
    """A round could not be read by the house rules that would be in force there."""

    def __init__(self, disallowed: DisallowedRound) -> None:
        super().__init__([])
        self.disallowed = disallowed


class FormUsed(StaleForm):
    """The form was sent before with other contents; ``edit`` is what it did then."""

    def __init__(self, edit: RoundEdit) -> None:
        super().__init__()
        self.edit = edit


def new_key() -> str:
    return secrets.token_urlsafe(16)


def form_hash(request: HttpRequest, file: str = "") -> str:
    """A hash of a posted form with its contents; empty without a valid key.

    Only this hash is stored: a device that knows the key is let into the circle that the form has opened.
    """
    if not FORM_KEY.fullmatch(request.POST.get("key", "")):
        return ""
    contents = {name: values for name, values in request.POST.lists() if name != "csrfmiddlewaretoken"}
    return hash_of(json.dumps([request.path, contents, file], sort_keys=True))


def form_id(request: HttpRequest) -> str:
    """The public id of what a posted form creates, so that it is created once; random without a valid key."""
    return form_hash(request)[:PUBLIC_ID] or new_public_id()


def read_form_version(request: HttpRequest) -> FormVersion | None:
    """The revision and key of a posted form; None where one is missing or malformed."""
    revision, key = request.POST.get("revision", ""), request.POST.get("key", "")
    if not re.fullmatch(r"\d{1,9}", revision, re.ASCII) or not FORM_KEY.fullmatch(key):
        return None
    after = request.POST.get("after", "")
    return FormVersion(
        int(revision), key, current_device(request), after if FORM_KEY.fullmatch(after) else ""
    )


def row_key(request: HttpRequest) -> str:
    """The primary key of the round that a form or a link is about: its number may be another round's by now.

    Empty on a page of an earlier version.
    """
    given = request.POST if request.method == "POST" else request.GET
    return given.get("row", "")


def hidden_fields(request: HttpRequest, revision: int, refused: bool = False) -> dict[str, object]:
    """The hidden fields of a form: the revision that it shows and a new key; if ``refused``, as sent."""
    form_version = read_form_version(request) if refused else None
    return {
        "revision": form_version.revision if form_version else revision,
        "key": form_version.key if form_version else new_key(),
    }


@dataclass(frozen=True, slots=True)
class Applied(Generic[R]):
    """The outcome of a form: what it ``made``, or why it has to be shown again."""

    made: R | None = None
    refusal: StaleForm | None = None
    wrong: bool = False  # the form has errors

    @property
    def status(self) -> int:
        return 409 if self.refusal else 422 if self.wrong else 200


def apply(
    request: HttpRequest, write: Callable[[FormVersion], R], form: BaseForm | None = None
) -> Applied[R]:
    """Call ``write`` for a posted form that is valid; a mere button has no ``form``.

    After a refusal the rest of the request reads from one snapshot.
    """
    form_version = read_form_version(request)
    if form and form_version is None and not form.errors:
        form.add_error(None, gettext("Please confirm once more."))
    if form and form.errors:
        return Applied(wrong=True)
    try:
        if form_version is None:
            raise StaleForm
        return Applied(write(form_version))
    except StaleForm as refusal:
        begin_snapshot(request)
        return Applied(refusal=refusal)
