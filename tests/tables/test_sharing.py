"""結果のページ: the public page of a table, how it is made and closed, and its preview in a chat."""

import re
import struct
from html import unescape

import pytest
from django.test import override_settings
from django.urls import reverse

from scorekeeper.circles.models import CircleChange, Device
from scorekeeper.play.models import Bill, GameSession, ResultLink, Seat
from scorekeeper.play.sharing import MOST, make_link, token_of
from scorekeeper.server.limits import RESULT_PAGES
from tests.circle_pages import ask, join_by_link, link_of, membership
from tests.circle_pages import path_of as path_into
from tests.circles.test_limits import allow
from tests.helpers import OUT, Phone, forms, html, text
from tests.money.test_settle import TWO_CALLERS
from tests.picture_texts import drawn_texts

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("still")]


def path_of(link: ResultLink) -> str:
    return reverse("shared", args=(token_of(link),))


@pytest.fixture(name="link")
def _link(phone: Phone) -> ResultLink:
    """A page of an evening: Ben 220, あき 70, 大輔 −20, Chie −270."""
    phone.record(TWO_CALLERS)
    return make_link(phone.session, "ja", membership(phone).device)


def leads_nowhere(page: str, session: GameSession) -> bool:
    """Whether a page has no ids, no name of its group, no button, and no links into the app."""
    inside = {way for way in re.findall(r'href="(/[^"]*)"', page) if not way.startswith("/static/")}
    secrets = session.public_id, session.circle.public_id, session.circle.name
    pressed = "<button" in page.partition("<main")[2].partition("</main>")[0]
    return not pressed and inside <= {"/offline/", "/"} and not any(word in page for word in secrets)


def about(page: str, name: str) -> str:
    """A meta tag of a page."""
    match = re.search(rf'<meta (?:property|name)="{name}" content="([^"]*)">', page)
    assert match, name
    return unescape(match[1])


def test_the_public_page_shows_the_result_and_links_nowhere(link: ResultLink, phone: Phone) -> None:
    """It names no phones, and has the sheet only if that is wanted.  Its preview has the link's language."""
    Device.objects.update(name="Ben's old iPhone")
    answer = Phone().get(path_of(link))
    shown, page = text(answer), html(answer)
    assert "1 B Ben +220 2 あ あき +70 3 大 大輔 −20 4 C Chie −270" in shown
    assert "Chie pays あ あき 70" in shown
    assert "Total 0 ✓" in shown
    assert "Gamble Dobon Total 0" in shown
    assert " · 1 round" in shown
    assert leads_nowhere(page, phone.session)
    assert "old iPhone" not in page
    assert about(page, "og:title").endswith("日のギャンブル・ドボン")
    assert about(page, "og:description") == "1. Ben +220・2. あき +70・3. 大輔 −20・4. Chie −270"
    assert about(page, "og:url") == f"http://testserver{path_of(link)}"
    assert about(page, "og:image") == f"http://testserver{path_of(link)}picture.png"
    assert about(page, "twitter:card") == "summary_large_image"
    assert '<html lang="en">' in page
    assert "Score sheet" not in shown
    whole = Phone().get(path_of(make_link(phone.session, "en", None, with_sheet=True)))
    assert "Score sheet" in text(whole)
    assert "+220 220" in text(whole)  # Ben's gain over his points
    main = html(whole).partition("<main")[2].partition("</main>")[0]
    assert not re.search(r"href=|data-key|<button", main)
    assert phone.session.public_id not in html(whole)


def test_the_public_page_says_why_nobody_pays(phone: Phone) -> None:
    """Points that are only counted, a table that is settled with others, and one where all came out even."""
    page = path_of(make_link(phone.session, "en", None))
    assert "All square: nobody pays." in text(Phone().get(page))
    bill = Bill.objects.create(circle=phone.session.circle)
    GameSession.objects.update(bill=bill)
    assert "This table is settled together with others." in text(Phone().get(page))
    with drawn_texts() as lines:
        phone.show("result_picture", "square")
    assert "This table is settled together with others." in lines
    sheet = Phone().open_table(game="sheet")
    page = path_of(make_link(sheet.session, "en", None))
    sheet.record({"kind": "points", "sum-0": "20", "sum-1": "10", "sum-2": "0", "sum-3": "0"})
    assert "Points are only counted at this table: nobody pays for them." in text(Phone().get(page))


def test_a_result_link_admits_nobody(link: ResultLink, phone: Phone) -> None:
    """Nor does an invitation open a result."""
    guest = Phone()
    assert guest.get(path_of(link)).status_code == 200
    assert "device" not in guest.cookies
    assert guest.get(phone.url("table")).status_code == 404
    assert guest.get(reverse("join", args=(token_of(link),))).status_code == 404
    token = path_into(link_of(phone, "player")).strip("/").split("/")[1]
    assert guest.get(reverse("shared", args=(token,))).status_code == 404


def test_preview_urls_behind_a_proxy(link: ResultLink) -> None:
    """An unknown host gets no preview."""
    with override_settings(PUBLIC_URL="https://cards.example"):
        page = html(Phone().get(path_of(link)))
    assert about(page, "og:image") == f"https://cards.example{path_of(link)}picture.png"
    response = Phone(HTTP_HOST="evil.example").get(path_of(link))
    assert response.status_code == 400
    assert "og:" not in html(response)


