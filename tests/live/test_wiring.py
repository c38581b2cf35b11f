"""Changes are published after the commit, and not before."""

import pytest
from pytest_django import DjangoCaptureOnCommitCallbacks

from scorekeeper.live import wiring
from scorekeeper.live.hub import News
from scorekeeper.play import services
from scorekeeper.play.idempotency import FormVersion, StaleForm
from scorekeeper.play.models import RoundEdit
from scorekeeper.play.people import change_person
from tests.helpers import DOBON, OUT, Phone

Notices = list[tuple[int, News]]


@pytest.fixture(name="notices")
def _notices(monkeypatch: pytest.MonkeyPatch) -> Notices:
    result: Notices = []
    monkeypatch.setattr(wiring.hub, "publish_soon", lambda session, news: result.append((session, news)))
    return result


def test_every_kind_of_change_is_published(
    phone: Phone, notices: Notices, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    """After its commit."""
    with django_capture_on_commit_callbacks() as waiting:
        phone.play(DOBON)
    assert notices == []
    [publish] = waiting
    publish()
    with django_capture_on_commit_callbacks(execute=True):
        phone.play(OUT, "round_edit", 1)
        phone.confirm_change("round_void", 1)
        phone.confirm_change("round_restore", 1)
        phone.press("session_end")
        phone.press("session_reopen")
    session = phone.session
    assert session.revision == 6
    assert notices == [(session.pk, News(revision)) for revision in range(1, 7)]


def test_a_new_name_is_published_to_running_sessions(
    phone: Phone, notices: Notices, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    running = phone.session
    phone.open_table(cid=running.circle.public_id).press("session_end")
    with django_capture_on_commit_callbacks(execute=True):
        change_person(running.circle.players.get(name="Ben"), {"name": "Benny"}, None, 0)
    assert notices == [(running.pk, News(1))]


def test_stale_and_repeated_forms_are_not_published(
    phone: Phone, notices: Notices, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    session = phone.session
    with django_capture_on_commit_callbacks(execute=True):
        for key in ("form-1", "form-1"):
            services.end_session(session, FormVersion(0, key, None))
        with pytest.raises(StaleForm):
            services.end_session(session, FormVersion(0, "form-2", None), end=False)
    assert notices == [(session.pk, News(1))]
    assert RoundEdit.objects.filter(session=session).count() == 1
