"""A form counts once: sent again as it was it does nothing, sent again as another change it is refused."""

from collections.abc import Callable

import pytest

from scorekeeper.play import services
from scorekeeper.play.idempotency import FormUsed, FormVersion, StaleForm
from scorekeeper.play.models import Round, RoundEdit
from scorekeeper.play.table import Table
from tests.helpers import AFTER_DOBON, DOBON, Phone

Write = Callable[[Round, FormVersion], RoundEdit]

CHANGES: dict[str, Write] = {
    "edit": lambda row, form_version: services.edit_round(row, row.facts, form_version),
    "void": services.void_round,
    "restore": lambda row, form_version: services.void_round(row, form_version, void=False),
    "add": lambda row, form_version: services.add_round(Table(row.session), row.facts, form_version),
}
"""What can be done with the facts of a round without changing them."""


@pytest.fixture
def row(phone: Phone) -> Round:
    """A round that was recorded, as the next form has seen it."""
    phone.play(DOBON)
    return Round.objects.select_related("session").get()


@pytest.mark.parametrize("first", ["edit", "void", "add"])
@pytest.mark.parametrize("second", CHANGES)
def test_the_same_key_with_the_same_facts(row: Round, phone: Phone, first: str, second: str) -> None:
    form_version = FormVersion(1, "one-form", None)
    done = CHANGES[first](row, form_version)
    if first == second:
        assert CHANGES[second](row, form_version) == done
    else:
        with pytest.raises(FormUsed) as refused:
            CHANGES[second](row, form_version)
        assert refused.value.edit == done
    assert (row.session.edits.count(), phone.session.revision) == (2, 2)


def test_the_same_key_at_another_table(row: Round, phone: Phone) -> None:
    other = Phone().open_table()
    edit = RoundEdit.objects.get()
    services.add_round(Table(other.session), row.facts, FormVersion(0, edit.key, None))
    assert other.points() == phone.points() == AFTER_DOBON


@pytest.mark.postgresql
@pytest.mark.parametrize("second", CHANGES)
def test_a_form_that_goes_by_a_later_change_than_its_own(row: Round, phone: Phone, second: str) -> None:
    form_version = FormVersion(1, "one-form", None, after="other-form")
    done = CHANGES["add"](row, form_version)
    services.end_session(row.session, FormVersion(2, "other-form", None))
    if second == "add":
        assert CHANGES["add"](row, form_version) == done
    else:
        with pytest.raises(StaleForm):
            CHANGES[second](row, form_version)
    assert (row.session.edits.count(), row.session.rounds.count(), phone.session.revision) == (3, 2, 3)
