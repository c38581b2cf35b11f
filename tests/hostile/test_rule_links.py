"""Hostile codes of rules: a link opens rules or says that it does not, and costs little either way."""

import base64
import zlib
from dataclasses import replace
from functools import partial

import pytest
from django.db import transaction
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.play.documents import refusal
from scorekeeper.play.models import GameSession
from scorekeeper.rules.rule_sets import write_rule_set
from scorekeeper.rules.sets import LONGEST_CODE, code_of, decode, published
from scorekeeper.scoring.errors import ReadError
from scorekeeper.scoring.presets import PRESETS
from scorekeeper.server.ratelimit import reset_limits
from tests.helpers import Phone, forms
from tests.hostile.fuzz import LARGEST, cheap, check_books, files, many, randoms, spoilt
from tests.hostile.nasty import spoil
from tests.scoring.strategies import garbage

GOOD = [published(preset) for preset in PRESETS.values()]
LETTERS = st.sampled_from("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")


def packed(content: bytes) -> str:
    return base64.urlsafe_b64encode(zlib.compress(content, 9)).decode().rstrip("=")


contents = files(st.builds(spoil, st.sampled_from(list(map(write_rule_set, GOOD))), randoms) | garbage)
bombs = st.builds(
    lambda text, times: text * times, st.sampled_from(["[", " ", '{"a":', "\0", "9"]), st.integers(0, 10**6)
)
codes = (
    st.sampled_from(list(map(code_of, GOOD)))
    | contents.map(str.encode).map(packed)
    | bombs.map(str.encode).map(packed)
    | st.binary(max_size=60).map(packed)
    | spoilt(st.sampled_from(list(map(code_of, GOOD))))
    | st.text(LETTERS, min_size=1, max_size=80)
)
"""Codes of published variants, of rules that are not, of what unfolds to much, and texts that are none."""


@many()
@given(codes)
def test_a_code_is_read_or_refused(code: str) -> None:
    """What is read makes the same code again, whatever was lost of it."""
    try:
        result = cheap(lambda: decode(code))
    except ReadError as error:
        refusal(error, str)
        return
    assert decode(code_of(result)) == replace(result, lost=())


@pytest.mark.django_db
def test_its_pages() -> None:
    """The rules, their file, and a table that is opened by them."""
    phone = Phone(raise_request_exception=False)

    @many(10, full=3_000)
    @given(codes.filter(str.isascii))
    def attempt(code: str) -> None:
        reset_limits()
        slug = (
            "".join(letter for letter in code if letter.isalnum() or letter in "-_")[: 2 * LONGEST_CODE]
            or "x"
        )
        with transaction.atomic():
            for path in (reverse("rule_sets_shared", args=[slug]), reverse("rule_sets_file", args=[slug])):
                shown = cheap(partial(phone.get, path))
                assert shown.status_code in (200, 404)
                assert len(shown.content) < LARGEST
            new = cheap(lambda: phone.get(reverse("session_new"), {"rules": f"code.{code}"}))
            assert new.status_code in (200, 404)
            if new.status_code == 200:
                sent = forms(new)["new"] | {"name": ["A", "B", "C"]}
                begun = cheap(lambda: phone.post(reverse("session_new"), sent))
                assert begun.status_code in (302, 422)
                assert GameSession.objects.count() == (begun.status_code == 302)
                check_books()
            transaction.set_rollback(True)

    attempt()
