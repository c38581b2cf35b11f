"""表彰台: which places have a step, and who stands on it."""

import re
from types import SimpleNamespace

import pytest
from django.template.loader import render_to_string
from django.utils.translation import override

from tests.helpers import words


@pytest.mark.parametrize(
    ("places", "steps"),
    [
        ([1, 2], ["1 A #1 −1", "2 B #2 −2"]),
        ([1, 2, 3, 4], ["1 A #1 −1", "2 B #2 −2", "3 C #3 −3"]),
        ([1, 1, 3, 4], ["1 A B #1 −1", "3 C #3 −3"]),
        ([1, 2, 2, 4], ["1 A #1 −1", "2 B C #2 −2"]),
        ([1] * 10, ["1 A B C and 7 more #1 −1"]),
        ([1, 2, *[3] * 8], ["1 A #1 −1", "2 B #2 −2", "3 C D E and 5 more #3 −3"]),
    ],
)
def test_steps(places: list[int], steps: list[str]) -> None:
    """The place of a step, who stands on it, and what they came to."""
    people = [SimpleNamespace(name=name, mark="", color=0) for name in "ABCDEFGHIJ"]
    rows = [
        SimpleNamespace(place=place, result=-place, person=person)
        for place, person in zip(places, people, strict=False)
    ]
    with override("en"):
        page = render_to_string("money/_podium.html", {"results": rows})
    shown = re.findall(r'<li class="step step-(\d)">(.*?)</span>\s*</li>', page, re.DOTALL)
    assert [f"{place} {words(step)}" for place, step in shown] == steps
