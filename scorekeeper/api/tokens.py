"""The pages on which a host makes and revokes API keys."""

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.circles import codes
from scorekeeper.circles.access import current_device, membership_of
from scorekeeper.circles.forms import NAME
from scorekeeper.circles.models import Circle, Token
from scorekeeper.play.idempotency import form_hash, hidden_fields


class TokenForm(forms.Form):
    name = forms.CharField(
        max_length=Token._meta.get_field("name").max_length,
        label=_("What it is for"),
        help_text=_("So that you can tell it from other keys."),
        widget=NAME,
    )


def circle_tokens(request: HttpRequest, cid: str) -> HttpResponse:
    """The tokens of a circle; a POST makes one, whose secret only this response shows."""
    circle = membership_of(request).circle
    form = TokenForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            name, device = form.cleaned_data["name"], current_device(request)
            return _page(request, circle, form, codes.make_token(circle, name, device, form_hash(request)))
        except codes.TooManyTokens:
            form.add_error(None, gettext("There are too many keys. Revoke one that nobody needs."))
    return _page(request, circle, form)


def _page(request: HttpRequest, circle: Circle, form: TokenForm, secret: str = "") -> HttpResponse:
    start = request.build_absolute_uri("/api/v1")
    context = {
        "form": form,
        "secret": secret,
        "start": start,
        "tokens": codes.live_tokens(circle),
        **hidden_fields(request, 0),
    }
    response = render(request, "api/tokens.html", context, status=422 if form.errors else 200)
    response.headers["Cache-Control"] = "no-store, private"
    return response


def token_revoke(request: HttpRequest, cid: str, number: int) -> HttpResponse:
    """Confirm and revoke a token, unless that is done already."""
    circle, posted = membership_of(request).circle, request.method == "POST"
    tokens = circle.tokens.all() if posted else codes.live_tokens(circle)
    token = get_object_or_404(tokens, pk=number)
    if not posted:
        return render(request, "api/token_revoke.html", {"token": token})
    codes.revoke_token(token, current_device(request))
    messages.success(request, gettext("The key no longer works."))
    return redirect("tokens", cid)
