"""`python -m tests.bench.fill`: fills an empty database with made-up circles, one of them busy for years.

Prints the name and the host's link of the busy one. `SCOREKEEPER_DATA` or `DATABASE_URL` names the database.
"""

import argparse
import os
import sys
from dataclasses import fields
from time import monotonic

import django


def main(words: list[str] | None = None) -> None:
    """Fill the database."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")
    django.setup()
    from django.core.management import call_command
    from django.db import connection
    from django.urls import reverse

    from scorekeeper.circles.access import link_token, open_link
    from scorekeeper.circles.models import Circle, Role
    from scorekeeper.play.models import GameSession, Round

    from .store import Amount, fill

    parser = argparse.ArgumentParser(description=__doc__)
    for each in fields(Amount):
        parser.add_argument(f"--{each.name}", type=int, default=each.default)
    given = parser.parse_args(words)
    call_command("migrate", verbosity=0)
    if Circle.objects.exists():
        sys.exit("This database is not empty; it stays as it is.")
    began = monotonic()
    circle = fill(Amount(**vars(given)))
    if connection.vendor == "postgresql":  # what it does by itself some minutes later
        with connection.cursor() as cursor:
            cursor.execute("VACUUM ANALYZE")
    circles, sessions, rounds = (model._default_manager.count() for model in (Circle, GameSession, Round))
    print(f"{circles} circles, {sessions} sessions, {rounds} rounds in {monotonic() - began:.0f} s")
    link = open_link(circle, Role.HOST)
    assert link
    print(circle.public_id, reverse("join", args=(link_token(link),)))


if __name__ == "__main__":
    main()
