"""結果の入力: entering the round just played, correcting one, also an old one, and putting one in."""

import re
from collections.abc import Mapping
from typing import Any

import pytest
from django.http import HttpResponse, QueryDict
from django.test import Client, RequestFactory
from django.utils.http import urlencode

from scorekeeper.play.idempotency import read_form_version
from scorekeeper.play.models import Round, RoundEdit
from scorekeeper.play.table import Table
from scorekeeper.rounds.collected_hands import form_of
from scorekeeper.rounds.preview import normalized
from tests.helpers import AFTER_DOBON, AFTER_OUT, DOBON, OUT, Phone, entry_form, forms, html, text, words
from tests.seated import join, sit

Facts = dict[str, Any]


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
    """Of a whole form, and of one without a hand; a blank page has no status of any hand."""
    status = re.compile(r'<li data-seat="(\d)" data-status="(\w+)">')
    assert status.findall(html(phone.get(phone.url("round_new")))) == []
    for typed, ready, of_ben in ((DOBON, 1, "done"), ({**DOBON, "hand-1": ""}, 0, "missing")):
        response = phone.post(phone.url("round_new"), phone.fill(typed), headers={"HX-Request": "true"})
        assert response.status_code == 200
        assert html(response).lstrip().startswith('<section id="preview"')
        assert "<html" not in html(response)
        assert f'data-ready="{ready}"' in html(response)
        assert dict(status.findall(html(response))) == {"0": "done", "1": of_ben, "2": "done", "3": "done"}
    assert "Still needed: hands of Ben" in text(response)
    assert not Round.objects.exists()


def test_without_key_or_revision_or_with_one_that_does_not_exist_yet(phone: Phone) -> None:
    filled = phone.fill(DOBON)
    for missing in ({"key": ""}, {"revision": ""}):
        response = phone.send({**filled, **missing})
        assert response.status_code == 422
        assert "Please confirm once more." in text(response)
        assert entry_form(response)["hand-2"] == ["A 2 3 10 K"]
    assert phone.send({**filled, "revision": "7"}).status_code == 409
    assert not Round.objects.exists()
    assert phone.send({**entry_form(response), "revision": "0"}).status_code == 302, "the key is made anew"


def test_malformed_keys_and_revisions(rf: RequestFactory) -> None:
    for key in ("", "short", "x" * 65, "<script>alert(1)"):
        assert read_form_version(rf.post("/", {"key": key, "revision": "0"})) is None, key
    for revision in ("", "-1", "1e3", "٣", "99999999999999999999"):
        assert read_form_version(rf.post("/", {"key": "k" * 16, "revision": revision})) is None, revision


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


# ── correcting and putting in ────────────────────────────────────────────────────────────────────


def test_preview_shows_what_changes_and_the_receipt_its_history(phone: Phone, second: Phone) -> None:
    phone.record(DOBON, OUT)
    preview = second.send(second.fill({"hand-2": "K"}, "round_edit", 1), "preview", "round_edit", 1)
    shown = text(preview)
    assert "What this changes: 4" in shown
    assert "Round 1 · Dobon! あき hit Ben on K あき +400 becomes +340 Chie −70 becomes −10" in shown
    assert "Standings after the change あき 390 becomes 330 Chie 10 becomes 70" in shown
    assert phone.points()["Chie"] == 10
    saved = second.send(entry_form(preview), "confirm", "round_edit", 1)
    assert (saved.status_code, saved["Location"]) == (302, phone.url("round", 1))
    assert phone.points() == {"あき": 330, "Ben": -340, "Chie": 70, "大輔": -60}
    shown = text(phone.show("round", 1)).split("History")[1]
    for said in ("entered", "corrected", "· iPhone", "becomes", "Chie A 2 3 10 K", "Chie K"):
        assert said in shown
    edit = RoundEdit.objects.get(action="edit")
    assert (edit.before["hands"]["2"], edit.after["hands"]["2"]) == (["A", "2", "3", "10", "K"], ["K"])


def test_a_correction_of_a_round_that_was_voided_meanwhile(phone: Phone, second: Phone) -> None:
    phone.record(DOBON)
    mine = phone.fill({"hand-2": "K"}, "round_edit", 1)
    second.confirm_change("round_void", 1)
    response = phone.send(mine, "confirm", "round_edit", 1)
    assert response.status_code == 422
    assert "It has been voided." in text(response)
    assert entry_form(response)["hand-2"] == ["K"]
    assert phone.get(phone.url("round_edit", 1))["Location"] == phone.url("round", 1)
    assert RoundEdit.objects.filter(action="edit").count() == 0


