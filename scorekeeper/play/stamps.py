"""What every form that changes a table carries, and what came of sending it."""

import json
import re
import secrets
from collections.abc import Callable

from django.http import HttpRequest

from scorekeeper.circles.access import current_device, hash_of

from .services import FormUsed, StaleForm, Stamp

FORM_KEY = re.compile(r"[A-Za-z0-9_-]{8,64}")
LONGEST_KEY = 20


def new_key() -> str:
    """A key that makes a form be accepted once."""
    return secrets.token_urlsafe(16)


def form_hash(request: HttpRequest, file: str = "") -> str:
    """What tells a posted form, with its contents, from all others; empty for one without a key of ours.

    The key cannot be found out from it, which lets in whoever sent the form.
    """
    if not FORM_KEY.fullmatch(request.POST.get("key", "")):
        return ""
    contents = {name: values for name, values in request.POST.lists() if name != "csrfmiddlewaretoken"}
    return hash_of(json.dumps([request.path, contents, file], sort_keys=True))


def read_stamp(request: HttpRequest) -> Stamp | None:
    """The revision and key of a posted form; None where they are not those of a form of ours."""
    revision, key = request.POST.get("revision", ""), request.POST.get("key", "")
    if not re.fullmatch(r"\d{1,9}", revision, re.ASCII) or not FORM_KEY.fullmatch(key):
        return None
    after = request.POST.get("after", "")
    return Stamp(int(revision), key, current_device(request), after if FORM_KEY.fullmatch(after) else "")


def row_key(request: HttpRequest) -> str:
    """The own key of the round that a form or a link means: its number may be another's by now.

    Empty where there is none, as in a page of an earlier version.
    """
    given = request.POST if request.method == "POST" else request.GET
    return given.get("row", "")[:LONGEST_KEY]


def refusal_of(write: Callable[[], object]) -> StaleForm | FormUsed | None:
    """Why a form was refused that came too late or twice; None where ``write`` did its work."""
    try:
        write()
    except (StaleForm, FormUsed) as error:
        return error
    return None
