"""ルールセット: where rules come from (a game, a variant, a link, a circle), and writes of a circle's rules.

A link has a code that contains the whole rule set, so that it opens on any server.
"""

import base64
import binascii
import json
import re
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import asdict, replace
from itertools import count, takewhile

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from scorekeeper.circles.models import Circle, CircleChange, Device, new_public_id
from scorekeeper.circles.services import ChangedMeanwhile, check_seen, lock_circle, log_change
from scorekeeper.play.documents import load_lasting
from scorekeeper.scoring import options as house_rules
from scorekeeper.scoring.errors import ReadError
from scorekeeper.scoring.presets import PRESETS, Preset
from scorekeeper.scoring.reading import Json
from scorekeeper.scoring.registry import RULESETS
from scorekeeper.scoring.ruleset import Ruleset

from .models import RuleSet as KeptRules
from .rule_sets import (
    FORMAT,
    LONGEST_RULES_NAME,
    RuleSet,
    SavedRules,
    read_rule_set,
    write_rule_set,
)

LONGEST_CODE = 2000
MOST_BYTES = 8 * 1024
"""Size limit of the JSON in a code."""

PRESET, KEPT, CODE = "preset", "kept", "code"
"""Prefixes of ``RuleSet.choice``: ``preset.<key>``, ``kept.<public id>``, ``code.<code>``."""


# ── codes ───────────────────────────────────────────────────────────────────────────────────────


def encode(data: Mapping[str, object]) -> str:
    """The JSON of a rule set as a code of letters, digits, ``-`` and ``_``."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")


def code_of(rule_set: RuleSet) -> str:
    return encode(write_rule_set(rule_set))


def fits(code: str) -> bool:
    return len(code) <= LONGEST_CODE


def decode(code: str) -> RuleSet:
    """The rule set of a code; raises ReadError."""
    if not fits(code) or not re.fullmatch(r"[A-Za-z0-9_-]+", code):
        raise ReadError("", "code.bad")
    return replace(read_rule_set(load_lasting(_decompress(code))), choice=f"{CODE}.{code}")


def _decompress(code: str) -> str:
    try:
        compressed = base64.urlsafe_b64decode(code + "=" * (-len(code) % 4))
        decompressor = zlib.decompressobj()
        content = decompressor.decompress(compressed, MOST_BYTES)
        if not decompressor.eof:
            raise ReadError("", "code.bad")
        return content.decode()
    except (binascii.Error, zlib.error, UnicodeDecodeError):
        raise ReadError("", "code.bad") from None


# ── games and published variants ────────────────────────────────────────────────────────────────


def usual(ruleset: Ruleset) -> RuleSet:
    return RuleSet(gettext(ruleset.title), ruleset, ruleset.defaults)


def published(preset: Preset) -> RuleSet:
    """A published variant as a rule set, named in the reader's language."""
    name, choice = gettext(preset.title), f"{PRESET}.{preset.key}"
    return RuleSet(name, preset.ruleset, preset.rules, preset.stake, choice=choice)


# ── rules of a circle: reads ────────────────────────────────────────────────────────────────────


def saved_rules(circle: Circle, game: str = "") -> list[KeptRules]:
    """The rules of a circle that are not archived, of one game or of all."""
    rows = circle.rule_sets.filter(archived_at=None, game__in=[game] if game else list(RULESETS))
    return list(rows.select_related("device"))


def archived_rules(circle: Circle) -> list[KeptRules]:
    """The archived rules of a circle, newest first, without earlier versions."""
    rows = circle.rule_sets.filter(archived_at__isnull=False, current=None, game__in=list(RULESETS))
    return list(rows.order_by("-archived_at", "-pk"))


def find_saved(circle: Circle, public_id: str) -> KeptRules | None:
    """Rules of this circle, also archived ones and earlier versions."""
    return circle.rule_sets.filter(public_id=public_id, game__in=list(RULESETS)).first()


def load_saved(kept: KeptRules) -> RuleSet:
    """Saved rules as a rule set; what this version cannot read is ``lost``."""
    body: dict[str, object] = {
        "name": kept.name,
        "game": kept.game,
        "version": kept.ruleset_version,
        "options": kept.options,
    }
    if kept.stake is not None:
        body["stake"] = kept.stake
    rule_set = read_rule_set({"format": FORMAT, "rule_set": body})
    return replace(rule_set, choice=f"{KEPT}.{kept.public_id}")


def find_choice(choice: str, circle: Circle | None) -> RuleSet | None:
    """The rules of a query parameter; None if there are none, or not in this circle."""
    kind, _, key = choice.partition(".")
    if kind == PRESET:
        return published(PRESETS[key]) if key in PRESETS else None
    if kind == KEPT and circle is not None:
        kept = find_saved(circle, key)
        return load_saved(kept) if kept else None
    if kind == CODE:
        try:
            return decode(key)
        except ReadError:
            return None
    return None


# ── rules of a circle: writes ───────────────────────────────────────────────────────────────────


def save_rules(circle: Circle, rule_set: RuleSet, device: Device | None) -> KeptRules:
    """Save rules in a circle; equal ones of the same name are saved once.

    A name that is taken gets a number appended.
    """
    columns = columns_of(rule_set)
    with transaction.atomic():
        lock_circle(circle)
        columns["name"] = free = _free_name(circle, rule_set.name)
        names = [*takewhile(lambda name: name != free, _numbered(rule_set.name))]
        for kept in circle.rule_sets.filter(archived_at=None, name__in=names, game=columns["game"]):
            if _holds(kept, rule_set):
                return kept
        return KeptRules.objects.create(circle=circle, device=device, **columns)


