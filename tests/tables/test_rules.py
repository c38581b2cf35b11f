"""ルール: the rules of a table in words; stored results stay until they are rescored."""

import re
from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from typing import Any

import pytest
from django.core.cache import cache
from django.core.management import call_command
from django.http import HttpResponse
from django.urls import reverse
from django.utils.timezone import localtime

from scorekeeper.circles.codes import make_token
from scorekeeper.play.results import differences
from scorekeeper.play.sharing import make_link, token_of
from scorekeeper.play.table import Table
from scorekeeper.scoring.core import Outcome
from scorekeeper.scoring.presets import PRESETS
from scorekeeper.scoring.registry import RULESETS
from scorekeeper.scoring.ruleset import Ruleset
from scorekeeper.scoring.sources import SOURCES
from scorekeeper.stats.tallies import refresh_tallies as count_up
from tests.addresses.test_access import ADDRESSES
from tests.circle_pages import join_by_link
from tests.helpers import DOBON, OUT, Phone, html, text
from tests.rules.test_start import table_for

SOURCE = re.compile(r'<li value="(\d+)" lang="ja">(.*?)</li>')
DEAL = {"kind": "deal", "landlord": "1", "bid": "2", "bombs": "1", "rockets": "0", "result": "landlord"}
CHANGING = re.compile(r'(name="(csrfmiddlewaretoken|key)" value|nonce)="[^"]*"')
"""What is new in each response."""
STILL = ("/changes/", "/rate/", "/payments.csv", "/rounds/3/", "/rounds/4/")
"""Pages of a table without points of rounds, or of rounds without points."""
OF_TABLE = (
    *("table", "rounds", "sheet", "settle", "board", "session_changes", "payment", "rate"),
    *("rounds_csv", "sheet_csv", "payments_csv", "api_session"),
)
OF_CIRCLE = (
    *("circle", "changes", "payments", "bills", "people", "person", "pair", "versus", "ranking", "rating"),
    *("seasons", "year", "year_picture", "person_picture", "circle_rounds_csv", "circle_payments_csv"),
    *("api_circle", "api_sessions"),
)


def test_the_usual_rules_are_folded(phone: Phone) -> None:
    page = phone.show("rules")
    shown = text(page)
    assert "dobon ×3 · 2s count 50 · no return" in shown
    assert "(Y's hand 54 + X's hand 60 = 114 → 110) × dobon 3 = 330" in shown
    assert "Different at this table" not in shown
    assert "What is played for" not in shown
    fold = r'<details class="panel fold"( open)?[^>]*><summary>(.*?)</summary>'
    folds = re.findall(fold, html(page), re.DOTALL)
    assert not any(opened for opened, _ in folds)
    titles = [re.sub("<[^>]+>", "", words) for _, words in folds]
    assert titles[0] == "What a hand may claim"
    assert "Multipliers" in titles
    assert "Save these rules" in text(join_by_link(phone, "player").show("rules"))
    assert "Save these rules" not in text(join_by_link(phone, "viewer").show("rules"))


def test_unusual_rules_are_listed_first(db: None) -> None:
    phone = Phone().open_table(dobon_factor=2, returns="on", eights="winner")
    shown = text(phone.show("rules"))
    assert "dobon ×2 · 2s count 50 · with return · 8s double" in shown
    assert "Dobon factor 2 What the claimed player pays is multiplied by this. Usual: 3." in shown
    assert shown.index("Different at this table") < shown.index("What a hand may claim")
    assert "(Y's hand 54 + X's hand 60 = 114 → 110) × dobon 2 = 220" in shown


def rules_of(game: str, **options: object) -> str:
    return text(Phone().open_table(("A", "B", "C"), game=game, **options).show("rules"))


def test_kawagoe(db: None) -> None:
    """9 + 16; doubled by a 2 and a joker; the caller pays back 18 twice; 10 + 4 from each.

    With both readings of the return, (9 + 15) × 2 × 2 = 96; a 2 doubles the one-shot: 28 each.
    """
    shown = rules_of("kawagoe")
    for words in (
        "Y → X number 9 + Y's hand 16 = 25",
        "(number 9 + Y's hand 16 = 25) × (2s → 2) × (jokers → 2) = 100",
        "X → Y (number 9 + X's hand 9 = 18) × return 2 = 36",
        "10 is turned up. Claim: W. Hands: W: A 2 3 4. X → W number 10 + opening 4 = 14",
        "Opening dobon",
        "Who deals",
    ):
        assert words in shown
    for words in ("Yaku and their points", "V bursts.", "Riichi and the pot", "goes out."):
        assert words not in shown
    shown = rules_of("kawagoe", return_hands="victim", first_bonus="kept", opening_bonus="doubled")
    assert "X → Y (number 9 + Y's hand 15 = 24) × return 2 × (2s → 2) = 96" in shown
    assert "(number 10 + opening 4 = 14) × (2s → 2) = 28" in shown


