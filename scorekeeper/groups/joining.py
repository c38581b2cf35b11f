"""Joining a circle by a link or by the recovery code, and how its hosts make and revoke these."""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import wraps

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.circles import codes, services
from scorekeeper.circles.access import (
    NotAllowed,
    current_device,
    ensure_device,
    link_by_token,
    membership_of,
)
from scorekeeper.circles.forms import CHANGED_MEANWHILE, NAME
from scorekeeper.circles.models import Circle, CircleLink, RecoveryCode, Role
from scorekeeper.circles.routes import View
from scorekeeper.play.idempotency import form_hash, form_id, hidden_fields, read_form_version
from scorekeeper.present.presenter import PersonView, person_view
from scorekeeper.server import errors
from scorekeeper.server.hosts import client_networks
from scorekeeper.server.limits import JOINS, RECOVERIES
from scorekeeper.server.ratelimit import TooMany, limited, take

from .invite import public_url

NO_STORE = {"Cache-Control": "no-store, private", "X-Robots-Tag": "noindex, nofollow"}
"""For pages with a secret on them; their forms need the usual referrer policy for the CSRF check."""
SECRET_ADDRESS = {**NO_STORE, "Referrer-Policy": "no-referrer"}
"""For responses of an address that is itself a secret."""
PREVIEW_BOTS = re.compile(
    r"(?<!cu)bot\b|facebookexternalhit|line-poker|whatsapp|crawl|spider|preview|scrap|embedly", re.IGNORECASE
)
"""User agents of programs that make previews of links."""
REMOVED = (
    _("This phone was removed"),
    _("A host has removed this phone from the group. To come back, ask a host for a new link."),
)
LAST_HOST = _("A group needs a host. Make another phone a host first, with a link for hosts.")


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


class PersonForm(forms.Form):
    """Whose device it is; empty for nobody's."""

    def __init__(self, circle: Circle, data: QueryDict) -> None:
        super().__init__(data)
        people = circle.players.filter(merged_into=None)
        self.fields["player"] = forms.ModelChoiceField(people, required=False)


class RecoverForm(forms.Form):
    """A typed recovery code; once the form is valid, ``recovery_code`` is its row."""

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
        recovery_code = codes.live_code(typed)
        if recovery_code is None:
            raise forms.ValidationError(_("This code does not work. Check every character."))
        self.recovery_code = recovery_code
        return typed


