"""Rules by a link that contains them, or as a file."""

import json
from itertools import product
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from scorekeeper.play.models import GameSession
from scorekeeper.play.table import Table
from scorekeeper.rules.models import RuleSet as KeptRules
from scorekeeper.rules.rule_sets import RuleSet, read_rule_set, write_rule_set
from scorekeeper.rules.sets import LONGEST_CODE, code_of, decode, load_saved
from scorekeeper.scoring import options as house_rules
from scorekeeper.scoring.document import read_document
from scorekeeper.scoring.errors import ReadError
from scorekeeper.scoring.registry import RULESETS
from scorekeeper.scoring.settlement import Stake
from tests.circle_pages import join_by_link, link_of, membership, path_of
from tests.helpers import NAMES, Phone, forms, html, text
from tests.rules.helpers import list_url, packed, rules, shared_url

CASES = sorted((Path(__file__).parent.parent / "scoring" / "cases").glob("*/*.json"))
FRIDAY = rules("金曜ルール", stake=Stake(300, 400, rounds=8), dobon_factor=2, returns="on")


def test_a_shared_page_without_a_group(db: None) -> None:
    shown = text(Phone().get(shared_url(FRIDAY)))
    for words in (
        "金曜ルール Gamble Dobon dobon ×2 · 2s count 50 · with return",
        "300 points each · base 400 · 8 rounds",
        "Different from the usual rules Dobon factor 2",
        "Usual: 3.",
        "Everybody starts with 300 points.",
        "How to play",
        "Sources",
        "Open a table with these rules",
    ):
        assert words in shown
    assert "Save with" not in shown
    assert not GameSession.objects.exists()


def test_it_offers_each_group_of_the_device_and_the_latest_three_first(phone: Phone) -> None:
    phone.open_table(("P", "Y"))
    page = phone.get(shared_url(FRIDAY))
    assert "P & Y Save Open table" in text(page)
    assert 'aria-label="Save with あき &amp; Ben &amp; Chie &amp; 大輔"' in html(page)
    assert "Other groups" not in text(page)
    for name in ("Q", "R"):
        phone.open_table((name, "Y"))
    first, _, rest = text(phone.get(shared_url(FRIDAY))).partition("Other groups")
    assert [name in first for name in ("P & Y", "Q & Y", "R & Y")] == [True] * 3
    assert "あき & Ben" not in first
    assert "あき & Ben & Chie & 大輔 Save Open table" in rest


def test_worked_evenings_keep_their_rules_in_a_link() -> None:
    """So they give the same points elsewhere."""
    for path in CASES:
        document = read_document(json.loads(path.read_text(encoding="utf-8"))["document"])
        sent = RuleSet("x", document.ruleset, document.options, document.stake)
        assert len(code_of(sent)) <= LONGEST_CODE, path
        result = decode(code_of(sent))
        assert result == sent, path


def test_another_phone_opens_a_table_by_the_link(db: None) -> None:
    """(54 + 60 = 114 → 110) × 2 = 220 instead of 330, from starting points of 300."""
    other = Phone()
    page = other.get(shared_url(FRIDAY))
    start = html(page).split('href="/new/?')[1].split('"')[0].replace("&amp;", "&")
    form = forms(other.get("/new/?" + start))["new"]
    other.sit_down(other.post("/new/", {**form, "name": list(NAMES)})).record()
    assert other.points() == {"あき": 590, "Ben": 80, "Chie": 230, "大輔": 300}
    assert other.session.rules_name == "金曜ルール"
    assert "金曜ルール" in text(other.show("table"))
    assert Table(other.session).stake == FRIDAY.stake
    assert not KeptRules.objects.exists()


def older(**body: object) -> str:
    data = {"name": "Old", "game": "gamble", "version": 1, "options": {}, **body}
    return f"/rules/shared/{packed({'format': 1, 'rule_set': data})}/"


def test_lost_rules_are_listed_at_the_top_and_at_a_new_table(db: None) -> None:
    gone = {"sevens_skip": "on", "returns": "thrice", "dora": "on", "two_value": 20}
    address = older(options=gone, version=9, stake={"start": 300, "wind": 1})
    page = Phone().get(address)
    shown = text(page)
    assert page.status_code == 200
    for words in (
        "“sevens_skip” is not known here",
        "Made for version 9 of this game.",
        "“wind” cannot be “1”",
    ):
        assert shown.index(words) < shown.index("2s count 20") < shown.index("How to play")
    new = Phone().get("/new/", {"game": "gamble", "rules": f"code.{address.split('/')[3]}"})
    assert "“sevens_skip” is not known here" in text(new)


BAD_CODES = (
    *("x", "abc", "-_-_", packed("{"), packed("[]"), packed(" " * 9000), packed("[" * 8000), "A" * 6000),
    packed('{"format": 1, "format": 1, "rule_set": {"name": "x", "game": "gamble"}}'),
    packed({"format": 1, "rule_set": {"name": "x", "game": "mahjong"}}),
    packed({"format": 1, "rule_set": {"name": "<script>alert(1)</script>", "game": "<b>"}}),
    code_of(FRIDAY)[:-5],
    code_of(FRIDAY) + "AAAA" * 600,
)


def test_a_bad_code_answers_404_with_a_sentence(db: None) -> None:
    for code, tail in product(BAD_CODES, ("", "rules.json")):
        response = Phone().get(f"/rules/shared/{code}/{tail}")
        assert response.status_code == 404, code
        assert "This rules link is incomplete or cannot be read" in text(response), code
        assert "<script>alert" not in html(response)


