"""夜のページ, 画像: the public page of a night, its link, and its picture."""

from django.urls import reverse
from django.utils.translation import override

from scorekeeper.circles.models import CircleChange
from scorekeeper.circles.services import delete_circle
from scorekeeper.nights.night import NightView
from scorekeeper.nights.sharing import preview
from scorekeeper.play.models import ResultLink
from scorekeeper.play.sharing import make_link, token_of
from scorekeeper.present.pictures.frame import png
from tests.circle_pages import membership
from tests.helpers import Phone, forms, html, text
from tests.nights.example import ONE, address, look
from tests.picture_texts import drawn_texts, placed
from tests.play.evenings import over
from tests.tables.test_sharing import about, leads_nowhere


def path_of(link: ResultLink, name: str = "shared_night") -> str:
    return reverse(name, args=(token_of(link),))


def link_to(phone: Phone) -> ResultLink:
    return make_link(phone.session.night, "ja", membership(phone).device)


def test_the_public_page_shows_tables_and_payments_and_links_nowhere(night: Phone) -> None:
    """A chat shows it in the language of its link."""
    answer = Phone().get(path_of(link_to(night)))
    shown, page = text(answer), html(answer)
    assert "Gamble Dobon 0 rounds あ あき +300 C Chie −100 B Ben −200" in shown
    assert "B Ben pays あ あき 150円" in shown
    assert "D Dan pays あ あき 50円" in shown
    assert "Dotenko stays in points D Dan +7 あ あき −7" in shown
    assert "Total 0 ✓" in shown
    assert leads_nowhere(page, night.session)
    assert about(page, "og:title").endswith("の夜")
    assert "ギャンブル・ドボン" in about(page, "og:description")


def test_a_public_page_is_made_and_closed(night: Phone) -> None:
    """Only on its own page: that of a table of the night cannot close it."""
    url = address(night, "night_share")
    made = night.post(url, forms(night.get(url))["share"])
    assert (made.status_code, made["Location"]) == (302, url)
    link = ResultLink.objects.get()
    assert (link.night, link.session, link.with_sheet) == (night.session.night, None, False)
    assert CircleChange.objects.get(action="link").after["role"] == "result"
    shown = night.get(url)
    assert "<title>Result page to share · Night of " in html(shown)
    assert path_of(link) in html(shown)
    assert "no-store" in shown["Cache-Control"]
    assert "With the score sheet" not in text(shown)
    for wrong in (night.url("share_revoke", link.pk), address(night, "night_share_revoke", link.pk + 1)):
        assert night.post(wrong).status_code == 404
    assert Phone().get(path_of(link)).status_code == 200
    assert night.post(address(night, "night_share_revoke", link.pk)).status_code == 302
    assert Phone().get(path_of(link)).status_code == 404
    assert path_of(link) not in html(night.get(url))


def test_the_preview_picture_has_no_payments(night: Phone) -> None:
    answer = Phone().get(path_of(link_to(night), "shared_night_picture"))
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/png")
    assert answer["Cross-Origin-Resource-Policy"] == "cross-origin"
    assert Phone().get(reverse("shared_night_picture", args=("x.y",))).status_code == 404
    with override("en"), drawn_texts() as result:
        png(preview(NightView(night.session.night)))
    assert "Dotenko" in result
    assert not {"In money", "Who pays whom"} & set(result)


def test_links_of_tables_and_of_deleted_groups_open_no_night(night: Phone) -> None:
    """A link of a table opens no night, and the other way round; nor does one of a deleted group."""
    of_night, of_table = link_to(night), make_link(night.session, "ja", None)
    assert Phone().get(reverse("shared_night", args=(token_of(of_table),))).status_code == 404
    assert Phone().get(reverse("shared", args=(token_of(of_night),))).status_code == 404
    delete_circle(night.session.circle, membership(night).device)
    assert Phone().get(path_of(of_night)).status_code == 404


def test_the_picture_has_tables_money_and_payments(night: Phone) -> None:
    """From top to bottom and from left to right; in each table the most points first."""
    with placed() as result:
        look(night, "night_picture", "portrait")
    assert "Total 0 ✓" in [item.words for item in result]
    marks = ("A", "B", "C", "D", "あ", "→")
    shown = [item.words for item in sorted(result) if item.words not in marks]
    first = shown.index("Gamble Dobon")
    assert shown[first : shown.index("Card night scores") - 1] == [
        *("Gamble Dobon", "あき", "+300", "Chie", "−100", "Ben", "−200"),
        *("Teyaku Dobon", "Chie", "+1,000", "Ben", "+500", "Dan", "−500", "あき", "−1,000"),
        *("Dotenko", "Dan", "+7", "あき", "−7"),
        *("In money", "あき", "+200円", "Chie", "±0円", "Dan", "−50円", "Ben", "−150円"),
        *("Who pays whom", "Ben", "あき", "150円", "Dan", "あき", "50円"),
    ]


def test_titles_shrink_with_their_lines(phone: Phone) -> None:
    """Six tables of eight people in a square leave about 20 pixels a line; a payment is one line."""
    circle = phone.session.circle
    names = [f"Guest {number}" for number in range(8)]
    for _ in range(6):
        phone.sid = over(circle, {(name, names[0]): 1234 for name in names[1:]}, rate=ONE).public_id
    with placed() as result:
        look(phone, "night_picture", "square")
    sizes = {item.words: item.size for item in result}
    assert sizes["Gamble Dobon 2"] < 2 * sizes["+8,638"]
    arrows = {item.y for item in result if item.words == "→"}
    assert arrows == {item.y for item in result if item.words.endswith("円") and item.words[0].isdecimal()}
