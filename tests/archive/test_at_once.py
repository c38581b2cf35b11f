"""A file that is sent at the same moment, in threads with connections of their own."""

import json

import pytest

from scorekeeper.archive.models import Arrival
from tests.archive.books import a_whole_file
from tests.at_once import at_once, copies
from tests.doors import page
from tests.helpers import Phone, forms

pytestmark = pytest.mark.usefixtures("shared_database")


def test_the_same_upload_six_times_at_once_waits_once() -> None:
    phone, file = Phone().open_table(), json.dumps(a_whole_file())
    url = page(phone, "circle_file")
    for _ in range(3):
        form = {**forms(phone.get(url))["file"], "document": file}
        answers = at_once([lambda tab=tab, form=form: tab.post(url, form) for tab in copies(phone, 6)])
        assert len({answer["Location"] for answer in answers}) == 1
        assert Arrival.objects.count() == 1
