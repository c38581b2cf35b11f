"""Forms of a circle."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.scoring import texts
from scorekeeper.scoring.errors import ReadError
from scorekeeper.scoring.names import same_name
from scorekeeper.scoring.reading import read_text

from .codes import live_code
from .models import Circle, CircleLink, Device, RecoveryCode, Role, Token
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


class CircleNameForm(forms.Form):
    name = forms.CharField(max_length=60, label=_("Name of your group"), widget=NAME)


class TypedNameForm(forms.Form):
    """A name typed to confirm what cannot be undone."""

    typed = forms.CharField(label=_("Type the name"), required=False, max_length=200, widget=NAME)

    def __init__(self, name: str, data: QueryDict | None = None) -> None:
        super().__init__(data)
        self.name = name

    def clean_typed(self) -> str:
        typed = " ".join(self.cleaned_data["typed"].split())
        if same_name(typed) != same_name(" ".join(self.name.split())):
            raise forms.ValidationError(_("That is not the name. Type it exactly as shown above."))
        return typed


class LinkForm(forms.Form):
    role = forms.TypedChoiceField(
        choices=[(role.value, role.label) for role in (Role.PLAYER, Role.VIEWER, Role.HOST)],
        coerce=lambda value: Role(int(value)),
        initial=Role.PLAYER.value,
        label=_("What it allows"),
        widget=forms.RadioSelect,
    )
    label = forms.CharField(
        max_length=CircleLink._meta.get_field("label").max_length,
        required=False,
        label=_("Who it is for"),
        help_text=_("So that you can tell it from other links; may stay empty."),
        widget=NAME,
    )


class DeviceNameForm(forms.Form):
    name = forms.CharField(
        max_length=Device._meta.get_field("name").max_length, label=_("Name of the phone"), widget=NAME
    )


class TokenForm(forms.Form):
    name = forms.CharField(
        max_length=Token._meta.get_field("name").max_length,
        label=_("What it is for"),
        help_text=_("So that you can tell it from other keys."),
        widget=NAME,
    )


class PersonForm(forms.Form):
    """Whose device it is; empty for nobody."""

    def __init__(self, circle: Circle, data: QueryDict) -> None:
        super().__init__(data)
        people = circle.players.filter(merged_into=None)
        self.fields["player"] = forms.ModelChoiceField(people, required=False)


class RecoverForm(forms.Form):
    """A recovery code; ``recovery_code`` is its row once the form is valid."""

    code = forms.CharField(
        max_length=200,
        label=_("The code of your group"),
        help_text=_("Capitals, spaces and dashes do not matter, and O and 0 are the same."),
        widget=forms.TextInput(
            {
                "class": "code-in",
                "autocomplete": "off",
                "autocapitalize": "characters",
                "spellcheck": "false",
                "dir": "ltr",
            }
        ),
        error_messages={"required": _("Type the code in."), "max_length": _("That is not a recovery code.")},
    )
    recovery_code: RecoveryCode

    def clean_code(self) -> str:
        typed: str = self.cleaned_data["code"]
        recovery_code = live_code(typed)
        if recovery_code is None:
            raise forms.ValidationError(_("This code does not work. Check every character."))
        self.recovery_code = recovery_code
        return typed
