"""What a phone fetches when its table has changed: the page without its frame, made once for all."""

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection
from django.db.models.sql.compiler import SQLCompiler
from django.http import Http404
from django.test.utils import CaptureQueriesContext

from scorekeeper.circles.models import Membership, Player, Role
from scorekeeper.pages import updates as pages
from scorekeeper.pages.updates import Once
from tests.helpers import DOBON, OUT, Phone, html, text
from tests.seated import sit

PAGES = ("table", "rounds", "sheet", "settle")


@pytest.fixture(autouse=True)
def _fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "UPDATES", Once())


@pytest.mark.parametrize("name", PAGES)
def test_an_update_is_the_page_without_its_frame(phone: Phone, name: str) -> None:
    phone.play(DOBON)
    update = phone.get(phone.url(name), {"live": "1"})
    assert update.status_code == 200
    assert 'data-revision="1"' in html(update)
    for part in ('<header class="felt">', '<main id="main"', '<div id="bar">'):
        assert part in html(update)
    assert "<script" not in html(update)
    assert "400" in text(update)


def test_the_receipt(phone: Phone) -> None:
    phone.play(DOBON)
    assert "400" in text(phone.get(phone.url("round", 1), {"live": "1"}))
    assert phone.get(phone.url("round", 2), {"live": "1"}).status_code == 404


@pytest.mark.parametrize("name", PAGES)
def test_a_page_knows_where_to_listen(phone: Phone, name: str) -> None:
    page = html(phone.show(name))
    assert f'data-line="/live/t/{phone.sid}/"' in page
    assert 'data-revision="0"' in page
    assert "js/live/update.js" in page


def test_the_entry_page_listens_too(phone: Phone) -> None:
    page = html(phone.show("round_new"))
    assert 'data-mode="entry"' in page
    assert 'data-next="1"' in page


def test_what_the_last_round_moved(phone: Phone) -> None:
    """あき takes 330 from Ben (seat 1) and 70 from Chie (seat 2), by the rules' example."""
    phone.play(DOBON)
    page = html(phone.get(phone.url("table"), {"live": "1"})).replace("&quot;", '"')
    assert '{"from": "1", "to": "0", "points": 330}' in page
    assert '{"from": "2", "to": "0", "points": 70}' in page
    assert '"0": 400' in page


def test_the_next_revision_is_another_update(phone: Phone) -> None:
    phone.play(DOBON)
    before = html(phone.get(phone.url("table"), {"live": "1"}))
    phone.play(OUT)
    after = html(phone.get(phone.url("table"), {"live": "1"}))
    assert 'data-revision="2"' in after
    assert before != after


def test_the_second_phone_costs_next_to_nothing(phone: Phone) -> None:
    """The device, and the session with the role; nothing of the rounds is read again."""
    phone.play(DOBON)
    first = html(phone.get(phone.url("table"), {"live": "1"}))
    with CaptureQueriesContext(connection) as queries:
        second = html(phone.get(phone.url("table"), {"live": "1"}))
    assert first == second
    assert len(queries) <= 3