def test_teyaku(db: None) -> None:
    """Dora 2, ura-dora 1, joker 1, second win 1: 5 yaku; fewest cards: 200, 300, 100; a third of 100."""
    shown = rules_of("teyaku")
    for words in (
        "dora 2 + ura-dora 1 + jokers 1 + streak 1 = 5 yaku → 3,200",
        "Provisional: no published table exists",
        "5 or more 3,200",
        "3 6 3×6=18",
        "1. dobon +100 2. dobon +200 3. dobon +400 4. goes out +200 5. dobon +1,600",
        "pot → Y riichi 3 × 100 points = 300",
        "X → W (4 cards − fewest 2) × 100 points = 200",
        "= 100 → for W 34",
        "Counter: returning a claim",
        "Clear: when somebody goes out",
    ):
        assert words in shown


def test_dotenko(db: None) -> None:
    """A return of 11 is 22, returned once more 44; 6 from four on the first card, returned 48; burst 10."""
    shown = rules_of("dotenko")
    for words in (
        "A 8 −A+8=7 · A+8=9",
        "Y → X number 11",
        "number 11 × return 2 = 22",
        "X → Y number 11 × (2 returns → 4) = 44",
        "= 48",
        "V bursts. V → W burst 10 V → X burst 10",
    ):
        assert words in shown


def test_a_borrowed_rule_has_its_chapter(db: None) -> None:
    shown = rules_of("gamble", burst="on", riichi="on", streak="factor", deckout="fewest", jokers=2)
    for heading in ("Burst", "Riichi and the pot", "Winning streak", "When the stock is used up"):
        assert f" {heading} " in shown
    assert "Whoever has the fewest cards wins" in shown


def sources_of(game: str, **options: object) -> list[str]:
    page = html(Phone().open_table(("A", "B", "C"), game=game, **options).show("rules"))
    result = SOURCE.findall(page)
    assert [number for number, _title in result] == [str(number) for number in range(1, len(result) + 1)]
    assert set(re.findall(r'<a href="#sources"[^>]*>\[(\w+)\]</a>', page)) <= {number for number, _ in result}
    assert page.count('<details class="panel fold" id="sources">') == 1
    return [unescape(title) for _number, title in result]


@pytest.mark.parametrize(
    ("game", "options", "named"),
    [
        ("gamble", {}, ("000",)),
        ("doudizhu", {}, ("004",)),
        ("doudizhu", {"spring": "triple"}, ("004", "jj", "joker128")),
        ("gamble", {"threes": "summed"}, ("000", "rule-keisan")),
        ("gamble", PRESETS["claimed-card"].options, ("000", "dobon-wiki")),
    ],
)
def test_sources(db: None, game: str, options: dict[str, object], named: tuple[str, ...]) -> None:
    """The usual rules have that of the game alone; unusual ones have their own."""
    assert sources_of(game, **options) == [SOURCES[key] for key in named]


def test_a_rule_that_the_game_s_source_lacks_names_another_source(db: None) -> None:
    """The claims of 手役ドボン are those of 川越, and more."""
    assert set(sources_of("teyaku")) >= {SOURCES["002"], SOURCES["001"]}
    assert SOURCES["pagat4"] not in sources_of("teyaku")


def test_stake_and_rate_in_words(db: None) -> None:
    phone = table_for(base="400", rounds="8", end_on_bust="on", unit="円", per_point="0.5", round_to="10")
    shown = text(phone.show("rules"))
    for words in (
        "Everybody starts with 300 points. Results are counted from 400 base points.",
        "The first place gets the difference of 100 from every player, including themselves.",
        "over after 8 rounds",
        "It is over when somebody has no points left after a round.",
        "1 point is 0.5 円, in steps of 10 円.",
    ):
        assert words in shown
    assert "over after 1 round;" in text(table_for(rounds="1").show("rules"))


