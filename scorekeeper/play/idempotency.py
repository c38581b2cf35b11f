"""What every form that changes a table carries, and the one way in which its change is made."""

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

from .entries import Unplayed, Unseated
from .models import RoundEdit

FORM_KEY = re.compile(r"[A-Za-z0-9_-]{8,64}")
PUBLIC_ID = 16

R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class FormVersion:
    """What a form carries to be accepted once and only on what it has seen.

    ``after`` is the key of another form that the same phone filled in before this one, without knowing
    what became of it; its change, if it was made, counts as seen.  ``confirmed_by`` is a second device that
    agreed.
    """

    revision: int
    key: str
    device: Device | None
    after: str = ""
    confirmed_by: Device | None = None


class StaleForm(Exception):
    """A form comes too late: somebody changed the session after it was opened; ``edits`` are those changes.

    ``words`` say what happened where it is no change of the session.
    """

    def __init__(self, edits: Sequence[RoundEdit] = (), words: str = "") -> None:
        super().__init__(len(edits))
        self.edits = edits
        self.words = words


class Hindered(StaleForm):
    """It cannot be done now, as ``words`` say: confirming again changes nothing."""

    def __init__(self, words: str) -> None:
        super().__init__([], words)


class NotSeated(StaleForm):
    """Rounds would name somebody who has not joined by then; ``number`` is the place of the changed one."""

    def __init__(self, unseated: Unseated, number: int) -> None:
        super().__init__([])
        self.unseated = unseated
        self.number = number


class NotPlayed(StaleForm):
    """By the house rules as they would be, a round could not be read (``unplayed``)."""

    def __init__(self, unplayed: Unplayed) -> None:
        super().__init__([])
        self.unplayed = unplayed


class FormUsed(StaleForm):
    """The form was sent before with other contents; ``edit`` is what it did then."""

    def __init__(self, edit: RoundEdit) -> None:
        super().__init__()
        self.edit = edit


def new_key() -> str:
    return secrets.token_urlsafe(16)


def form_hash(request: HttpRequest, file: str = "") -> str:
    """A hash of a posted form with its contents; empty for one without a key of ours.

    The key cannot be found out from it, which lets in anyone who sent the form.
    """
    if not FORM_KEY.fullmatch(request.POST.get("key", "")):
        return ""
    contents = {name: values for name, values in request.POST.lists() if name != "csrfmiddlewaretoken"}
    return hash_of(json.dumps([request.path, contents, file], sort_keys=True))


def form_id(request: HttpRequest) -> str:
    """The public id of what a posted form makes, so that it makes one; random where it has no key of ours."""
    return form_hash(request)[:PUBLIC_ID] or new_public_id()


def read_form_version(request: HttpRequest) -> FormVersion | None:
    """The revision and key of a posted form; None where they are not those of a form of ours."""
    revision, key = request.POST.get("revision", ""), request.POST.get("key", "")
    if not re.fullmatch(r"\d{1,9}", revision, re.ASCII) or not FORM_KEY.fullmatch(key):
        return None
    after = request.POST.get("after", "")
    return FormVersion(
        int(revision), key, current_device(request), after if FORM_KEY.fullmatch(after) else ""
    )


def row_key(request: HttpRequest) -> str:
    """The own key of the round that a form or a link means: its number may be another's by now.

    Empty where there is none, as in a page of an earlier version.
    """
    given = request.POST if request.method == "POST" else request.GET
    return given.get("row", "")


def hidden_fields(request: HttpRequest, revision: int, refused: bool = False) -> dict[str, object]:
    """What a form that is shown carries: the revision it shows and a key of its own.

    A form that was ``refused`` keeps those that it came with.
    """
    form_version = read_form_version(request) if refused else None
    return {
        "revision": form_version.revision if form_version else revision,
        "key": form_version.key if form_version else new_key(),
    }


@dataclass(frozen=True, slots=True)
class Applied(Generic[R]):
    """The outcome of a form: what it ``made``, or why it has to be shown again.

    ``refusal`` is why it came too late, or with other contents than before; ``wrong`` says that something in
    it is not right.
    """

    made: R | None = None
    refusal: StaleForm | None = None
    wrong: bool = False

    @property
    def status(self) -> int:
        return 409 if self.refusal else 422 if self.wrong else 200


def apply(
    request: HttpRequest, write: Callable[[FormVersion], R], form: BaseForm | None = None
) -> Applied[R]:
    """Make the change of a posted form once; a mere button has no ``form`` to be filled in.

    What is read after a refusal, to show the form again, is of one moment.
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
