"""Shared by forms: a field for one line of text, and saving a field unless it was changed meanwhile."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.scoring import texts
from scorekeeper.scoring.errors import ReadError
from scorekeeper.scoring.reading import read_text

from .services import ChangedMeanwhile

NAME = forms.TextInput({"dir": "auto"})
"""With ``dir``, as names may be written from right to left."""
CHANGED_MEANWHILE = _("Somebody has changed this meanwhile. Please check again.")
LONGEST_TYPED = 1000
"""Characters of a field that are read; the rest is cut off."""


def validation_error(error: ReadError) -> forms.ValidationError:
    return forms.ValidationError(capfirst(texts.error(error, gettext)))


def save_field(form: forms.Form, field: str, change: Callable[..., None]) -> int:
    """Call ``change`` with the value of a field; the status of the page where it is refused, else 0.

    422 for an invalid form; 409, with an error at the field, where ``change`` raises ChangedMeanwhile, as the
    stored value is not ``seen``, the one that the form was opened on.
    """
    if not form.is_valid():
        return 422
    try:
        change(form.cleaned_data[field], seen=form.data.get("seen"))
    except ChangedMeanwhile:
        form.add_error(field, CHANGED_MEANWHILE)
        return 409
    return 0


class LineField(forms.CharField):
    """An optional line of text, with the same rules as in documents."""

    # Any: label and help_text are lazy translations, whose type is not public.
    def __init__(self, longest: int, **words: Any) -> None:
        widget = forms.TextInput({"maxlength": longest, "dir": "auto", "autocomplete": "off"})
        super().__init__(required=False, widget=widget, **words)
        self.longest = longest

    def clean(self, value: object) -> str:
        try:
            return self.read(" ".join(str(value or "")[:LONGEST_TYPED].split()))
        except ReadError as error:
            raise validation_error(error) from None

    def read(self, typed: str) -> str:
        """The text to store; raises ReadError."""
        return read_text(typed, "", self.longest)