def _holds(kept: KeptRules, rule_set: RuleSet) -> bool:
    """Whether saved rules equal a rule set but for the name, also if an earlier version wrote them."""
    return load_saved(kept) == replace(rule_set, name=kept.name, lost=())


@transaction.atomic
def change(kept: KeptRules, rule_set: RuleSet, device: Device | None, seen: str | None = None) -> None:
    """Change saved rules, and store their earlier version.

    Raises ChangedMeanwhile where they are archived, or their version is not ``seen``.
    """
    lock_circle(kept.circle)
    kept.refresh_from_db()
    name = rule_set.name
    if name != kept.name:
        name = _free_name(kept.circle, name, kept)
    if kept.archived_at:
        raise ChangedMeanwhile
    if kept.name == name and _holds(kept, rule_set):
        return
    check_seen(seen, kept.seen)
    fields = ("circle", "name", "game", "options", "stake", "ruleset_version", "created_at", "device")
    before = {field: getattr(kept, field) for field in fields}
    KeptRules.objects.create(**before, current=kept, archived_at=timezone.now(), archived_by=device)
    columns = columns_of(rule_set) | {"name": name, "device": device, "created_at": timezone.now()}
    KeptRules.objects.filter(pk=kept.pk).update(**columns)


@transaction.atomic
def copy(kept: KeptRules, device: Device | None, public_id: str = "") -> KeptRules:
    """Save the same rules under another name; a copy with a ``public_id``, from a form, is saved once."""
    lock_circle(kept.circle)
    if made := kept.circle.rule_sets.filter(public_id=public_id).first():
        return made
    columns = columns_of(load_saved(kept)) | {"name": _free_name(kept.circle, kept.name)}
    own_id = public_id or new_public_id()
    return KeptRules.objects.create(circle=kept.circle, device=device, public_id=own_id, **columns)


def archive(kept: KeptRules, device: Device | None) -> None:
    with transaction.atomic():
        row = KeptRules.objects.filter(pk=kept.pk, archived_at=None)
        if row.update(archived_at=timezone.now(), archived_by=device):
            _note(kept, CircleChange.Action.ARCHIVE, device)


def unarchive(kept: KeptRules, device: Device | None, public_id: str = "") -> KeptRules:
    """Unarchive rules; an earlier version is copied, as by ``copy``."""
    if kept.current_id is not None:
        return copy(kept, device, public_id)
    with transaction.atomic():
        lock_circle(kept.circle)
        name = _free_name(kept.circle, kept.name)
        row = KeptRules.objects.filter(pk=kept.pk, archived_at__isnull=False)
        if row.update(archived_at=None, archived_by=None, name=name):
            _note(kept, CircleChange.Action.UNARCHIVE, device)
    return KeptRules.objects.get(pk=kept.pk)


def _note(kept: KeptRules, action: CircleChange.Action, device: Device | None) -> None:
    log_change(kept.circle, action, device, after={"rules": kept.public_id, "name": kept.name})


def is_already_kept(circle: Circle, rules: SavedRules) -> bool:
    """Whether a circle has rules equal to those of a file, but for a number after the name."""
    stem, ruleset = _stem(rules.name), RULESETS[rules.game]
    options = house_rules.load(ruleset.defaults_at(rules.ruleset_version), rules.options)
    same = circle.rule_sets.filter(game=rules.game, current=None)
    return any(
        _stem(kept.name) == stem and kept.stake == rules.stake and load_saved(kept).options == options
        for kept in same
    )


def import_rules(circle: Circle, rules: SavedRules) -> bool:
    """Save rules of a circle's file with their earlier versions; False if the circle has them already."""
    if is_already_kept(circle, rules):
        return False
    named = rules if rules.archived_at else replace(rules, name=_free_name(circle, rules.name))
    latest = KeptRules.objects.create(circle=circle, **_columns_alone(named))
    for version in rules.earlier:
        KeptRules.objects.create(circle=circle, current=latest, **_columns_alone(version))
    return True


def _columns_alone(rules: SavedRules) -> Json:
    return {column: value for column, value in asdict(rules).items() if column != "earlier"}


def _stem(name: str) -> str:
    """A name without the number after it."""
    return re.sub(r" \(\d{1,3}\)$", "", name)


def columns_of(rule_set: RuleSet) -> Json:
    body = write_rule_set(rule_set)["rule_set"]
    columns = {"stake": None, **body, "ruleset_version": body["version"]}
    del columns["version"]
    return columns


def _free_name(circle: Circle, name: str, own: KeptRules | None = None) -> str:
    """The name, with a number appended if other rules of the circle than ``own`` have it."""
    rows = circle.rule_sets.filter(archived_at=None).exclude(pk=own.pk if own else 0)
    taken = set(rows.values_list("name", flat=True))
    return next(free for free in _numbered(name) if free not in taken)


def _numbered(name: str) -> Iterator[str]:
    """A name, then endlessly the same with a number appended."""
    yield name
    for number in count(2):
        tail = f" ({number})"
        yield _stem(name)[: LONGEST_RULES_NAME - len(tail)] + tail
