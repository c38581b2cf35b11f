"""ルールセット: the catalogue of rules, a rule set by its link, and the saved rules of a circle."""

import json
from dataclasses import replace

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext

from scorekeeper.circles.access import current_device, membership_of
from scorekeeper.circles.forms import LONGEST_TYPED
from scorekeeper.circles.models import Circle
from scorekeeper.circles.services import ChangedMeanwhile
from scorekeeper.play.documents import file_text, load_lasting, refusal
from scorekeeper.play.idempotency import form_id, hidden_fields
from scorekeeper.present.words import rules_line
from scorekeeper.scoring.errors import ReadError
from scorekeeper.scoring.registry import RULESETS
from scorekeeper.server.errors import error_page

from . import sets
from .forms import (
    NameForm,
    OptionsForm,
    board_context,
    field_errors,
    is_preview_request,
    render_preview,
    wants_fragment,
)
from .models import RuleSet as KeptRules
from .pages import (
    catalogue,
    earlier_lines,
    lost_words,
    page_context,
    save_form,
    saved_line,
)
from .rule_sets import RuleSet, is_rule_set, read_rule_set, write_rule_set
from .stakes import StakesForm

# ── public pages ────────────────────────────────────────────────────────────────────────────────


def rules_index(request: HttpRequest) -> HttpResponse:
    return render(request, "rules/index.html", {"catalogue": catalogue()})


def rules_game(request: HttpRequest, game: str) -> HttpResponse:
    if game not in RULESETS:
        raise Http404
    return render(request, "rules/set.html", page_context(request, sets.usual(RULESETS[game])))


def rules_preset(request: HttpRequest, key: str) -> HttpResponse:
    choice = sets.find_choice(f"{sets.PRESET}.{key}", None)
    if choice is None:
        raise Http404
    return render(request, "rules/set.html", page_context(request, choice))


def rules_shared(request: HttpRequest, code: str) -> HttpResponse:
    try:
        rules = sets.decode(code)
    except ReadError as error:
        return _bad_code(request, error)
    return render(request, "rules/set.html", page_context(request, rules))


