"""What circles tell the rest of the app."""

from django.dispatch import Signal

access_changed = Signal()
"""Sent after commit with ``circle_id``: devices of this circle have lost or gained rights."""
