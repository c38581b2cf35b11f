"""仲間の記録: what is done to a circle, its links and its phones is written down, with who did it."""

from scorekeeper.circles.models import CircleChange
from tests.doors import circle_of, link_of, membership, page, send
from tests.helpers import Phone, forms


def history(phone: Phone) -> list[tuple[str, object, object]]:
    """What was done to the phone's circle by the phone itself, with what differs."""
    own = membership(phone).device
    changes = CircleChange.objects.filter(circle=circle_of(phone), device=own)
    return [(row.action, row.before, row.after) for row in changes]


def test_links(phone: Phone) -> None:
    """Those that a new group has come with it; others are made and revoked by somebody."""
    assert history(phone) == []
    send(phone, "link_new", role="2", label="For Eva")
    made = CircleChange.objects.get()
    assert made.link is not None
    address = page(phone, "link_revoke", made.link.pk)
    phone.post(address, {**forms(phone.get(address))["revoke"], "fresh": "1"})
    values = {"role": "player", "label": "For Eva"}
    assert history(phone) == [("link", None, values), ("revoke", values, None), ("link", None, values)]


def test_a_phone_that_is_put_out_with_its_link(phone: Phone, player: Phone) -> None:
    link = link_of(player, "player")
    removed = membership(player)
    send(phone, "device_remove", removed.pk, change="1")
    assert history(phone) == [
        ("revoke", {"role": "player", "label": ""}, None),
        ("link", None, {"role": "player", "label": ""}),
        ("remove", {"name": "Android"}, None),
    ]
    assert CircleChange.objects.get(action="revoke").link == link
    assert CircleChange.objects.get(action="remove").phone == removed.device
