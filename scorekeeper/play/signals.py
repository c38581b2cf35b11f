"""What others may want to know of a change."""

from django.dispatch import Signal

session_changed = Signal()
"""A session has a new revision: ``session_id`` (primary key), ``revision``, and the change (``edit``).

Without an ``edit`` it is only what phones are asked for that changed: ``pad`` counts how often.

Sent within the transaction of the change; what must not happen when that fails waits for its end
(``transaction.on_commit``).
"""
