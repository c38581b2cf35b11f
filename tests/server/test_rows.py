"""A row that is written without Django's save is the row that save would have written."""

import pytest
from django.db import IntegrityError, transaction
from django.forms.models import model_to_dict

from scorekeeper.circles.models import Circle
from scorekeeper.play.models import GameSession, Round, RoundEdit
from scorekeeper.server.database import write_new

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]

FACTS = {"kind": "dobon", "callers": ["0"], "words": "A's 夜"}


def session() -> GameSession:
    circle = write_new(Circle(name="木曜の夜"))
    return write_new(GameSession(circle=circle, game="gamble", options={"joker": None}))


def test_it_is_read_back_as_it_was_written() -> None:
    row = write_new(Round(session=session(), position=3, happened=FACTS))
    edit = write_new(
        RoundEdit(session=row.session, round=row, action="add", key="a-key", revision=1, after=FACTS)
    )
    for written in (row.session.circle, row.session, row, edit):
        found = type(written).objects.get(pk=written.pk)
        assert model_to_dict(found) == model_to_dict(written)
    assert RoundEdit.objects.get(before__isnull=True).at == edit.at
    assert Round.objects.get().created_at == row.created_at


def test_its_key_is_its_own_and_later_changes_find_it() -> None:
    one, two = session(), session()
    assert one.pk != two.pk
    one.title = "木曜"
    one.save()
    assert dict(GameSession.objects.values_list("pk", "title")) == {one.pk: "木曜", two.pk: ""}


def test_what_is_there_once_stays_there_once() -> None:
    table = session()
    for key, allowed in (("one", True), ("two", True), ("one", False)):
        edit = RoundEdit(session=table, action="end", key=key, revision=1)
        if allowed:
            write_new(edit)
        else:
            with pytest.raises(IntegrityError), transaction.atomic():
                write_new(edit)
    assert table.edits.count() == 2
