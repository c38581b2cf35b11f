"""Template context of pages about rules: the rules in words, their sources, and what could not be read."""

from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urlencode

from django.db import DatabaseError, InterfaceError
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext

from scorekeeper.circles.access import current_device
from scorekeeper.circles.forms import LONGEST_TYPED
from scorekeeper.circles.models import Circle, Role
from scorekeeper.games.families import family_of
from scorekeeper.play.models import holder_of
from scorekeeper.present.words import device_name, rules_line
from scorekeeper.scoring import options as house_rules
from scorekeeper.scoring import texts
from scorekeeper.scoring.options import Options, Spec
from scorekeeper.scoring.presets import Preset, matching_preset, presets_of
from scorekeeper.scoring.registry import RULESETS, with_presets
from scorekeeper.scoring.ruleset import Ruleset
from scorekeeper.scoring.settlement import Rate
from scorekeeper.scoring.sources import SOURCES

from . import sets
from .forms import NameForm, is_own_rule
from .models import RuleSet as KeptRules
from .rule_sets import RuleSet, lost_text
from .stakes import rounding_words, stakes_line, stakes_words

Footnotes = dict[str, int]
"""出典: numbers of the sources that rules are taken from, in the order of their first mention."""


@dataclass(frozen=True, slots=True)
class RuleLine:
    label: str
    value: str
    help: str
    notes: tuple[int, ...]  # footnotes with the sources of this value
    unsourced: bool  # no source has this rule
    usual: str = ""  # its usual value, if that is another


Groups = list[tuple[str, list[RuleLine]]]


def rule_lists(
    ruleset: Ruleset, options: Options, footnotes: Footnotes
) -> tuple[Groups, Groups, list[RuleLine]]:
    """The house rules with usual values by group, the game's own and those it can borrow, and the others."""
    own: dict[str, list[RuleLine]] = {}
    borrowable: dict[str, list[RuleLine]] = {}
    differing, translate = [], texts.for_game(ruleset.key, gettext)
    for spec in house_rules.specs(type(options)):
        value, usual = getattr(options, spec.key), getattr(ruleset.defaults, spec.key)
        sources = _sources(spec, ruleset, options)
        notes = tuple(footnotes.setdefault(source, len(footnotes) + 1) for source in sources)
        line = RuleLine(
            translate(spec.label),
            texts.set_to(spec, value, translate),
            translate(spec.help),
            notes,
            unsourced=not spec.source,
            usual=texts.set_to(spec, usual, translate) if value != usual else "",
        )
        if line.usual:
            differing.append(line)
            continue
        groups = own if is_own_rule(spec, ruleset) else borrowable
        groups.setdefault(translate(spec.group), []).append(line)
    return list(own.items()), list(borrowable.items()), differing


def _sources(spec: Spec, ruleset: Ruleset, options: Options) -> list[str]:
    """The sources of the value of a rule.

    An unusual value has that of the published variant, else all sources of the rule.  A usual value has the
    game's own source.  If that does not mention the rule, an own rule of the game whose usual value is not
    the default has all sources of the rule, and any other rule none.
    """
    of_rule, of_game = spec.source.replace(",", " ").split(), ruleset.source
    value, usual = getattr(options, spec.key), getattr(ruleset.defaults, spec.key)
    if value != usual:
        preset = matching_preset(ruleset, options)
        return [preset.source] if preset else of_rule
    if of_game in of_rule:
        return [of_game]
    return of_rule if is_own_rule(spec, ruleset) and usual != spec.default else []


@dataclass(frozen=True, slots=True)
class RulesLine:
    name: str
    line: str
    url: str
    game: str = ""
    source: str = ""
    selected: bool = False


def book_context(rules: RuleSet, rate: Rate | None = None) -> dict[str, object]:
    ruleset, options = rules.ruleset, rules.options
    rulebook = family_of(ruleset).rulebook
    footnotes: Footnotes = {ruleset.source: 1}
    own, borrowable, differing = rule_lists(ruleset, options, footnotes)
    return {
        "game_name": gettext(ruleset.title),
        "line": rules_line(ruleset, options),
        "stakes_line": stakes_line(rules.stake, rate),
        "stakes_words": [*stakes_words(rules.stake), *filter(None, [rounding_words(rate)])],
        "differing": differing,
        "groups": own,
        "borrowable": borrowable,
        "rulebook": rulebook.template,
        "book": rulebook.book(ruleset, options),
        "referee_asks": rulebook.asking,
        "sources": [(number, SOURCES[source]) for source, number in footnotes.items()],
        "origin": origin(ruleset, options),
    }


def origin(ruleset: Ruleset, options: Options) -> dict[str, str]:
    """The source of rules that are a published variant or a game's usual ones, and the variant's name."""
    preset = matching_preset(ruleset, options)
    if preset is not None:
        words = {"name": gettext(preset.title), "line": gettext(preset.line)}
        return {**words, "source": preset.source, "source_name": SOURCES[preset.source]}
    if options != ruleset.defaults:
        return {}
    return {"source": ruleset.source, "source_name": SOURCES[ruleset.source]}


