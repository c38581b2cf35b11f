"""ふたり: two people against each other, by game and year."""

from scorekeeper.circles.models import Player
from tests.doors import ask, circle_of, page
from tests.helpers import DEAL, Phone, html, text


def address(phone: Phone, one: str, other: str) -> str:
    people = [Player.objects.get(name=name, circle=circle_of(phone)).pk for name in (one, other)]
    return page(phone, "pair", *people)


def shown(phone: Phone, one: str, other: str, query: str = "") -> str:
    return text(phone.get(address(phone, one, other) + query))


def test_who_took_how_much_since_when_and_on_which_numbers(evening: Phone) -> None:
    text = shown(evening, "あき", "Ben")
    assert "あ あき あき took 660 B Ben 1 table · 3 rounds · since" in text
    assert "Dobon calls あ あき 2 Card 0 B Ben 2 K 0" in text
    assert "Neither has called Dobon on the other here." in shown(evening, "あき", "Chie")
    assert "B Ben あき took 660 あ あき" in shown(evening, "Ben", "あき")
    assert "Chie Chie took 60 大 大輔" in shown(evening, "Chie", "大輔")
    assert "あ あき ±0 大 大輔" in shown(evening, "あき", "大輔")
    Player.objects.filter(name="Ben").update(guest=True)
    assert "あき took 660" in shown(evening, "あき", "Ben"), "a guest has a page too"


def test_names_lead_to_their_pages(evening: Phone) -> None:
    people = [Player.objects.get(name=name).pk for name in ("あき", "Ben")]
    text = html(evening.get(address(evening, "あき", "Ben")))
    for person in people:
        assert f'href="{page(evening, "person", person)}?game=gamble"' in text
        assert f'href="{page(evening, "person", person)}?game=gamble"' in html(ask(evening, "versus"))


def test_the_largest_payments_lead_to_their_receipts(evening: Phone) -> None:
    """Chie paid 70 in the first two rounds, and was paid 10 in the third."""
    message = html(evening.get(address(evening, "Chie", "あき"))).partition("h-largest")[2]
    places = [message.index(f'href="{evening.url("round", number)}"') for number in (2, 1, 3)]
    assert places == sorted(places)
    plain = text(evening.get(address(evening, "Chie", "あき"))).partition("Largest payments")[2]
    assert plain.count("C Chie pays あ あき") == 2
    assert "あ あき pays C Chie" in plain


def test_one_evening_makes_no_line_and_two_do(evening: Phone) -> None:
    message = html(evening.get(address(evening, "あき", "Ben")))
    assert "line-chart" not in message
    assert "A line is drawn from the second table" in message
    evening.open_table(("あき", "Ben"), circle_of(evening).public_id)
    evening.record({"kind": "out", "winner": "1", "hand-0": "K"})
    message = html(evening.get(address(evening, "あき", "Ben")))
    assert message.count('class="spot"') == 2
    plain = text(evening.get(address(evening, "あき", "Ben")))
    assert "Table Gain or loss Total" in plain
    assert "+660 +660" in plain
    assert "−10 +650" in plain


def test_a_game_without_claims_and_one_never_played_together(evening: Phone) -> None:
    evening.open_table(("あき", "Ben", "Eva"), circle_of(evening).public_id, game="doudizhu")
    evening.record(DEAL)
    text = shown(evening, "あき", "Ben", "?game=doudizhu")
    assert "あき took 2 " in text
    assert "Claims" not in text
    assert "have not played this together" in shown(evening, "Chie", "Eva")


def test_words_of_dotenko(phone: Phone) -> None:
    phone.open_table(("あき", "Ben"), circle_of(phone).public_id, game="dotenko")
    phone.record(
        {"kind": "dobon", "callers": ["0"], "victim": "1", "card": "K", "hand-0": "2 J", "hand-1": "5"}
    )
    assert "Dotenko calls" in shown(phone, "あき", "Ben", "?game=dotenko")


def test_one_is_not_two(evening: Phone) -> None:
    aki = Player.objects.get(name="あき", circle=circle_of(evening)).pk
    assert evening.get(page(evening, "pair", aki, aki)).status_code == 404
