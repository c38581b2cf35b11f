"""The signal by which ``play`` announces changes of sessions."""

from django.dispatch import Signal

session_changed = Signal()
"""A session has a new ``revision``: with ``session_id`` (primary key) and ``edit``, the change.

Without ``edit`` only the collecting of hands has changed; ``pad`` is its new counter.  Sent within the
transaction of the change: what needs the commit is for ``transaction.on_commit``.
"""