def with_headers(headers: Mapping[str, str]) -> Callable[[View], View]:
    """Decorate a view so that all its responses have these headers, 404 and 429 too."""

    def decorate(view: View) -> View:
        @wraps(view)
        def answer(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
            try:
                response = view(request, *args, **kwargs)
            except Http404:
                response = errors.not_found(request)
            except TooMany as busy:
                response = errors.too_many(request, busy.seconds)
            for name, value in headers.items():
                response.headers[name] = value
            return response

        return answer

    return decorate


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """The page of a 403, which names the role that is needed where a role is too low."""
    if not isinstance(exception, NotAllowed):
        return errors.forbidden(request, exception)
    if exception.args == (Role.HOST,):
        return errors.error_page(
            request, 403, _("Only for the host"), _("A host of this group can do this on their phone.")
        )
    return errors.error_page(
        request,
        403,
        _("You are watching"),
        _("This phone can watch but not enter anything. To play along, ask a host for a link."),
    )


@with_headers(SECRET_ADDRESS)
@limited(JOINS)
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Admit the device that opened a link, and redirect to an address without the secret."""
    link = link_by_token(token)
    if PREVIEW_BOTS.search(request.headers.get("User-Agent", "")):
        return redirect("start")
    if request.method != "HEAD":
        try:
            services.admit(ensure_device(request), link)
        except services.PhoneRemoved:
            return errors.error_page(request, 403, *REMOVED)
    sid = request.GET.get("t", "")
    if sid.isprintable() and link.circle.sessions.filter(public_id=sid).exists():
        return redirect("session_me", sid)
    return redirect("circle", link.circle.public_id)


@with_headers(NO_STORE)
def recover(request: HttpRequest) -> HttpResponse:
    """Take a recovery code, and make the device a host."""
    form = RecoverForm(request.POST if request.method == "POST" else None)
    if form.is_bound:
        take(RECOVERIES, *client_networks(request))
    if not form.is_valid():
        return render(request, "groups/recover.html", {"form": form}, status=422 if form.is_bound else 200)
    codes.recover(form.recovery_code, ensure_device(request))
    messages.success(request, gettext("This phone is a host of the group now."))
    return redirect("circle", form.recovery_code.circle.public_id)


def circle_me(request: HttpRequest, cid: str) -> HttpResponse:
    people = [person_view(player) for player in services.visible_players(membership_of(request).circle)]
    return ask_person(request, people, reverse("circle", args=(cid,)))


def ask_person(request: HttpRequest, people: Sequence[PersonView], done: str) -> HttpResponse:
    """Ask which of ``people`` holds the device, and redirect to ``done``; viewers are not asked."""
    membership, posted = membership_of(request), request.method == "POST"
    if membership.role < Role.PLAYER:
        return redirect(done)
    form = PersonForm(membership.circle, request.POST)
    if posted and form.is_valid():
        services.choose_player(membership, form.cleaned_data["player"])
        return redirect(done)
    others = membership.circle.memberships.filter(ended_at=None).exclude(pk=membership.pk)
    context = {
        "people": people,
        "own": membership.player_id,
        "taken": set(others.values_list("player_id", flat=True)),
        "done_url": done,
        "circle": membership.circle,
        "failed": posted,
    }
    return render(request, "groups/people.html", context, status=422 if posted else 200)


@with_headers(NO_STORE)
def link_new(request: HttpRequest, cid: str) -> HttpResponse:
    circle = membership_of(request).circle
    form = LinkForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        role, label = form.cleaned_data["role"], form.cleaned_data["label"]
        services.make_link(circle, role, current_device(request), label, form_id(request))
        messages.success(request, gettext("The link is ready."))
        return redirect(reverse("circle_settings", args=(cid,)) + "#links")
    context = {"form": form, **hidden_fields(request, 0)}
    return render(request, "groups/link_new.html", context, status=422 if form.is_bound else 200)


@with_headers(NO_STORE)
def link_revoke(request: HttpRequest, cid: str, number: int) -> HttpResponse:
    """Confirm, with the devices that are removed with it, and revoke a link, if it is not revoked already."""
    circle, device, posted = membership_of(request).circle, current_device(request), request.method == "POST"
    links, failed = circle.links.select_related("circle"), False
    link = get_object_or_404(links if posted else links.filter(revoked_at=None), pk=number)
    if posted:
        try:
            services.revoke_link(link, device, replace=bool(request.POST.get("fresh")))
        except services.LastHost:
            failed = True
        else:
            messages.success(request, gettext("The link no longer works."))
            stays = circle.memberships.filter(device=device, ended_at=None).exists()
            return redirect(reverse("circle_settings", args=(cid,)) + "#links" if stays else reverse("start"))
    out = services.devices_only_by(link)
    context = {
        "link": link,
        "out": out,
        "own": any(row.device == device for row in out),
        "errors": [LAST_HOST] if failed else [],
    }
    return render(request, "groups/link_revoke.html", context, status=422 if failed else 200)


@with_headers(NO_STORE)
def recovery(request: HttpRequest, cid: str) -> HttpResponse:
    """復旧コード: make a new code, which only this response shows, save it as text, or revoke it.

    409 where another host has made one meanwhile.
    """
    circle, device = membership_of(request).circle, current_device(request)
    action, sent = request.POST.get("action", ""), read_form_version(request)
    seen = sent.revision if sent else None
    try:
        if action == "new":
            code = codes.renew_recovery_code(circle, device, form_hash(request), seen)
            return _recovery_page(request, circle, code)
        if action == "revoke":
            codes.revoke_recovery_code(circle, device, seen)
    except services.ChangedMeanwhile:
        return _recovery_page(request, circle, status=409)
    if action == "text":
        return _recovery_text(request, circle)
    if action == "revoke":
        messages.success(request, gettext("The recovery code no longer works."))
        return redirect("recovery", cid)
    return _recovery_page(request, circle, status=422 if request.method == "POST" else 200)


def _recovery_page(request: HttpRequest, circle: Circle, code: str = "", status: int = 200) -> HttpResponse:
    live = codes.recovery_code(circle)
    context = {
        "code": code,
        "words": code.split("-") if code else [],
        "live": live,
        "recover_url": public_url(request, reverse("recover")),
        "stale": {"lines": [CHANGED_MEANWHILE]} if status == 409 else None,
        **hidden_fields(request, live.pk if live else 0),
    }
    return render(request, "groups/recovery.html", context, status=status)


def _recovery_text(request: HttpRequest, circle: Circle) -> HttpResponse:
    """The code on the page as a text file; 422 if it is not valid."""
    typed = request.POST.get("code", "")
    result = codes.live_code(typed)
    if result is None or result.circle_id != circle.pk:
        return _recovery_page(request, circle, status=422)
    lines = [circle.name, gettext("Recovery code"), typed, public_url(request, reverse("recover"))]
    response = HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")
    response["Content-Disposition"] = 'attachment; filename="recovery-code.txt"'
    return response
