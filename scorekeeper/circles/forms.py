"""What forms share: a line of text, and a change that somebody else may have made meanwhile."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.scoring import texts
from scorekeeper.scoring.errors import ReadError
from scorekeeper.scoring.reading import read_text

from .services import Overtaken

NAME = forms.TextInput({"dir": "auto"})
"""``dir``: names may be in a script that runs from right to left."""
OVERTAKEN = _("Somebody has changed this meanwhile. Please check again.")
LONGEST_TYPED = 1000
"""Characters of one field beyond which the rest is cut off."""


def refusal(error: ReadError) -> forms.ValidationError:
    return forms.ValidationError(capfirst(texts.error(error, gettext)))


def change_by(form: forms.Form, field: str, change: Callable[..., None]) -> int:
    """Make the change to what a field says; the status of the page where it is refused, else 0.

    422 for a mistake; 409, said at the field, where it is no longer as the form has ``seen`` it: ``change``
    raises Overtaken.
    """
    if not form.is_valid():
        return 422
    try:
        change(form.cleaned_data[field], seen=form.data.get("seen"))
    except Overtaken:
        form.add_error(field, OVERTAKEN)
        return 409
    return 0


class LineField(forms.CharField):
    """One line of text as documents store it; optional."""

    # Any: label and help_text are lazy translations, whose type is not public.
    def __init__(self, longest: int, **words: Any) -> None:
        looks = forms.TextInput({"maxlength": longest, "dir": "auto", "autocomplete": "off"})
        super().__init__(required=False, widget=looks, **words)
        self.longest = longest

    def clean(self, value: object) -> str:
        """The text without surplus blanks; raises ValidationError."""
        try:
            return self.read(" ".join(str(value or "")[:LONGEST_TYPED].split()))
        except ReadError as error:
            raise refusal(error) from None

    def read(self, typed: str) -> str:
        """The text as it is stored; raises ReadError."""
        return read_text(typed, "", self.longest)
