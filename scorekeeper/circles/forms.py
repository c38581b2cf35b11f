"""Forms of a circle."""

from django import forms
from django.utils.translation import gettext_lazy as _


class CircleNameForm(forms.Form):
    """The name of a circle."""

    name = forms.CharField(max_length=60, label=_("Name of your group"))
