"""得点板: a page for a tablet or a television that follows the table."""

from django.http import HttpRequest, HttpResponse

from scorekeeper.groups import invite
from scorekeeper.live.updates import Context, is_update, live_page
from scorekeeper.play import find
from scorekeeper.play.table import Table
from scorekeeper.present import headings, standings
from scorekeeper.present.scoreboard import BoardView
from scorekeeper.present.words import over_line


def board(request: HttpRequest, sid: str) -> HttpResponse:
    """The points, the last round and who starts; with the code to join for those who may hand it on."""
    session = find.find_session(request, sid)
    invited = None if is_update(request) else invite.invite_to(request, session)
    find.for_all(session)
    return live_page(
        request, "tables/board.html", session, lambda table: {**_board(table), "invite": invited}
    )


def _board(table: Table) -> Context:
    return {
        "game_session": headings.SessionHead(table),
        "board": BoardView(table),
        "total": standings.total(table),
        "pot": table.state.pot,
        "bank": table.state.bank,
        "deals": table.options.loser_starts,
        "over": over_line(table),
    }
