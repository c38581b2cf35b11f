"""成績の検算: every figure of a circle's pages against a second count of its file."""

import os
from contextlib import suppress
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, Phase, given, settings

from scorekeeper.archive.circle_reading import read_evenings, read_head
from scorekeeper.archive.importing import ImportPlan, import_file
from scorekeeper.circles.models import Circle, Player
from scorekeeper.circles.services import set_least_rounds
from scorekeeper.play.merging import merge
from scorekeeper.play.people import last_change
from tests.made_up.file import make
from tests.made_up.year import Wish
from tests.story import pages
from tests.story.circle_files import TWIN, circle_files

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db]

EXAMPLES = 100 if os.environ.get("HYPOTHESIS_PROFILE") == "full" else 3
"""A circle has some fifty pages."""


def test_a_short_year() -> None:
    pages.hold(make(Wish(evenings=7, rounds=5)))


@pytest.mark.long
def test_a_whole_year() -> None:
    pages.hold(make(Wish()), most=1000)


class Undone(Exception):
    """Nothing of an example stays."""


@given(circle_files())
@settings(
    max_examples=EXAMPLES,
    phases=(Phase.explicit, Phase.generate),  # a circle takes seconds: none is made smaller
    report_multiple_bugs=False,
    suppress_health_check=list(HealthCheck),
)
def test_any_circle(data: Any) -> None:
    with suppress(Undone), transaction.atomic():
        pages.hold(brought(data))
        raise Undone


def brought(data: Any) -> Circle:
    """A circle with what a file holds, in which two names were identified to be one person."""
    circle = Circle.objects.create(name="x")
    head = read_head(data)
    seats = [(one.id, one.seats) for one in read_evenings(data, head)]
    import_file(circle, ImportPlan(head, seats, read_evenings(data, head)), None)
    set_least_rounds(circle, head.least_rounds, None)
    known, other = (Player.objects.get(circle=circle, name=name) for name in TWIN)
    merge(known, other, None, max(map(last_change, (known, other))))
    return Circle.objects.get(pk=circle.pk)
