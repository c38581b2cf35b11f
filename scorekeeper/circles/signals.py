"""Signals of circles."""

from django.dispatch import Signal

access_changed = Signal()
"""Sent after commit with ``circle_id``: devices of this circle have gained or lost rights."""