def test_the_preview_of_an_invitation_is_of_the_app_alone(phone: Phone) -> None:
    """The bot is redirected to the start page."""
    bot = Phone("ja", HTTP_USER_AGENT="facebookexternalhit/1.1;line-poker/1.0")
    page = html(bot.get(phone.join_link(), follow=True))
    assert about(page, "og:title") == "トランプ点数帳"
    assert about(page, "og:image").endswith(".png")
    assert phone.session.circle.name not in page
    assert "og:title" not in html(phone.get("/"))


def picture(link: ResultLink, language: str = "en") -> bytes:
    response = Phone(language).get(f"{path_of(link)}picture.png")
    assert (response.status_code, response["Content-Type"]) == (200, "image/png")
    return response.content


def test_the_preview_picture_has_the_link_s_language(link: ResultLink, phone: Phone) -> None:
    before = picture(link)
    assert struct.unpack(">II", before[16:24]) == (1200, 630), "as wide as chats want it"
    assert picture(link, "ja") == before
    phone.record(OUT)
    assert picture(link) != before


def share(phone: Phone) -> ResultLink:
    """Press the button; the link that it made."""
    url = phone.url("share")
    response = phone.post(url, forms(phone.show("share"))["share"])
    assert (response.status_code, response["Location"]) == (302, url)
    return ResultLink.objects.latest("pk")


def test_a_public_page_is_listed_with_who_made_it(phone: Phone) -> None:
    assert phone.url("share") not in html(phone.show("settle")), "before the first round there is none"
    phone.record(OUT)
    assert phone.url("share") in html(phone.show("settle"))
    link = share(phone)
    Device.objects.update(name="Tablet")
    shown = phone.show("share")
    assert "<title>Result page to share · Gamble Dobon</title>" in html(shown)
    assert f'value="http://testserver{path_of(link)}"' in html(shown)
    assert "Tablet" in text(shown)
    assert "no-store" in shown["Cache-Control"]
    change = CircleChange.objects.get()
    assert (change.action, change.device) == ("link", phone.session.circle.memberships.get().device)
    assert "made a link" in text(ask(phone, "changes"))
    assert "Result page" in text(ask(phone, "changes"))

    person = Seat.objects.get(session=phone.session, number=1).player_id
    phone.post(phone.url("session_me"), {"player": person})
    assert "Ben (Tablet)" in text(phone.show("share"))
    assert "Ben (Tablet)" in text(ask(phone, "circle_settings"))
    assert phone.url("share") not in html(join_by_link(phone, "viewer").show("settle"))


def test_several_public_pages(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    """The main button sends the newest page.  A fourth one in a row has to wait."""

    def bar() -> str:
        return html(phone.show("share")).split('id="bar"')[1]

    phone.record(OUT)
    allow(monkeypatch, RESULT_PAGES, 3)
    assert "data-share" not in bar()
    share(phone)
    newest = share(phone)
    assert not newest.with_sheet
    assert f'class="btn js-only" type="button" data-share="#shared-{newest.pk}"' in bar()
    assert 'class="btn two" form="share"' in bar()
    form = {**forms(phone.show("share"))["share"], "sheet": "1"}
    assert [phone.post(phone.url("share"), form).status_code for _ in range(2)] == [302, 429]
    assert ResultLink.objects.latest("pk").with_sheet
    assert text(phone.show("share")).count("Score sheet") == 1


def test_a_full_table_gives_no_page_of_the_other_kind(phone: Phone) -> None:
    """Full of pages with the sheet: one without is refused, not replaced by one with it."""
    phone.record(OUT)
    form = forms(phone.show("share"))["share"]
    for _ in range(MOST):
        make_link(phone.session, "en", None, with_sheet=True)
    refused = phone.post(phone.url("share"), form)
    assert refused.status_code == 422
    assert "There are too many pages." in text(refused)
    assert phone.post(phone.url("share"), {**form, "sheet": "1"}).status_code == 302
    ResultLink.objects.filter(pk=ResultLink.objects.first().pk).update(with_sheet=False)
    assert phone.post(phone.url("share"), form).status_code == 302
    assert ResultLink.objects.count() == MOST


def revoke(phone: Phone, number: int) -> int:
    url = phone.url("share_revoke", number)
    return int(phone.post(url, forms(phone.get(phone.url("share"))).get(url, {})).status_code)


def test_closing_one_public_page_keeps_the_others(phone: Phone) -> None:
    """At once, with its picture, and once."""
    phone.record(OUT)
    first, second = share(phone), share(phone)
    assert [revoke(phone, first.pk), revoke(phone, first.pk)] == [302, 302]
    assert Phone().get(path_of(first)).status_code == 404
    assert Phone().get(f"{path_of(first)}picture.png").status_code == 404
    assert Phone().get(path_of(second)).status_code == 200
    shown = html(phone.show("share"))
    assert (path_of(first) in shown, path_of(second) in shown) == (False, True)
    assert "revoked a link" in text(ask(phone, "changes"))
    assert phone.session.circle.changes.count() == 3
