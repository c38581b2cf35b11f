"""A second set of rules from the first."""

from scorekeeper.rules.models import RuleSet as KeptRules
from scorekeeper.rules.sets import load_saved
from scorekeeper.scoring.settlement import Stake
from tests.helpers import Phone, text
from tests.rules.helpers import kept_by, rules, url


def test_copy(phone: Phone) -> None:
    kept = kept_by(phone, rules("Friday", stake=Stake(300), returns="on"))
    response = phone.post(url(kept, "rule_sets_copy"))
    made = KeptRules.objects.exclude(pk=kept.pk).get()
    assert response["Location"] == url(made)
    assert made.name == "Friday (2)"
    one, other = load_saved(kept), load_saved(made)
    assert (one.options, one.stake) == (other.options, other.stake)
    assert "Saved: Friday (2)" in text(phone.get(response["Location"]))


def test_a_copy_of_a_copy_counts_on(phone: Phone) -> None:
    kept = kept_by(phone)
    for _ in range(2):
        kept = phone.session.circle.rule_sets.get(pk=kept.pk)
        response = phone.post(url(kept, "rule_sets_copy"))
        kept = KeptRules.objects.get(public_id=response["Location"].split("/")[4])
    assert kept.name == "Friday (3)"