def test_inserting_a_round_without_javascript(phone: Phone) -> None:
    phone.record(DOBON)
    preview = phone.send(phone.fill(OUT, "round_insert", 1), "preview", "round_insert", 1)
    assert "What this changes" in text(preview)
    assert phone.send(entry_form(preview), "confirm", "round_insert", 1).status_code == 302
    assert phone.points() == {name: AFTER_DOBON[name] + AFTER_OUT[name] for name in AFTER_DOBON}
    assert [data["kind"] for data in phone.show("export").json()["rounds"]] == ["out", "dobon"]


# ── a correction that changes nothing, and rounds of documents, which may stay as open as they came ─

CLAIM: Facts = {"kind": "dobon", "callers": ["B"], "victim": "A", "card": "9", "hands": {"B": ["4", "5"]}}
DEAL: Facts = {"kind": "deal", "landlord": "B", "bid": 2, "bombs": 1, "rockets": 0, "winner": "landlord"}
DECLARED: list[tuple[str, str, Facts, Facts]] = [
    ("teyaku", "riichi", CLAIM, {}),
    ("doudizhu", "doubled", DEAL, {"doubling": "on"}),
]
"""Rounds in which the last seat declares first: game, declaration, the round without it, and house rules."""
OPEN = {"kind": "dobon", "callers": ["A"], "victim": "B", "card": "9", "hands": {"A": ["4", "5"], "C": ["K"]}}
"""ギャンブル: what the victim and D hold is not known."""


def brought(game: str, facts: Facts, **options: object) -> Phone:
    """A table from a document."""
    document = {"format": 1, "game": game, "players": [*"ABCD"], "options": options, "rounds": [facts]}
    return Phone().bring_in(document)


@pytest.mark.parametrize(("game", "key", "facts", "options"), DECLARED)
def test_declarations_keep_their_order(
    db: None, game: str, key: str, facts: Facts, options: dict[str, object]
) -> None:
    """An edit that changes nothing is none; one taken away leaves the others, one more comes last."""
    phone = brought(game, {**facts, key: ["D", "A", "D"]}, **options)
    before, revision = Round.objects.get().facts, phone.session.revision
    assert before[key] == ["3", "0", "3"]
    answer = phone.play({}, "round_edit", 1)
    assert (answer.status_code, answer["Location"]) == (302, phone.url("round", 1))
    sent = {**phone.fill({}, "round_edit", 1), "action": "confirm"}
    by_script = phone.post(phone.url("round_edit", 1), sent, headers={"Sent-By": "page"})
    assert (by_script.status_code, by_script["Recorded"]) == (204, sent["key"][0])
    assert (Round.objects.get().facts, phone.session.revision) == (before, revision)
    page = text(phone.show("round", 1))
    assert "Nothing was changed." in page
    assert "corrected" not in page
    assert phone.play({f"{key}-3": "1", f"{key}-1": "1"}, "round_edit", 1).status_code == 302
    assert Round.objects.get().facts[key] == ["3", "0", "1"]


def test_a_hand_that_a_document_left_open_may_stay_open_but_no_other(db: None) -> None:
    """Who was not claimed on pays for the own hand: C 10 for a K, and 50 once it was a 2."""
    phone = brought("gamble", OPEN)
    assert phone.points()["C"] == -10
    new = {"kind": "dobon", "callers": "0", "victim": "1", "card": "9", "hand-0": "4 5"}
    for typed, page in (({"hand-2": ""}, ("round_edit", 1)), (new, ("round_new",))):
        asked = phone.send(phone.fill(typed, *page), "preview", *page)
        assert 'data-ready="0"' in html(asked)
        assert phone.send(entry_form(asked), "confirm", *page).status_code == 422
    filled = phone.fill({"hand-2": "2"}, "round_edit", 1)
    asked = phone.send(filled, "preview", "round_edit", 1)
    assert "The hand of B is missing." in text(asked)
    assert 'data-ready="1"' in html(asked)
    unseen = phone.send({**filled, "seen": ""}, "confirm", "round_edit", 1)
    assert unseen.status_code == 422
    assert phone.send(entry_form(asked), "confirm", "round_edit", 1).status_code == 302
    assert phone.points()["C"] == -50
    assert "1" not in Round.objects.get().facts["hands"]


# ── the round that a form means, whatever number that round has by then ─────────────────────────


def test_the_key_wins_over_the_number_in_the_address(phone: Phone) -> None:
    phone.record(DOBON, OUT)
    key = {"row": phone.session.rounds.get(position=2).pk}
    titles = {"round_edit": "Edit", "round_insert": "Add before", "round_void": "Void"}
    for name, title in titles.items():
        page = phone.get(phone.url(name, 1), key)
        assert f"{title} round 2" in text(page)
        assert f'action="{phone.url(name, 2)}"' in html(page)


