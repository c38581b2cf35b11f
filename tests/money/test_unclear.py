"""全額支払い済みを戻す: what was paid in one go is open again."""

import re

from scorekeeper.play.models import Clearing, SettlementPaid
from scorekeeper.play.paying import undo_payment
from tests.doors import ask, come_in, page
from tests.helpers import Phone, forms, html, text
from tests.money.test_clear import open_nights as open_nights
from tests.money.test_clear import press, values
from tests.play.evenings import form_version


def test_undone(open_nights: Phone) -> None:
    before = values(open_nights)
    press(open_nights, clear=before[0])
    url = page(open_nights, "unclear", Clearing.objects.get().pk)
    form = forms(ask(open_nights, "bills"))[url]
    for _ in range(2):
        assert open_nights.post(url, form).status_code == 302
    shown = text(ask(open_nights, "bills"))
    assert values(open_nights) == before
    assert "Paid in one go" not in shown
    log = text(ask(open_nights, "changes"))
    assert "unticked payments of several tables" in log
    assert log.count("Ben → あき 200円") == 2


def test_payments_that_were_taken_back_by_themselves_are_no_part_of_it(open_nights: Phone) -> None:
    """Of 300 − 100円 first the 300円 are open again, and then all."""
    press(open_nights, clear=values(open_nights)[0])
    assert "200円 Undo" in text(ask(open_nights, "bills"))
    larger, smaller = SettlementPaid.objects.order_by("-points")
    undo_payment(larger.session, larger.pk, form_version(larger.session))
    assert re.search(r"Paid in one go あ あき B Ben .* 100円 Undo", text(ask(open_nights, "bills")))
    undo_payment(smaller.session, smaller.pk, form_version(smaller.session))
    assert "Paid in one go" not in text(ask(open_nights, "bills"))


def test_by_the_button_beside_what_was_done(open_nights: Phone) -> None:
    before = values(open_nights)
    press(open_nights, clear=before[0])
    [said] = re.findall(r'<form class="toast".*?</form>', html(ask(open_nights, "bills")), re.DOTALL)
    fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', said))
    assert (
        open_nights.post(page(open_nights, "unclear", Clearing.objects.get().pk), fields).status_code == 302
    )
    assert values(open_nights) == before


def test_of_another_group_or_by_somebody_who_only_watches(open_nights: Phone, stranger: Phone) -> None:
    press(open_nights, clear=values(open_nights)[0])
    made = Clearing.objects.get()
    form = {"revision": "0", "key": "undo-from-elsewhere"}
    stranger.post(page(stranger, "unclear", made.pk), form)
    assert come_in(open_nights, "viewer").post(page(open_nights, "unclear", made.pk), form).status_code == 403
    made.refresh_from_db()
    assert made.undone_at is None
