"""Rules as a file: saved, and brought in again at either place."""

import json

from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from scorekeeper.play.models import GameSession
from scorekeeper.rules.models import RuleSet as KeptRules
from scorekeeper.rules.rule_sets import read_rule_set, write_rule_set
from scorekeeper.rules.sets import code_of, load_saved
from scorekeeper.scoring.settlement import Stake
from tests.helpers import Phone, text
from tests.rules.helpers import list_url, rules

FRIDAY = rules("金曜", stake=Stake(300), returns="chain")


def file_of(data: object) -> SimpleUploadedFile:
    content = data if isinstance(data, bytes) else json.dumps(data, ensure_ascii=False).encode()
    return SimpleUploadedFile("rules.json", content)


def test_saved(db: None) -> None:
    response = Phone().get(reverse("rule_sets_file", args=(code_of(FRIDAY),)))
    assert response["Content-Disposition"] == 'attachment; filename="gamble-rules.json"'
    assert read_rule_set(response.json()) == FRIDAY


def test_brought_in_with_a_saved_table(db: None) -> None:
    """The page that brings in tables knows a file of rules and shows them."""
    phone = Phone()
    response = phone.post("/import/", {"document": "", "file": file_of(write_rule_set(FRIDAY))})
    assert response.status_code == 302
    assert "金曜 Gamble Dobon" in text(phone.get(response["Location"]))
    assert not GameSession.objects.exists()


def test_what_is_lost_is_told_on_the_page(db: None) -> None:
    data = write_rule_set(FRIDAY)
    data["rule_set"]["options"]["sevens_skip"] = "on"
    phone = Phone()
    response = phone.post("/import/", {"file": file_of(data)})
    assert "“sevens_skip” is not known here" in text(phone.get(response["Location"]))


def test_what_is_lost_of_a_long_file_is_told_too(db: None) -> None:
    """Too long for a link as it stands: the link holds what could be kept, a message the rest."""
    data = write_rule_set(FRIDAY)
    key = "".join(chr(0x4E00 + (step * 7919) % 20000) for step in range(3000))
    data["rule_set"]["options"][key] = 1
    phone = Phone()
    response = phone.post("/import/", {"file": file_of(data)})
    assert response.status_code == 302
    assert "is not known here" in text(phone.get(response["Location"]))


def test_bad_rules_at_the_import(db: None) -> None:
    response = Phone().post("/import/", {"document": '{"format": 1, "rule_set": {"name": "x"}}'})
    assert response.status_code == 422
    assert "rule_set: “game” is missing" in text(response)


def test_kept_from_a_file(phone: Phone) -> None:
    data = write_rule_set(FRIDAY)
    data["rule_set"]["options"]["sevens_skip"] = "on"
    response = phone.post(list_url(phone), {"file": file_of(data)})
    kept = KeptRules.objects.get()
    assert load_saved(kept) == FRIDAY
    assert kept.device is not None
    shown = text(phone.get(response["Location"]))
    assert "Saved: 金曜" in shown
    assert "“sevens_skip” is not known here" in shown


def test_a_file_that_is_none(phone: Phone) -> None:
    for sent, words in (
        ({}, "choose a file"),
        ({"file": file_of(b"")}, "this is not JSON"),
        ({"file": file_of(b"\xff\xfe")}, "cannot read rules.json"),
        ({"file": file_of(phone.show("export").json())}, "this file contains no rules"),
        ({"file": file_of({"format": 3, "rule_set": {}})}, "format 3 is not known"),
        ({"file": file_of({"format": 1, "rule_set": {"name": "", "game": "gamble"}})}, "a name is missing"),
    ):
        response = phone.post(list_url(phone), sent)
        assert response.status_code == 422
        assert words in text(response)
    assert not KeptRules.objects.exists()