def test_links_of_a_receipt_carry_the_key_of_its_round(phone: Phone) -> None:
    """The receipt was opened before somebody put a round in: its buttons still lead to the round it shows."""
    phone.record(DOBON)
    page = html(phone.show("round", 1))
    links = [part.partition('"')[0] for part in page.split('href="')[1:] if "?row=" in part.partition('"')[0]]
    phone.play(OUT, "round_insert", 1)
    assert len(links) == 3
    assert all("round 2" in text(phone.get(link)) for link in links)


def test_a_stale_correction_says_what_its_round_was_and_is(phone: Phone, second: Phone) -> None:
    phone.record(DOBON)
    mine = phone.fill({"hand-3": "9"}, "round_edit", 1)
    second.play(OUT, "round_insert", 1)
    second.play({"hand-2": "4"}, "round_edit", 2)
    stale = phone.send(mine, "confirm", "round_edit", 1)
    assert stale.status_code == 409
    said = text(stale)
    assert "Edit round 2" in said
    assert "Round 1 has become round 2." in said
    assert "It was: Dobon! あき hit Ben on K · あき 2 J · Ben A 2 3 · Chie A 2 3 10 K" in said
    assert "It is now: Dobon! あき hit Ben on K · あき 2 J · Ben A 2 3 · Chie 4" in said
    assert "Round 2 · Dobon! あき hit Ben on K" in said  # what confirming again would change there
    # Chie's 74 → 70 against 4 → 0, 大輔 9 → 10 against 4 → 0, and あき gets both
    differing = {label for label, (_theirs, _mine, same) in compared(stale).items() if not same}
    assert differing == {"あき", "Chie", "大輔"}


@pytest.mark.parametrize(("name", "done"), [("round_void", "voided"), ("round_restore", "restored")])
def test_voiding_or_restoring_what_was_done_already_is_not_offered(
    phone: Phone, second: Phone, name: str, done: str
) -> None:
    phone.record(DOBON)
    if name == "round_restore":
        phone.confirm_change("round_void", 1)
    url = phone.url(name, 1)
    form = forms(phone.get(url))[url]
    second.confirm_change(name, 1)
    changes = RoundEdit.objects.count()
    late = phone.post(url, form)
    assert late.status_code == 409
    assert f"It has been {done}." in text(late)
    assert 'value="confirm"' not in html(late)
    assert phone.post(url, forms(late)[url]).status_code == 409
    assert RoundEdit.objects.count() == changes


# ── the same round on two phones: it is there already, or both stand side by side ─────────────────

SAME = "The same round is recorded already"
OTHER = "Something happened meanwhile"
NOGAME = {"kind": "nogame"}
MIXED = {**DOBON, "hand-0": "j 2", "hand-1": "３ 1 2", "hand-2": "K 10 3 2 A"}
TWO = {**DOBON, "callers": ["0", "2"], "hand-2": "10 3"}
WENT = {"kind": "out", "winner": "0", "hand-1": "-", "hand-2": "10 4", "hand-3": "5"}
Rows = dict[str, tuple[str, str, bool]]


def compared(answer: HttpResponse) -> Rows:
    """What the table says of each thing: as recorded, as typed, and whether they agree."""
    table = re.search(r'<table class="beside.*?</table>', html(answer), re.DOTALL)
    assert table
    rows = re.findall(r'<tr( class="differs")?>(.*?)</tr>', table[0].split("<tbody>")[1], re.DOTALL)
    cells = [(mark, [words(cell) for cell in re.split(r"</t[dh]>", row)]) for mark, row in rows]
    return {label: (theirs, mine, not mark) for mark, (label, theirs, mine, *_rest) in cells}


