"""What every form that changes a table carries, and the one way in which its change is made."""

import json
import re
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from django.forms.forms import BaseForm
from django.http import HttpRequest
from django.utils.translation import gettext

from scorekeeper.circles.access import current_device, hash_of

from .services import FormUsed, FormVersion, StaleForm

FORM_KEY = re.compile(r"[A-Za-z0-9_-]{8,64}")
LONGEST_KEY = 20

R = TypeVar("R")
Refusal = StaleForm | FormUsed
"""Why a form was refused that came too late, or with other contents than before."""


def new_key() -> str:
    """A key that makes a form be accepted once."""
    return secrets.token_urlsafe(16)


def form_hash(request: HttpRequest, file: str = "") -> str:
    """A hash of a posted form with its contents; empty for one without a key of ours.

    The key cannot be found out from it, which lets in anyone who sent the form.
    """
    if not FORM_KEY.fullmatch(request.POST.get("key", "")):
        return ""
    contents = {name: values for name, values in request.POST.lists() if name != "csrfmiddlewaretoken"}
    return hash_of(json.dumps([request.path, contents, file], sort_keys=True))


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
    return given.get("row", "")[:LONGEST_KEY]


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
    refusal: Refusal | None = None
    wrong: bool = False

    @property
    def status(self) -> int:
        """The status of the page that shows the form again."""
        return 409 if self.refusal else 422 if self.wrong else 200


def apply(
    request: HttpRequest,
    write: Callable[[FormVersion], R],
    form: BaseForm | None = None,
    repeated: Callable[[FormVersion], R | None] = lambda _stamp: None,
) -> Applied[R]:
    """Make the change of a posted form once; a mere button has no ``form`` to be filled in.

    ``repeated`` finds what this very form did before, where it would be wrong by now.
    """
    form_version = read_form_version(request)
    if form_version and (made := repeated(form_version)) is not None:
        return Applied(made)
    if form and form_version is None and not form.errors:
        form.add_error(None, gettext("Please confirm once more."))
    if form and form.errors:
        return Applied(wrong=True)
    if form_version is None:
        return Applied(refusal=StaleForm([]))
    try:
        return Applied(write(form_version))
    except (StaleForm, FormUsed) as refusal:
        return Applied(refusal=refusal)