def test_what_an_update_reads_is_prepared(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    """Putting a query together takes longer than its answer: only what the chart shows is looked for anew."""
    path, live, made = phone.url("table"), {"live": "1"}, list[str]()
    put_together = SQLCompiler.as_sql

    def noted(compiler: SQLCompiler, *args: Any, **kwargs: Any) -> Any:
        made.append(compiler.query.model.__name__)
        return put_together(compiler, *args, **kwargs)

    phone.record(DOBON, OUT).get(path, live)
    phone.record(OUT)
    monkeypatch.setattr(SQLCompiler, "as_sql", noted)
    assert 'data-revision="3"' in html(phone.get(path, live))
    assert made == ["RoundResult"]


def test_languages_are_kept_apart(phone: Phone) -> None:
    phone.play(DOBON)
    english = html(phone.get(phone.url("table"), {"live": "1"}))
    japanese = html(phone.get(phone.url("table"), {"live": "1"}, headers={"accept-language": "ja"}))
    assert "Total 0" in english
    assert "合計" in japanese


def test_a_stranger_gets_none(phone: Phone, stranger: Phone) -> None:
    assert phone.get(phone.url("table"), {"live": "1"}).status_code == 200
    for name in PAGES:
        assert stranger.get(phone.url(name), {"live": "1"}).status_code == 404


@pytest.mark.parametrize(("name", "args"), [("table", ()), ("rounds", ()), ("sheet", ()), ("round", (1,))])
def test_what_is_made_for_all_holds_nothing_of_one(phone: Phone, name: str, args: tuple[int, ...]) -> None:
    """No form with a token or key, and no link into the circle."""
    phone.play(DOBON)
    update = html(phone.get(phone.url(name, *args), {"live": "1"}))
    for secret in ("csrfmiddlewaretoken", 'name="key"', "/join/"):
        assert secret not in update


def test_roles_are_kept_apart(phone: Phone, second: Phone) -> None:
    phone.play(DOBON)
    membership = Membership.objects.get(device__name="iPhone")
    for role, offered in ((Role.PLAYER, True), (Role.VIEWER, False)):
        Membership.objects.filter(pk=membership.pk).update(role=role)
        update = html(second.get(second.url("table"), {"live": "1"}))
        assert (second.url("round_new") in update) == offered
    assert phone.url("round_new") in html(phone.get(phone.url("table"), {"live": "1"}))


@pytest.mark.parametrize(("name", "args"), [("table", ()), ("rounds", ()), ("sheet", ()), ("round", (1,))])
def test_all_who_look_on_get_the_same(phone: Phone, second: Phone, name: str, args: tuple[int, ...]) -> None:
    """A host, and a phone of somebody who has no seat here; what stands at a seat is for who sits there."""
    phone.play(DOBON)
    Player.objects.create(circle=phone.session.circle, name="Emi")
    path, live = phone.url(name, *args), {"live": "1"}
    pages_seen = {html(each.get(path, live)) for each in (phone, sit(second, "Emi"))}
    assert len(pages_seen) == len(pages.UPDATES) == 1
    assert (">you<" in html(sit(second, "Ben").get(path, live))) == (name == "table")
    assert {html(phone.get(path, live))} == pages_seen


def test_what_is_said_once_is_left_for_the_page(phone: Phone) -> None:
    phone.play(DOBON)
    phone.get(phone.url("table"), {"live": "1"})
    assert "Saved." in text(phone.show("table"))


def test_kept_for_a_moment_and_made_once() -> None:
    made: list[int] = []

    def make() -> str:
        made.append(1)
        return str(len(made))

    kept, stale = Once(fresh=60), Once(fresh=0)
    assert [kept.get("a", make) for _ in range(3)] == ["1"] * 3
    assert [stale.get("a", make) for _ in range(2)] == ["2", "3"]


def test_no_more_is_kept_than_so_many() -> None:
    kept = Once(fresh=60, most=2)
    for key in ("a", "b", "c"):
        assert kept.get(key, lambda key=key: key) == key  # type: ignore[misc]
    assert kept.get("c", lambda: "again") == "c"
    assert kept.get("a", lambda: "again") == "again"


def test_what_cannot_be_made_leaves_nothing_behind() -> None:
    def fail() -> str:
        raise Http404

    kept = Once(fresh=60)
    for key in range(50):
        with pytest.raises(Http404):
            kept.get(key, fail)
    assert len(kept) == 0
    assert kept.get(0, lambda: "now") == "now"


def test_pages_that_are_not_there_leave_nothing_behind(phone: Phone) -> None:
    for number in range(1, 20):
        assert phone.get(phone.url("round", number), {"live": "1"}).status_code == 404
    assert len(pages.UPDATES) == 0


def test_what_is_no_longer_fresh_is_forgotten() -> None:
    now = 100.0
    kept = Once(fresh=3, timer=lambda: now)
    for key in range(5):
        kept.get(key, lambda: "text")
    assert len(kept) == 5
    now = 104.0
    kept.get("new", lambda: "text")
    assert len(kept) == 1


def test_threads_that_want_the_same_make_it_once() -> None:
    """And one that fails does not fail the others: the next of them makes it."""
    kept, made, gate = Once(fresh=60), [], threading.Event()

    def make() -> str:
        gate.wait(10)
        made.append(1)
        if len(made) == 1:
            raise Http404
        return "text"

    def ask() -> str:
        try:
            return kept.get("a", make)
        except Http404:
            return "failed"

    with ThreadPoolExecutor(4) as pool:
        asked = [pool.submit(ask) for _ in range(4)]
        gate.set()
        assert sorted(one.result(10) for one in asked) == ["failed", "text", "text", "text"]
    assert (len(made), len(kept)) == (2, 1)


DEAL = {"landlord": "1", "bid": "2", "result": "farmers"}


@pytest.mark.parametrize("name", PAGES)
def test_a_deal_is_followed_on_every_page(db: None, name: str) -> None:
    """Ben, the landlord at 2, pays 2 to each of the other two."""
    phone = Phone().open_table(("あき", "Ben", "Chie"), game="doudizhu")
    assert phone.play(DEAL).status_code == 302
    assert 'data-revision="1"' in html(phone.get(phone.url(name), {"live": "1"}))
    assert "−4" in text(phone.get(phone.url(name), {"live": "1"}))
    assert "bid 2" in text(phone.get(phone.url("round", 1), {"live": "1"}))


def test_what_a_landlord_pays_travels_to_both(db: None) -> None:
    phone = Phone().open_table(("あき", "Ben", "Chie"), game="doudizhu")
    phone.play(DEAL)
    page = html(phone.get(phone.url("table"), {"live": "1"})).replace("&quot;", '"')
    for payee in "02":
        assert f'{{"from": "1", "to": "{payee}", "points": 2}}' in page


def test_the_entry_page_of_a_deal_listens_and_keeps_the_screen_on(db: None) -> None:
    page = html(Phone().open_table(("あき", "Ben", "Chie"), game="doudizhu").show("round_new"))
    scripts = (
        'type="module" src="/static/js/live/line.js"',
        'rel="modulepreload" fetchpriority="low" href="/static/js/deal/deal.js"',
    )
    for part in ('data-mode="entry"', 'data-next="1"', *scripts):
        assert page.count(part) == 1, part


def test_points_travel_to_the_bank_where_it_has_a_row(db: None) -> None:
    """あき hands 20 to the bank; the row is there as soon as the bank has taken something in."""
    phone = Phone().open_table(("あき", "Ben"))
    assert 'data-seat="bank"' not in html(phone.show("table"))
    phone.play({"kind": "adjust", "from-0": "0", "to-0": "bank", "points-0": "20"})
    page = html(phone.get(phone.url("table"), {"live": "1"})).replace("&quot;", '"')
    assert '{"from": "0", "to": "bank", "points": 20}' in page
    assert 'data-seat="bank"' in page