def rules_file(request: HttpRequest, code: str) -> HttpResponse:
    try:
        rules = sets.decode(code)
    except ReadError as error:
        return _bad_code(request, error)
    text = json.dumps(write_rule_set(rules), ensure_ascii=False, indent=1)
    response = HttpResponse(text, content_type="application/json; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{rules.ruleset.key}-rules.json"'
    return response


def _bad_code(request: HttpRequest, error: ReadError) -> HttpResponse:
    """A 404 that says why the code cannot be read."""
    sentence = gettext("This rules link is incomplete or cannot be read: %(reason)s.")
    return error_page(request, 404, gettext("No such rules"), sentence % {"reason": _error_text(error)})


# ── saved rules of a circle ─────────────────────────────────────────────────────────────────────


def circle_rules(request: HttpRequest, cid: str) -> HttpResponse:
    """The saved rules of a circle; a POST saves rules from a code or from a file."""
    circle = membership_of(request).circle
    if request.method != "POST":
        return _circle_page(request, circle)
    code = request.POST.get("code", "")
    try:
        if code:
            rules = sets.decode(code)
        elif is_rule_set(data := load_lasting(file_text(request))):
            rules = read_rule_set(data)
        else:
            raise ReadError("", "rules.none")
    except ReadError as error:
        return _circle_page(request, circle, [_error_text(error)])
    if "name" in request.POST:
        form = save_form(rules.name, request.POST["name"])
        if not form.is_valid():
            context = {**page_context(request, rules), "keep": form, "errors": field_errors(form)}
            return render(request, "rules/set.html", context, status=422)
        rules = replace(rules, name=form.cleaned_data["name"])
    kept = sets.save_rules(circle, rules, current_device(request))
    for sentence in lost_words(rules):
        messages.warning(request, sentence)
    messages.success(request, gettext("Saved: %(name)s") % {"name": kept.name})
    return redirect("rule_sets_kept", circle.public_id, kept.public_id)


def _circle_page(request: HttpRequest, circle: Circle, errors: list[str] | None = None) -> HttpResponse:
    context = {
        "kept": list(map(saved_line, sets.saved_rules(circle))),
        "put_away": list(map(saved_line, sets.archived_rules(circle))),
        "errors": errors,
    }
    return render(request, "rules/group.html", context, status=422 if errors else 200)


def kept_rules(request: HttpRequest, cid: str, rid: str) -> HttpResponse:
    kept = _find(request, cid, rid)
    context = {
        **page_context(request, sets.load_saved(kept), kept.circle),
        "kept": kept,
        "rename": NameForm(initial={"name": kept.name}),
        "earlier": earlier_lines(kept),
        **hidden_fields(request, 0),
    }
    return render(request, "rules/set.html", context)


EditForms = tuple[NameForm, OptionsForm, StakesForm]


def rules_edit(request: HttpRequest, cid: str, rid: str) -> HttpResponse:
    kept = _find(request, cid, rid)
    if kept.archived_at and request.method != "POST":
        return redirect("rule_sets_kept", cid, rid)
    rules = sets.load_saved(kept)
    options = OptionsForm(rules.ruleset, request.POST, rules.options, rules.ruleset.defaults)
    stakes = StakesForm(request.POST, rules.stake, with_rate=False)
    if wants_fragment(request):
        return render_preview(request, board_context(options, stakes))
    name = NameForm({"name": request.POST.get("name", kept.name)[:LONGEST_TYPED]})
    forms = (name, options, stakes)
    if request.method != "POST" or is_preview_request(request.POST):
        return _edit_page(request, kept, forms)
    errors = [error for form in forms for error in field_errors(form)]
    if errors:
        return _edit_page(request, kept, forms, errors)
    changed = RuleSet(name.cleaned_data["name"], rules.ruleset, options.options(), stakes.stake)
    try:
        sets.change(kept, changed, current_device(request), request.POST.get("seen", ""))
    except ChangedMeanwhile:
        return _stale_page(request, kept, forms)
    messages.success(request, gettext("The rules have changed; tables that were started keep theirs."))
    return redirect("rule_sets_kept", cid, rid)


def _stale_page(request: HttpRequest, kept: KeptRules, forms: EditForms) -> HttpResponse:
    """The typed form, with a sentence that somebody changed or archived the rules meanwhile."""
    if kept.archived_at:
        return _edit_page(request, kept, forms, [gettext("These rules are archived.")], 409)
    now = sets.load_saved(kept)
    sentence = gettext(
        "Somebody has changed these rules meanwhile: %(name)s (%(line)s). "
        "Nothing was saved yet; save again to put yours in their place."
    )
    words = {"name": now.name, "line": rules_line(now.ruleset, now.options)}
    return _edit_page(request, kept, forms, [sentence % words], 409)


def _edit_page(
    request: HttpRequest,
    kept: KeptRules,
    forms: EditForms,
    errors: list[str] | None = None,
    status: int = 422,
) -> HttpResponse:
    name, options, stakes = forms
    context: dict[str, object] = {
        "kept": kept,
        "game_name": gettext(options.ruleset.title),
        "name": name["name"],
        "errors": errors,
        "stakes_open": stakes.is_bound and not stakes.is_valid(),
        **board_context(options, stakes),
    }
    return render(request, "rules/edit.html", context, status=status if errors else 200)


def rules_copy(request: HttpRequest, cid: str, rid: str) -> HttpResponse:
    kept = _find(request, cid, rid)
    made = sets.copy(kept, current_device(request), form_id(request))
    messages.success(request, gettext("Saved: %(name)s") % {"name": made.name})
    return redirect("rule_sets_kept", cid, made.public_id)


def rules_away(request: HttpRequest, cid: str, rid: str) -> HttpResponse:
    """Archive or, with ``back``, unarchive saved rules."""
    kept = _find(request, cid, rid)
    if not request.POST.get("back"):
        sets.archive(kept, current_device(request))
        messages.success(request, gettext("Archived: %(name)s") % {"name": kept.name})
        return redirect("rule_sets_circle", cid)
    back = sets.unarchive(kept, current_device(request), form_id(request))
    messages.success(request, gettext("Saved: %(name)s") % {"name": back.name})
    return redirect("rule_sets_kept", cid, back.public_id)


def _find(request: HttpRequest, cid: str, rid: str) -> KeptRules:
    kept = sets.find_saved(membership_of(request).circle, rid)
    if kept is None:
        raise Http404
    return kept


def _error_text(error: ReadError) -> str:
    words = {"rule": error.where, "value": refusal(error, gettext)}
    return gettext("%(rule)s: %(value)s") % words if error.where else words["value"]
