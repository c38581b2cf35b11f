"""次の卓: the next table with the people of one that is over, started once however many phones ask."""

from scorekeeper.circles.access import hash_of
from scorekeeper.scoring.document import Document

from .models import GameSession
from .prepared import prepare
from .services import start_session, started_once
from .table import Table


def people_at_end(table: Table) -> list[str]:
    """Who sat there at the end, in the order of the seats; who plays for somebody sits there instead."""
    playing = {seat.player.name: seat.played_by.name for seat in table.seats if seat.played_by}
    return list(dict.fromkeys(playing.get(name, name) for name in table.state.seats))


def fits(table: Table) -> bool:
    return table.ruleset.fewest_players <= len(people_at_end(table)) <= table.ruleset.most_players


def next_table(session: GameSession) -> GameSession | None:
    """The table that was started with the people of a session since it ended last."""
    return GameSession.objects.filter(form_hash=_mark(session)).first() if session.ended_at else None


def start_again(table: Table, moved_on: bool) -> GameSession:
    """Start a table of the same game, by the rules in force at the end, with the same people and stake.

    With ``moved_on`` everybody sits one place further, so that another one is first.  Where that was done
    since the session ended, it is the table that there is already.
    """

    def start() -> GameSession:
        session, names = table.session, people_at_end(table)
        names = names[1:] + names[:1] if moved_on else names
        document = Document(table.ruleset, table.options, tuple(names), stake=table.stake, rate=table.rate)
        unchanged = document.options == table.bare.options
        made = start_session(
            session.circle, prepare(document), rules_name=session.rules_name if unchanged else ""
        )
        chosen = {"hidden_hands": session.hidden_hands, "second_person": session.second_person}
        GameSession.objects.filter(pk=made.pk).update(**chosen)
        return made

    return started_once(_mark(table.session), start)


def _mark(session: GameSession) -> str:
    """What distinguishes the next table of an end from that of all others, as forms do."""
    ended = session.ended_at.isoformat() if session.ended_at else ""
    return hash_of(f"again {session.public_id} {ended}")