CASES: dict[str, tuple[list[Any], Any, str, Rows]] = {
    # what the first phone records, what the second one typed, what it hears, and what it sees of both
    "cards in another order": ([DOBON], MIXED, SAME, {}),
    "among other rounds": ([DOBON, OUT, NOGAME], OUT, SAME, {"Result": ("Went out", "Went out", True)}),
    # the first of several is compared unless one is the same
    "several": ([NOGAME, OUT], {**OUT, "hand-3": "K"}, OTHER, {"Result": ("No game", "Went out", False)}),
    # Chie without the king: 1+50+3+10=64 instead of 74, so 60 instead of 70, and あき 330+60=390
    "without the king": ([DOBON], {**DOBON, "hand-1": "3 2 A", "hand-2": "A 2 3 10"}, OTHER, {
        "Result": ("Dobon", "Dobon", True),
        "Caller": ("あき", "あき", True),
        "Claimed player": ("Ben", "Ben", True),
        "Card": ("K", "K", True),
        "あき": ("2 J +400", "2 J +390", False),
        "Ben": ("A 2 3 −330", "3 2 A −330", True),
        "Chie": ("A 2 3 10 K −70", "A 2 3 10 −60", False),
        "大輔": ("4", "4", True),
    }),
    # Chie 14 → 10 and 大輔 5 → 10 where あき went out; nothing moves in the round that does not count
    "another ending": ([NOGAME], WENT, OTHER, {
        "Result": ("No game", "Went out", False),
        "Winner": ("–", "あき", False),
        "あき": ("±0", "+20", False),
        "Ben": ("–", "none", False),
        "Chie": ("±0", "10 4 −10", False),
    }),
}  # fmt: skip


@pytest.mark.parametrize(("theirs", "mine", "heard", "rows"), CASES.values(), ids=CASES)
def test_what_the_second_phone_is_shown(
    phone: Phone, second: Phone, theirs: list[Any], mine: Any, heard: str, rows: Rows
) -> None:
    form = second.fill(mine)
    for facts in theirs:
        assert phone.play(facts).status_code == 302
    answer = second.send(form)
    assert answer.status_code == 409
    shown, is_same = text(answer), heard == SAME
    assert (SAME in shown, OTHER in shown) == (is_same, not is_same)
    assert ("Record as another round" in shown) is is_same
    assert (f'href="{phone.url("table")}" data-discard' in html(answer)) is is_same
    seen = compared(answer)
    assert {label: seen[label] for label in rows} == rows
    assert all(agree for _theirs, _mine, agree in seen.values()) is is_same
    assert Round.objects.count() == len(theirs)
    assert second.send(entry_form(answer)).status_code == 302, "it can be recorded as another round"


def test_rounds_are_the_same_in_another_order_of_cards_alone(phone: Phone) -> None:
    """One of two callers, a bystander, the victim and the order of the calls make another round."""
    table = Table(phone.session)

    def facts(typed: Mapping[str, Any]) -> Facts:
        form = form_of(table)
        parsed = form.parse(form.from_post(QueryDict(urlencode(typed, doseq=True))), table)
        assert not parsed.errors
        return normalized(table, parsed.data)

    assert facts(MIXED) == facts(DOBON)
    for other in ({"hand-3": "5"}, {"hand-2": "9 4"}, {"victim": "3"}, {"callers": ["2", "0"]}):
        assert facts({**TWO, **other}) != facts(TWO), other


def test_the_same_round_recorded_before_the_form_was_opened_is_another_one(
    phone: Phone, second: Phone
) -> None:
    phone.play(DOBON)
    form = second.fill(DOBON)
    phone.play(OUT)
    assert OTHER in text(second.send(form))


def test_the_present_facts_of_the_other_round_are_compared(phone: Phone, second: Phone) -> None:
    """Taken back, it is recorded no more; corrected to what is typed here, it is the same."""
    forms_of = [second.fill(DOBON) for _ in range(2)]
    phone.play({**DOBON, "hand-3": "5"})
    phone.play({"hand-3": "4"}, "round_edit", 1)
    assert SAME in text(second.send(forms_of[0]))
    phone.confirm_change("round_void", 1)
    answer = second.send(forms_of[1])
    assert OTHER in text(answer)
    assert 'class="beside' not in html(answer), "another change has no other version"


def test_who_did_it_is_named_by_seat_then_phone(phone: Phone) -> None:
    ben = join(phone, "Ben", agent="Mozilla/5.0 (X11; Linux x86_64)")
    form = phone.fill({**DOBON})
    ben.play(OUT)
    late = phone.send(form)
    assert "Ben (Linux) · entered Chie went out" in text(late)
    assert "Ben (Linux)" in html(late).split('class="beside')[1].split("</thead>")[0]
    phone.confirm_change("round_void", 1)
    shown = text(phone.show("round", 1))
    assert shown.count("Ben (Linux)") == 2  # at the top and in the history
    sit(phone, "あき")
    assert "あき (unnamed phone)" in text(phone.show("round", 1)).split("History")[1]


def test_a_name_of_another_circle_is_not_shown(phone: Phone, second: Phone) -> None:
    elsewhere = Phone().open_table(("Ben", "Zoe"))
    ben = join(elsewhere, "Zoe")
    ben.sit_at(phone)
    ben.play(DOBON)
    assert "Zoe" not in text(phone.show("round", 1))
    assert forms(second.get(second.url("round_void", 1)))
