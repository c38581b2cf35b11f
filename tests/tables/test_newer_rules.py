"""What was recorded stays on every page, picture and table, whatever newer rules would make of it."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
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
from scorekeeper.scoring.registry import RULESETS
from scorekeeper.scoring.ruleset import Ruleset
from scorekeeper.stats.tallies import refresh_tallies as count_up
from tests.addresses.test_access import ADDRESSES
from tests.helpers import DOBON, OUT, Phone

DEAL = {"kind": "deal", "landlord": "1", "bid": "2", "bombs": "1", "rockets": "0", "result": "landlord"}
CHANGING = re.compile(r'(name="(csrfmiddlewaretoken|key)" value|nonce)="[^"]*"')
"""What a page makes again each time."""

STILL = ("/changes/", "/rate/", "/payments.csv", "/rounds/3/", "/rounds/4/")
"""Pages of a table that show no points of rounds, or of one that moved none."""
OF_TABLE = (
    *("table", "rounds", "sheet", "settle", "board", "session_changes", "payment", "rate"),
    *("rounds_csv", "sheet_csv", "payments_csv", "api_session"),
)
OF_CIRCLE = (
    *("circle", "changes", "payments", "bills", "people", "person", "pair", "versus", "ranking", "rating"),
    *("seasons", "year", "year_picture", "person_picture", "circle_rounds_csv", "circle_payments_csv"),
    *("api_circle", "api_sessions"),
)


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
    """Everything that shows what recorded rounds came to."""
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
    """What stands at each address, without what is new each time."""
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


class Scored:
    """Rules of a next version: every payment is doubled.  ``times`` is how often they were asked."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._settle, self.times = ruleset.settle, 0
        self.newer = replace(ruleset, version=ruleset.version + 1, settle=self.settle)

    def settle(self, *args: Any) -> Outcome:
        self.times += 1
        outcome = self._settle(*args)
        doubled = (replace(one, points=2 * one.points) for one in outcome.transfers)
        return replace(outcome, transfers=tuple(doubled))


@pytest.fixture
def newer(monkeypatch: pytest.MonkeyPatch) -> Callable[[], list[Scored]]:
    """Brings the next version of every game into force."""

    def raise_versions() -> list[Scored]:
        callable = [Scored(ruleset) for ruleset in RULESETS.values()]
        for one in callable:
            monkeypatch.setitem(RULESETS, one.newer.key, one.newer)
        return callable

    return raise_versions


def test_pages_show_what_was_recorded_until_it_is_scored_again(
    circle: Phone, newer: Callable[[], list[Scored]]
) -> None:
    urls = list(addresses(circle))
    before = shown(circle, urls)
    versions = newer()
    after = shown(circle, urls)
    assert [url for url in urls if before[url] != after[url]] == []
    assert sum(one.times for one in versions) == 0

    call_command("rescore")
    own = [url for url in urls if f"/{circle.sid}/" in url and not url.endswith(STILL)]
    rescored = shown(circle, own)
    assert [url for url in own if rescored[url] == before[url]] == []
    assert not list(differences(Table(circle.session)))