def lost_words(rules: RuleSet) -> list[str]:
    translate = texts.for_game(rules.ruleset.key, gettext)
    return [lost_text(item, translate) for item in rules.lost]


def page_context(request: HttpRequest, rules: RuleSet, circle: Circle | None = None) -> dict[str, object]:
    """The page of a rule set: its rules, its link, and where it can be saved or played.

    The page works without the database, except for the list of circles.
    """
    code, circles = sets.code_of(rules), []
    with suppress(DatabaseError, InterfaceError):
        circles = [] if circle else _circles(request, rules)
    return {
        **book_context(rules),
        "circle": circle,
        "name": rules.name,
        "keep": save_form(rules.name),
        "lost": lost_words(rules),
        "link": request.build_absolute_uri(reverse("rule_sets_shared", args=(code,))),
        "file_url": reverse("rule_sets_file", args=(code,)),
        "code": code,
        "circles": circles,
        "open_url": open_url(rules, circle),
    }


def save_form(name: str, typed: str | None = None) -> NameForm:
    """The form that saves rules under a name; its ids differ from those of the form that renames them."""
    data = None if typed is None else {"name": typed[:LONGEST_TYPED]}
    return NameForm(data, initial={"name": name}, auto_id="keep_%s")


def _circles(request: HttpRequest, rules: RuleSet) -> list[dict[str, str]]:
    """The circles where this device may write, newest first, with the URLs to save and play such rules."""
    device = current_device(request)
    if device is None:
        return []
    circles = Circle.objects.filter(
        memberships__device=device, memberships__ended_at=None, memberships__role__gte=Role.PLAYER
    )
    return [
        {
            "name": circle.name,
            "keep_url": reverse("rule_sets_circle", args=(circle.public_id,)),
            "open_url": open_url(rules, circle),
        }
        for circle in circles.order_by("-created_at")
    ]


def open_url(rules: RuleSet, circle: Circle | None) -> str:
    """The URL of a new table with these rules."""
    path = reverse("circle_session_new", args=(circle.public_id,)) if circle else reverse("session_new")
    return path + _query(rules.ruleset, rules.choice)


def _query(ruleset: Ruleset, choice: str) -> str:
    return "?" + urlencode({"game": ruleset.key} | ({"rules": choice} if choice else {}))


def saved_line(kept: KeptRules) -> RulesLine:
    rules = sets.load_saved(kept)
    url = reverse("rule_sets_kept", args=(kept.circle.public_id, kept.public_id))
    line = rules_line(rules.ruleset, rules.options)
    return RulesLine(kept.name, line, url, gettext(rules.ruleset.title))


def earlier_lines(kept: KeptRules) -> list[tuple[RulesLine, datetime | None, str]]:
    """The earlier versions of saved rules, newest first, each with when and by whom it was changed."""
    rows = kept.earlier.select_related("circle", "archived_by").order_by("-pk")
    rows = rows.annotate(holder=holder_of("archived_by", "circle"))
    return [(saved_line(row), row.archived_at, device_name(row.archived_by, row.holder)) for row in rows]


def catalogue() -> list[list[RulesLine]]:
    return [
        [*map(_game_line, with_presets(ruleset)), *map(_preset_line, presets_of(ruleset))]
        for ruleset in RULESETS.values()
        if not ruleset.preset_of
    ]


def _game_line(ruleset: Ruleset) -> RulesLine:
    url = reverse("rule_sets_game", args=(ruleset.key,))
    return RulesLine(gettext(ruleset.title), gettext(ruleset.line), url, source=SOURCES[ruleset.source])


def _preset_line(preset: Preset, url: str = "", selected: bool = False) -> RulesLine:
    url = url or reverse("rule_sets_preset", args=(preset.key,))
    words = gettext(preset.title), gettext(preset.line)
    return RulesLine(*words, url, source=SOURCES[preset.source], selected=selected)


def start_choices(rules: RuleSet, circle: Circle | None) -> dict[str, object]:
    """はじめのルール: the rules that the page of a new table offers; one of them is selected."""
    ruleset = rules.ruleset

    def line(other: RuleSet) -> RulesLine:
        words, url = rules_line(ruleset, other.options), _query(ruleset, other.choice)
        return RulesLine(other.name, words, url, selected=other.choice == rules.choice)

    rows = sets.saved_rules(circle, ruleset.key) if circle else []
    kept = [line(sets.load_saved(row)) for row in rows]
    presets = [
        _preset_line(preset, _query(ruleset, choice), choice == rules.choice)
        for preset in presets_of(ruleset)
        if (choice := f"{sets.PRESET}.{preset.key}")
    ]
    words, url = (gettext("Usual rules"), gettext(ruleset.line)), _query(ruleset, "")
    usual = RulesLine(*words, url, selected=not rules.choice)
    current = next((line for line in (usual, *kept, *presets) if line.selected), None)
    listed = [usual, *([] if current else [line(rules)]), *presets]
    return {"kept": kept, "listed": listed, "current": current or line(rules)}
