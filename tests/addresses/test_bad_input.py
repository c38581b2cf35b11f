"""Whatever is sent: a clear message, nothing lost, no traceback."""

from typing import Any

import pytest

from scorekeeper.play.models import GameSession, Round
from tests.helpers import DOBON, OUT, Phone, entry_form, html, text

Form = dict[str, Any]

MOVE: Form = {"kind": "adjust", "points-0": "5", "from-0": "0", "to-0": "1"}
BAD: list[tuple[Form, str]] = [
    ({**DOBON, "hand-1": "A 14 3"}, "“14” is not a card"),
    ({**DOBON, "hand-1": "A\x002"}, "is not a card"),
    ({**DOBON, "hand-1": "x" * 500}, "is not a card"),
    ({**DOBON, "hand-1": "K " * 400}, "400 cards; at most 216"),
    ({**DOBON, "card": "99"}, "o card “99”"),
    ({**DOBON, "card": "K Q"}, "o card “K Q”"),
    ({**DOBON, "victim": "0"}, "あき cannot be caller and claimed player at once"),
    ({**DOBON, "hand-0": ""}, "Still needed: hands of あき"),
    ({**DOBON, "hand-0": "", "hand-2": ""}, "Still needed: hands of あき & Chie"),
    ({**DOBON, "callers": []}, "Choose the caller."),
    ({**DOBON, "victim": ""}, "Choose the claimed player."),
    ({**DOBON, "callers": [], "victim": "", "hand-1": "1l"}, "Choose the claimed player."),
    ({**DOBON, "callers": ["9"]}, "obody at this table is called “9”"),
    ({**DOBON, "callers": ["0", "0"]}, "あき"),
    ({**DOBON, "victim": "99"}, "obody at this table is called “99”"),
    ({**DOBON, "victim": "Ben"}, "obody at this table is called"),
    ({**DOBON, "returns": ["0"]}, "called and cannot return that claim"),
    ({**DOBON, "sum-1": "54"}, "Enter the cards or only the sum, not both."),
    ({**OUT, "winner": ""}, "Choose who went out."),
    ({**OUT, "winner": "4"}, "obody at this table is called"),
    ({**OUT, "kind": ""}, "Choose how the round ended."),
    ({**OUT, "kind": "burst"}, "Choose how the round ended."),
    ({**OUT, "kind": "seats"}, "Choose how the round ended."),
    ({**OUT, "kind": "x" * 5000}, "Choose how the round ended."),
    ({**OUT, "hand-0": "", "sum-0": "-5"}, "Enter the sum as a whole number, 0 or more."),
    ({**OUT, "hand-0": "", "sum-0": "999999999"}, "is not between 0 and 1,000,000"),
    ({"kind": "adjust"}, "Enter who pays whom, and how many points."),
    ({"kind": "adjust", "points-0": "5"}, "Choose who pays."),
    ({"kind": "adjust", "points-0": "5", "from-0": "0"}, "Choose who receives."),
    ({**MOVE, "points-0": "0"}, "Enter the points as a whole number, 1 or more."),
    ({**MOVE, "to-0": "0"}, "あき cannot pay あき"),
    ({**MOVE, "to-0": "9"}, "obody at this table is called"),
    ({**MOVE, "reason-0": "x" * 201}, "201 characters; at most 200"),
    ({**MOVE, "reason-0": "a\x00b"}, "invisible control characters"),
    ({**MOVE, "points-1": "", "from-1": "1", "to-1": "2"}, "Enter the points as a whole number, 1 or more."),
]


@pytest.mark.parametrize(("form", "words"), BAD)
def test_round(phone: Phone, form: Form, words: str) -> None:
    data = {**phone.form_version(), **form}
    response = phone.send(data)
    assert response.status_code == 422
    assert words in text(response)
    assert not Round.objects.exists()
    kept = entry_form(response)
    for field, value in form.items():
        if field in kept and field.startswith(("hand", "sum", "points", "reason")):
            assert kept[field][0].replace("\x00", "") == value.replace("\x00", "").replace("\ufffd", "")
    assert kept["key"] == [data["key"]]
    check_preview(phone, data)


def check_preview(phone: Phone, data: Form) -> None:
    """What cannot be saved can be looked at all the same."""
    fragment = phone.post(phone.url("round_new"), data, headers={"HX-Request": "true"})
    assert fragment.status_code == 200
    assert 'data-ready="0"' in html(fragment)


def test_all_errors_at_once_each_at_its_field(phone: Phone) -> None:
    data = phone.fill({"callers": [], "victim": "", "hand-1": "1l", "sum-2": "-5"})
    assert phone.send(data, "preview").status_code == 200
    page = html(phone.send(data))
    for field in ("callers", "victim", "hand-1", "sum-2"):
        assert f'href="#f-{field}"' in page
        assert f'id="f-{field}"' in page


def test_errors_of_corrections_stay_with_their_row(phone: Phone) -> None:
    rows = dict.fromkeys(("from-0", "to-0", "points-0", "reason-0", "from-2", "to-2", "points-2"), "")
    rows |= {"from-1": "0", "to-1": "1", "points-1": "x"}
    response = phone.send(phone.fill({"kind": "adjust", **rows}))
    assert response.status_code == 422
    page = html(response)
    at = page.index('value="x"')
    row = page[page.rindex('class="adjust-row"', 0, at) : page.index("</div>", at)]
    assert "Enter the points as a whole number" in row
    assert 'aria-describedby="f-points-0_error"' in row
    assert 'id="f-points-0_error"' in row
    assert 'aria-describedby="f-from-0_error"' not in row


def test_too_many_fields(phone: Phone) -> None:
    response = phone.send({**phone.fill(DOBON), **{f"x{number}": "1" for number in range(600)}})
    assert response.status_code == 400
    assert "This could not be read" in text(response)


def test_ten_megabytes(phone: Phone) -> None:
    response = phone.post(phone.url("round_new"), {"hand-0": "x" * 10_000_000})
    assert response.status_code == 413
    assert "larger than 1 MB" in text(response)
    assert not Round.objects.exists()


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (b"\xff\xfe=%zz&kind=%00", "application/x-www-form-urlencoded"),
        (b"{}", "application/json"),
        (b"--x\r\nbroken", "multipart/form-data; boundary=x"),
        (b"x", "multipart/form-data"),
        (b"", "text/plain"),
    ],
)
def test_odd_bodies(phone: Phone, body: bytes, kind: str) -> None:
    response = phone.generic("POST", phone.url("round_new"), body, kind)
    assert response.status_code in (200, 400)
    response = phone.generic("POST", "/new/", body, kind)
    assert response.status_code in (400, 422)
    assert not Round.objects.exists()
    assert GameSession.objects.count() == 1


@pytest.mark.parametrize("cookie", ["", "x" * 4000, "\xe6\x97", "\x01"])
def test_wrong_cookie(phone: Phone, cookie: str) -> None:
    other = Phone()
    other.cookies["device"] = cookie
    assert other.get("/").status_code == 200
    assert other.get(phone.url("table")).status_code == 404
