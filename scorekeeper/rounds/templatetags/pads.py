"""What pages of a table say about a round that several phones enter together."""

from django import template

from scorekeeper.play.table import Table

from .. import hand_requests, pads

register = template.Library()


@register.inclusion_tag("rounds/_banner.html", takes_context=True)
def pad_banner(context: template.Context) -> dict[str, object]:
    """The round that is being collected or waits for a second person, and what this phone can do for it."""
    table: Table = context["found_table"]
    round = pads.open_round(table.session)
    head = context["game_session"]
    return {
        "open_round": round,
        "own": hand_requests.own(table, round) if round else None,
        "number": head.next_number,
        "sid": head.public_id,
        "may_write": head.may_write,
    }
