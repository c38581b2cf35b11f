"""順位: places by evening, month and year, how long an evening must be to count, and ratings."""

from datetime import timedelta

import pytest
from django.utils import timezone

from scorekeeper.circles.models import Circle, CircleChange
from scorekeeper.play.models import GameSession
from tests.circle_pages import ask, circle_of, join_by_link, page, person, send
from tests.helpers import DOBON, OUT, Phone, forms, text
from tests.play.evenings import begin_at


@pytest.fixture
def two(phone: Phone) -> Phone:
    """An evening of あき +400, Chie −70, Ben −330 a year ago; today Chie +80, あき and Ben −10, 大輔 −60."""
    phone.record(DOBON)
    begin_at(GameSession.objects.get(), timezone.now() - timedelta(days=366))
    return phone.open_table(cid=phone.session.circle.public_id).play(OUT) and phone


def ranking_text(phone: Phone, query: str = "") -> str:
    return text(phone.get(f"{page(phone, 'ranking')}?{query}"))


def test_the_newest_year_comes_first_and_is_compared_with_the_one_before(two: Phone) -> None:
    """The first year is compared with nothing.  Money has a table of its own, once the table is over."""
    year = timezone.localdate().year
    shown = ranking_text(two)
    assert f"{year} 1 ▲ up 2 C Chie 1 table · 1 first place · average place 1.0 +80" in shown
    assert "2 ▼ down 1 あ あき 1 table · average place 2.0 −10" in shown
    assert "4 ▼ down 2 大 大輔" in shown
    way = page(two, "person", person(two, "Chie").pk)
    assert f'href="{way}?game=gamble"' in ask(two, "ranking").content.decode()

    first = GameSession.objects.order_by("started_at")[0].started_at.astimezone().year
    for query in (f"by=year&at={first}", f"year={first}"):
        shown = ranking_text(two, query)
        assert "1 あ あき 1 table · 1 first place · average place 1.0 +400" in shown
        assert "Arrows" not in shown

    rate = {"unit": "円", "per_point": "10", "round_to": "10"}
    GameSession.objects.filter(public_id=two.sid).update(rate=rate)
    assert "All games in" not in ranking_text(two)
    two.press("session_end")
    money = "All games in 円 1 C Chie +800円 2 あ あき −100円 2 B Ben −100円 4 大 大輔 −600円"
    assert money in ranking_text(two)


def test_by_month_and_by_evening(two: Phone) -> None:
    today = timezone.localdate()
    assert "1 ▲ up 2 C Chie" in ranking_text(two, "by=month")
    assert "1 ▲ up 2 C Chie" in ranking_text(two, f"by=month&at={today:%Y-%m}")
    assert "1 ▲ up 2 C Chie +80" in ranking_text(two, "by=evening")
    first = GameSession.objects.order_by("started_at")[0].public_id
    assert "1 あ あき +400 2 大 大輔 ±0" in ranking_text(two, f"by=evening&at={first}")
    for query in ("by=week", "at=1999", "by=month&at=2020-13", "game=nosuch", "by=evening&at=x"):
        assert two.get(f"{page(two, 'ranking')}?{query}").status_code == 404, query


def test_short_evenings_do_not_count(two: Phone) -> None:
    two.record(OUT)
    assert send(two, "ranking", rounds="2").status_code == 302
    shown = ranking_text(two)
    assert "Only tables with at least 2 rounds count." in shown
    assert "C Chie 1 table · 1 first place · average place 1.0 +160" in shown
    assert "Arrows" not in shown  # the year before has no evening that counts
    assert "C Chie 1 table · last" in text(ask(two, "rating"))
    made = CircleChange.objects.get(action="ranking")
    assert (made.before, made.after) == ({"least_rounds": 1}, {"least_rounds": 2})


def test_an_invalid_or_stale_least_number_of_rounds_is_refused(two: Phone) -> None:
    """Only hosts see the form."""
    assert "Which tables count" not in text(ask(join_by_link(two), "ranking"))
    for rounds in ("0", "101", "", "x"):
        refused = send(two, "ranking", rounds=rounds)
        assert refused.status_code == 422, rounds
        assert f'value="{rounds}"' in refused.content.decode() or not rounds
    assert Circle.objects.get().least_rounds == 1

    url = page(two, "ranking")
    form = forms(ask(two, "ranking"))[url]
    assert send(join_by_link(two, "host"), "ranking", rounds="2").status_code == 302
    late = two.post(url, {**form, "rounds": "3"})
    assert late.status_code == 409
    assert "Somebody has changed this meanwhile." in text(late)
    assert Circle.objects.get().least_rounds == 2
    assert two.post(url, forms(late)[url]).status_code == 302
    assert Circle.objects.get().least_rounds == 3


def test_before_the_first_round(phone: Phone) -> None:
    for name in ("ranking", "rating"):
        assert "Nothing was played yet." in text(ask(phone, name)), name


NO_PLACES = "No places yet: all differences between these people may be chance."


def test_a_rating_that_may_equal_all_others_has_no_place(phone: Phone) -> None:
    """あき is first on each of four evenings, then 大輔, Chie and Ben.

    By openskill itself あき is at 1318 ± 648 and Ben at 595 ± 615 after three: 723 apart, less than the root
    of 648² + 615², 893.  After four they are at 1412 ± 641 and 499 ± 602: 913 apart, more than 879.  Chie and
    大輔 are 923 ± 596 and 1192 ± 616, so nearer to all.
    """
    for _ in range(3):
        phone.record(DOBON)
        phone.open_table(cid=circle_of(phone).public_id)
    shown = text(ask(phone, "rating"))
    assert NO_PLACES in shown
    items = [shown.index(line) for line in ("– あ あき 3", "– 大 大輔 3", "– C Chie 3", "– B Ben 3")]
    assert items == sorted(items)
    phone.record(DOBON)
    shown = text(ask(phone, "rating"))
    assert NO_PLACES not in shown
    items = [shown.index(line) for line in ("1 あ あき 4", "– 大 大輔 4", "– C Chie 4", "4 B Ben 4")]
    assert items == sorted(items)
    assert "Everybody starts at 1000" in shown


def test_the_scale_of_ratings(phone: Phone) -> None:
    """25 is 1000. A tie of two leaves that, and makes both surer.

    With s² = (25/3)² + (25/300)² = 69.451 and c² = 2 s² + 2 (25/6)² = 173.625, s falls by the root of
    1 − s²/c² · 1/4 · s/c = 1 − 0.4 · 0.25 · 0.6325, from 8.334 to 8.066; twice that, times 40, is 645.

    If one of the two wins, it gains s²/c · 1/2, 69.451 / 13.177 / 2 = 2.635, times 40 is 105.  Another game
    counts for nothing.
    """
    circle = circle_of(phone).public_id
    phone.open_table(("Eva", "Ben"), circle).record({"kind": "out", "winner": "0", "hand-1": "4"})
    assert "B Ben 1 table · last ±0 1,000 ± 645" in text(ask(phone, "rating"))
    phone.open_table(("Eva", "Ben"), circle, game="teyaku")
    phone.record({"kind": "out", "winner": "0", "hand-1": "K"})
    shown = text(phone.get(f"{page(phone, 'rating')}?game=teyaku"))
    assert "E Eva 1 table · last +105 1,105" in shown
    assert "B Ben 1 table · last −105 895" in shown