def test_doudizhu(db: None) -> None:
    """W-1 is 3·2·2·2 = 24; four players, bid 2 and a bomb: 4 to each.

    A trebled spring on a stake of 1 is 3; two robs make 4; a doubling counts between two.
    """
    shown = rules_of("doudizhu")
    for words in (
        "X is landlord for a bid of 3. 2 bombs, 1 rocket. The landlord is out first.",
        "Y → X bid 3 × (2 bombs → 4) × (1 rocket → 2) = 24",
        "Four of a kind with two more cards or pairs is no bomb",
        "7 7 7 8 8 8 3 6 Run of triplets with single cards 7–8",
        "small joker big joker Rocket",
        "3 4 5 6 A run of single cards needs five ranks; this has 4.",
        "3339 < 5557 < KKKJ < AAA3 < 4444 < 2222 < small joker big joker: each beats the one before.",
        "25 for each, 8 for the landlord, who then has 33",
        "W → X bid 2 × (1 bomb → 2) = 4",
        "When all pass",
    ):
        assert words in shown, words
    for words in ("Spring and anti-spring", "Doubling The", "robbed", "Borrowed from"):
        assert words not in shown, words
    shown = rules_of("doudizhu", spring="triple", bidding="rob", doubling="on", open_hand="on", cap=12)
    for words in (
        "No farmer plays a card. Y → X starting stake 1 × (spring → 3) = 3",
        "robbed 2 times. The landlord is out first. Y → X starting stake 1 × (times robbed: 2 → 4) = 4",
        "Y doubles. The landlord is out first. Y → X starting stake 1 × (Y doubled → 2) = 2"
        " Z → X starting stake 1",
        "Playing with an open hand",
        "Limit for one payment: 12",
    ):
        assert words in shown, words


def test_sentences_are_joined_as_the_language_does(db: None) -> None:
    phone = Phone().open_table(("あき", "Ben", "Chie"), game="doudizhu")
    shown = text(phone.get(phone.url("rules"), headers={"accept-language": "ja"}))
    assert "Xがビッド3で地主。爆弾2個、ロケット1個。地主が先に上がる。" in shown, shown


@pytest.fixture
def circle(phone: Phone) -> Phone:
    """Two evenings of あき, Ben, Chie and 大輔, and one of 闘地主 of the first three."""
    cid = phone.session.circle.public_id
    phone.record(DOBON, OUT, {"kind": "nogame"})
    phone.press("session_end")
    phone.open_table(cid=cid)
    deals = Phone()
    deals.cookies = phone.cookies
    deals.open_table(("あき", "Ben", "Chie"), cid, "doudizhu").record(DEAL)
    phone.record(DOBON, OUT, DOBON, {"kind": "nogame"})
    phone.confirm_change("round_void", 3)
    phone.show("table")  # it says once that the round was taken back
    phone.defaults["HTTP_AUTHORIZATION"] = f"Bearer {make_token(phone.session.circle, 'T', None)}"
    return phone


def addresses(phone: Phone) -> Iterator[str]:
    """All pages with results of rounds."""
    circle = phone.session.circle
    of_circle = {
        "cid": circle.public_id,
        "year": localtime(phone.session.started_at).year,
        "shape": "portrait",
    }
    of_circle |= dict(zip(("number", "other"), circle.players.values_list("pk", flat=True), strict=False))
    for session in circle.sessions.all():
        sid, token = session.public_id, token_of(make_link(session, "en", None))
        yield from (reverse(name, args=(sid,)) for name in OF_TABLE)
        yield from (reverse(name, args=(sid, "portrait")) for name in ("result_picture", "sheet_picture"))
        yield from (reverse("round", args=(sid, row.position)) for row in session.rounds.all())
        yield from (reverse(name, args=(token,)) for name in ("shared", "shared_picture"))
    for name in OF_CIRCLE:
        route = ADDRESSES[name].route
        yield reverse(name, kwargs={key: value for key, value in of_circle.items() if f":{key}>" in route})


def shown(phone: Phone, urls: list[str]) -> dict[str, bytes | str]:
    """The content of each address, without what is new in each response."""
    cache.clear()
    count_up(phone.session.circle, seconds=60)
    result: dict[str, bytes | str] = {}
    for url in urls:
        response: HttpResponse = phone.get(url)
        assert response.status_code == 200, url
        content = b"".join(response) if response.streaming else response.content
        result[url] = (
            CHANGING.sub("", content.decode()) if response["Content-Type"][:5] == "text/" else content
        )
    return result


def doubled(ruleset: Ruleset, asked: list[str]) -> Ruleset:
    """The rules of a next version, which doubles every payment, and notes each scoring in ``asked``."""

    def settle(*args: Any) -> Outcome:
        asked.append(ruleset.key)
        outcome = ruleset.settle(*args)
        transfers = (replace(one, points=2 * one.points) for one in outcome.transfers)
        return replace(outcome, transfers=tuple(transfers))

    return replace(ruleset, version=ruleset.version + 1, settle=settle)


def test_pages_show_what_was_recorded_until_it_is_scored_again(
    circle: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    urls, asked = list(addresses(circle)), []
    before = shown(circle, urls)
    for key, ruleset in list(RULESETS.items()):
        monkeypatch.setitem(RULESETS, key, doubled(ruleset, asked))
    after = shown(circle, urls)
    assert [url for url in urls if before[url] != after[url]] == []
    assert asked == []

    call_command("rescore")
    own = [url for url in urls if f"/{circle.sid}/" in url and not url.endswith(STILL)]
    rescored = shown(circle, own)
    assert [url for url in own if rescored[url] == before[url]] == []
    assert not list(differences(Table(circle.session)))