def test_a_compression_bomb_is_refused() -> None:
    bomb = packed(" " * 1_000_000)
    assert len(bomb) < LONGEST_CODE
    with pytest.raises(ReadError) as caught:
        decode(bomb)
    assert caught.value.code == "code.bad"


@pytest.mark.parametrize("game", RULESETS)
def test_the_longest_rules_fit_into_a_link(game: str) -> None:
    """As many house rules changed as do not conflict, with the longest names and lists."""
    usual, changed = RULESETS[game].defaults, {}
    lists = {
        "numbers": " ".join(str(1_234_567 - 89 * step) for step in range(40)),
        "cards": " ".join(f"{suit}{rank}=9999" for suit in "SHDC" for rank in range(2, 11)),
        "list": " ".join(str(89 * step - 10**6) for step in range(40)),
        "named": [
            {"name": "".join(chr(0x4E00 + 97 * step + row) for step in range(20)), "points": row - 10**6}
            for row in range(12)
        ],
    }
    for spec in house_rules.specs(type(usual)):
        values = [usual.preset] if spec.kind == "preset" else [key for key, _ in spec.choices] or [spec.high]
        for value in [lists[spec.kind]] if spec.kind in lists else values[::-1]:
            try:
                house_rules.load(usual, {**changed, spec.key: value})
            except ReadError:
                continue
            changed[spec.key] = value
            break
    name = "".join(chr(0x4E00 + 97 * step) for step in range(60))
    longest = RuleSet(
        name, RULESETS[game], house_rules.load(usual, changed), Stake(10**9, 10**9, rounds=10**9)
    )
    assert decode(code_of(longest)) == longest


def test_a_link_contains_the_name(db: None) -> None:
    result = decode(code_of(rules("𠮷野家 & <b>'\"")))
    assert result.name == "𠮷野家 & <b>'\""
    assert "<b>'" not in html(Phone().get(shared_url(result)))


def test_it_offers_only_groups_where_the_phone_may_write(phone: Phone) -> None:
    """Once to a phone that joined by two links, never to a viewer or a removed phone."""
    player, viewer = join_by_link(phone, "player"), join_by_link(phone, "viewer")
    assert player.get(path_of(link_of(phone, "host"))).status_code == 302
    assert html(player.get(shared_url(FRIDAY))).count("Save with") == 1
    assert "Save with" not in html(viewer.get(shared_url(FRIDAY)))
    phone.post(reverse("device_remove", args=(phone.session.circle.public_id, membership(player).pk)))
    assert "Save with" not in html(player.get(shared_url(FRIDAY)))


FRIDAY_FILE = rules("金曜", stake=Stake(300), returns="chain")


def file_of(data: object) -> SimpleUploadedFile:
    content = data if isinstance(data, bytes) else json.dumps(data, ensure_ascii=False).encode()
    return SimpleUploadedFile("rules.json", content)


def test_the_file_is_downloaded_and_shown_by_the_import_page(db: None) -> None:
    """It redirects to the page of the rules."""
    phone = Phone()
    file = phone.get(reverse("rule_sets_file", args=(code_of(FRIDAY_FILE),)))
    assert file["Content-Disposition"] == 'attachment; filename="gamble-rules.json"'
    assert read_rule_set(file.json()) == FRIDAY_FILE
    response = phone.post("/import/", {"document": "", "file": file_of(file.content)})
    assert response.status_code == 302
    assert "金曜 Gamble Dobon" in text(phone.get(response["Location"]))
    assert not GameSession.objects.exists()


LONG = "".join(chr(0x4E00 + (step * 7919) % 20000) for step in range(3000))


@pytest.mark.parametrize("key", ["sevens_skip", LONG], ids=["short", "long"])
def test_rules_lost_at_an_import_are_shown(db: None, key: str) -> None:
    """A file that is too long for a link is reduced to the valid rules, and messages list the rest."""
    data = write_rule_set(FRIDAY_FILE)
    data["rule_set"]["options"][key] = 1
    phone = Phone()
    response = phone.post("/import/", {"file": file_of(data)})
    assert response.status_code == 302
    assert "is not known here" in text(phone.get(response["Location"]))


def test_bad_rules_at_the_import(db: None) -> None:
    response = Phone().post("/import/", {"document": '{"format": 1, "rule_set": {"name": "x"}}'})
    assert response.status_code == 422
    assert "rule_set: “game” is missing" in text(response)


def test_saving_from_a_file(phone: Phone) -> None:
    data = write_rule_set(FRIDAY_FILE)
    data["rule_set"]["options"]["sevens_skip"] = "on"
    response = phone.post(list_url(phone), {"file": file_of(data)})
    kept = KeptRules.objects.get()
    assert load_saved(kept) == FRIDAY_FILE
    assert kept.device is not None
    shown = text(phone.get(response["Location"]))
    assert "Saved: 金曜" in shown
    assert "“sevens_skip” is not known here" in shown


def test_an_invalid_file_saves_nothing(phone: Phone) -> None:
    for sent, words in (
        ({}, "choose a file"),
        ({"code": "abc"}, "this is not a code for shared rules"),
        ({"file": file_of(b"")}, "this is not JSON"),
        ({"file": file_of(b"7")}, "this file contains no rules"),
        ({"file": file_of(b"\xff\xfe")}, "cannot read rules.json"),
        ({"file": file_of(phone.show("export").json())}, "this file contains no rules"),
        ({"file": file_of({"format": 3, "rule_set": {}})}, "format 3 is not known"),
        ({"file": file_of({"format": 1, "rule_set": {"name": "", "game": "gamble"}})}, "a name is missing"),
    ):
        response = phone.post(list_url(phone), sent)
        assert response.status_code == 422
        assert words in text(response)
    assert not KeptRules.objects.exists()
