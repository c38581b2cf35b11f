"""結果の入力: entering the round just played."""

import re

import pytest
from django.test import Client

from scorekeeper.play.models import Round
from tests.helpers import AFTER_DOBON, DOBON, Phone, entry_form, html, text


def test_without_javascript(phone: Phone) -> None:
    preview = phone.send(phone.fill(DOBON), "preview")
    assert preview.status_code == 200
    assert "Result of round 1" in text(preview)
    assert "(Ben's hand 54 + あき's hand 60 = 114 → 110) × dobon 3 = 330" in text(preview)
    assert "Total 0 ✓" in text(preview)
    assert not Round.objects.exists()
    form = entry_form(preview)
    for field in ("callers", "victim", "card", "hand-0", "hand-2"):
        assert form[field] == (DOBON[field] if isinstance(DOBON[field], list) else [DOBON[field]])

    saved = phone.send(form)
    assert (saved.status_code, saved["Location"]) == (302, phone.url("table"))
    assert phone.points() == AFTER_DOBON
    table = text(phone.show("table"))
    assert "Saved." in table
    assert "Dobon! あき hit Ben on K" in table
    assert "Total 0 ✓" in table


def test_fragment(phone: Phone) -> None:
    """Of a whole form, and of half of one."""
    for typed, ready in ((DOBON, 1), ({**DOBON, "hand-1": ""}, 0)):
        response = phone.post(phone.url("round_new"), phone.fill(typed), headers={"HX-Request": "true"})
        assert response.status_code == 200
        assert html(response).lstrip().startswith('<section id="preview"')
        assert "<html" not in html(response)
        assert f'data-ready="{ready}"' in html(response)
    assert "Still needed: hands of Ben" in text(response)
    assert 'data-seat="1" data-status="missing"' in html(response)
    assert not Round.objects.exists()


def test_nothing_is_said_of_hands_that_nobody_asks_for(phone: Phone) -> None:
    said = re.compile(r'<li data-seat="(\d)" data-status="(\w+)">([^<]*)</li>')
    assert said.findall(html(phone.get(phone.url("round_new")))) == []
    data = phone.fill({"kind": "dobon", "callers": "0", "victim": "1", "card": "K", "hand-0": "3 10"})
    response = phone.post(phone.url("round_new"), data, headers={"HX-Request": "true"})
    values = {seat: (status, remark) for seat, status, remark in said.findall(html(response))}
    assert values["0"][0] == "done"
    assert all(status != "skipped" or remark for status, remark in values.values())


def test_without_key_or_revision(phone: Phone) -> None:
    filled = phone.fill(DOBON)
    keys = ("", "short", "x" * 65, "<script>alert(1)")
    revisions = ("", "-1", "1e3", "٣", "99999999999999999999")
    for broken in (*({"key": key} for key in keys), *({"revision": revision} for revision in revisions)):
        response = phone.send({**filled, **broken})
        assert response.status_code == 422
        assert "Please confirm once more." in text(response)
        assert entry_form(response)["hand-2"] == ["A 2 3 10 K"]
    assert not Round.objects.exists()
    assert phone.send({**entry_form(response), "revision": "0"}).status_code == 302, "the key is made anew"


def test_revision_of_the_future(phone: Phone) -> None:
    assert phone.send(phone.fill({**DOBON, "revision": "7"})).status_code == 409
    assert not Round.objects.exists()


def test_after_the_refusal_and_a_reopening(phone: Phone, second: Phone) -> None:
    form = phone.fill(DOBON)
    second.press("session_end")
    refused = phone.send(form)
    second.press("session_reopen")
    stale = phone.send(entry_form(refused))
    assert stale.status_code == 409
    assert phone.send(entry_form(stale)).status_code == 302
    assert phone.points() == AFTER_DOBON


@pytest.mark.parametrize(("lang", "word"), [("en", "Keyboard"), ("ja", "キーボード"), ("zh-hans", "键盘")])
def test_the_sheet_of_keys_speaks_the_language_of_the_page(client: Client, lang: str, word: str) -> None:
    answer = client.get("/keys/", headers={"accept-language": lang})
    assert f'<h2 id="keys-title">{word}</h2>' in html(answer)
