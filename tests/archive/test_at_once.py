"""Two groups bring in a file at the same moment, in threads with connections of their own."""

import json
from threading import Thread

import pytest
from django.db import connection, transaction

from scorekeeper.archive import uploads
from scorekeeper.archive.models import Arrival
from tests.archive.books import a_whole_file, sent
from tests.doors import page
from tests.helpers import Phone, forms
from tests.rounds.test_twice import at_once, copies

pytestmark = pytest.mark.usefixtures("shared_database")


def test_the_same_upload_six_times_at_once_waits_once() -> None:
    phone, file = Phone().open_table(), json.dumps(a_whole_file())
    url = page(phone, "circle_file")
    for _ in range(3):
        form = {**forms(phone.get(url))["file"], "document": file}
        answers = at_once([lambda tab=tab, form=form: tab.post(url, form) for tab in copies(phone, 6)])
        assert len({answer["Location"] for answer in answers}) == 1
        assert Arrival.objects.count() == 1


def test_one_file_is_imported_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """The second waits until the first is written down as being imported, and is refused."""
    monkeypatch.setattr(uploads, "run_import", lambda _key: None)
    for _ in range(2):
        assert sent(Phone().open_table(), a_whole_file()).status_code == 302
    first, second = Arrival.objects.all()
    answers: list[bool] = []

    def start() -> None:
        try:
            uploads.start_import(second, {})
            answers.append(True)
        except uploads.ImportRunning:
            answers.append(False)
        finally:
            connection.close()

    with transaction.atomic():
        uploads.start_import(first, {})
        thread = Thread(target=start)
        thread.start()
        thread.join(0.3)
    thread.join()
    assert answers == [False]
    assert list(Arrival.objects.values_list("state", flat=True)) == [
        Arrival.State.COMING,
        Arrival.State.ASKING,
    ]
