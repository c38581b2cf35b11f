"""Builders of rule sets and saved rules."""

import base64
import json
import zlib

from django.urls import reverse

from scorekeeper.rules.models import RuleSet as KeptRules
from scorekeeper.rules.rule_sets import RuleSet
from scorekeeper.rules.sets import code_of, save_rules
from scorekeeper.scoring import options as house_rules
from scorekeeper.scoring.registry import RULESETS
from scorekeeper.scoring.settlement import Stake
from tests.helpers import Phone


def rules(
    name: str = "Friday", game: str = "gamble", stake: Stake | None = None, **options: object
) -> RuleSet:
    ruleset = RULESETS[game]
    return RuleSet(name, ruleset, house_rules.load(ruleset.defaults, options), stake)


def shared_url(rule_set: RuleSet) -> str:
    return reverse("rule_sets_shared", args=(code_of(rule_set),))


def packed(data: object) -> str:
    """Any JSON as a code, also invalid rule sets."""
    text = data if isinstance(data, str) else json.dumps(data)
    return base64.urlsafe_b64encode(zlib.compress(text.encode())).decode().rstrip("=")


def kept_by(phone: Phone, *rule_sets: RuleSet) -> KeptRules:
    """Save rules in the circle of a phone; returns the last of them."""
    return [save_rules(phone.session.circle, one, None) for one in rule_sets or (rules(),)][-1]


def url(kept: KeptRules, name: str = "rule_sets_kept") -> str:
    return reverse(name, args=(kept.circle.public_id, kept.public_id))


def list_url(phone: Phone) -> str:
    return reverse("rule_sets_circle", args=(phone.session.circle.public_id,))
