"""結果のページをつくる: a link to the result for people without a seat, and how it is closed."""

from scorekeeper.circles.models import CircleChange, Device
from scorekeeper.play.models import ResultLink, Seat
from scorekeeper.play.sharing import MOST, make_link
from scorekeeper.server.limits import RESULT_PAGES
from tests.doors import ask, come_in
from tests.helpers import OUT, Phone, forms, html, text
from tests.tables.test_shared import path_of


def share(phone: Phone) -> ResultLink:
    """Press the button; the link that it made."""
    url = phone.url("share")
    response = phone.post(url, forms(phone.show("share"))["share"])
    assert (response.status_code, response["Location"]) == (302, url)
    return ResultLink.objects.latest("pk")


def test_the_link_is_there_with_who_made_it(phone: Phone) -> None:
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


def test_the_sheet_goes_with_it_where_that_is_ticked(phone: Phone) -> None:
    phone.record(OUT)
    assert not share(phone).with_sheet
    form = forms(phone.show("share"))["share"]
    phone.post(phone.url("share"), {**form, "sheet": "1"})
    assert ResultLink.objects.latest("pk").with_sheet
    assert text(phone.show("share")).count("Score sheet") == 1


def test_the_newest_is_what_the_main_button_sends(phone: Phone) -> None:
    def bar() -> str:
        return html(phone.show("share")).split('id="bar"')[1]

    phone.record(OUT)
    assert "data-share" not in bar()
    share(phone)
    newest = share(phone)
    assert f'class="btn js-only" type="button" data-share="#shared-{newest.pk}"' in bar()
    assert 'class="btn two" form="share"' in bar()


def test_viewers_see_no_way_to_links(phone: Phone) -> None:
    phone.record(OUT)
    share(phone)
    guest = come_in(phone, "viewer")
    assert guest.url("share") not in html(guest.show("settle"))


def test_the_kind_that_is_wanted_or_none(phone: Phone) -> None:
    """Full of pages with the sheet: one without is not had, and no page with it is given for it."""
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


def test_one_address_makes_only_so_many_in_a_day(phone: Phone, still: None) -> None:
    phone.record(OUT)
    form = forms(phone.show("share"))["share"]
    asked = [phone.post(phone.url("share"), form).status_code for _ in range(RESULT_PAGES.each + 1)]
    assert asked == [302] * RESULT_PAGES.each + [429]


def revoke(phone: Phone, number: int) -> int:
    url = phone.url("share_revoke", number)
    return int(phone.post(url, forms(phone.get(phone.url("share"))).get(url, {})).status_code)


def test_it_is_closed_and_the_others_are_not(phone: Phone) -> None:
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
