"""夜のページ: the night for people without a seat, its link, and what a chat shows of that."""

from django.urls import reverse

from scorekeeper.circles.models import CircleChange
from scorekeeper.circles.services import delete_circle
from scorekeeper.play.models import ResultLink
from scorekeeper.play.sharing import make_link, token_of
from tests.doors import membership
from tests.helpers import Phone, forms, html, text
from tests.nights.example import address
from tests.tables.test_shared import about, leads_nowhere


def path_of(link: ResultLink, name: str = "shared_night") -> str:
    return reverse(name, args=(token_of(link),))


def link_to(phone: Phone) -> ResultLink:
    return make_link(phone.session.night, "ja", membership(phone).device)


def test_it_shows_tables_and_payments_and_leads_nowhere(night: Phone) -> None:
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


def test_made_and_closed(night: Phone) -> None:
    """By its own page alone: that of a table of the night closes none of its links."""
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


def test_its_picture(night: Phone) -> None:
    answer = Phone().get(path_of(link_to(night), "shared_night_picture"))
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/png")
    assert answer["Cross-Origin-Resource-Policy"] == "cross-origin"
    assert Phone().get(reverse("shared_night_picture", args=("x.y",))).status_code == 404


def test_other_links_open_nothing_here(night: Phone) -> None:
    """A page of a table is none of a night, and the other way round; nor of a group that is gone."""
    of_night, of_table = link_to(night), make_link(night.session, "ja", None)
    assert Phone().get(reverse("shared_night", args=(token_of(of_table),))).status_code == 404
    assert Phone().get(reverse("shared", args=(token_of(of_night),))).status_code == 404
    delete_circle(night.session.circle, membership(night).device)
    assert Phone().get(path_of(of_night)).status_code == 404
