"""What the server tells whoever wants to know; nobody does unless that was asked for."""

from django.dispatch import Signal

answered = Signal()
"""A request has its answer: ``seen`` tells of it what tells nothing of people."""
held = Signal()
"""This process holds ``change`` more, or less, of ``what``: connections, streams."""
refused = Signal()
"""Somebody asked for more than a ``limit`` lets have, which is named."""
troubled = Signal()
"""A page could not be answered, for what is the matter with the database (``trouble``)."""
