"""Addresses of pages that mean one round."""

from django.urls import reverse

from scorekeeper.play.models import Round
from scorekeeper.play.table import Table


def round_url(name: str, table: Table, row: Round) -> str:
    """The address of a page that changes a round; it means that round wherever it stands by then."""
    return f"{reverse(name, args=(table.session.public_id, row.position))}?row={row.pk}"
