"""A session document read and scored, as plain data: what whoever keeps it writes down."""

from collections.abc import Sequence
from dataclasses import dataclass

from .document import Document, write_document, write_round
from .events import Seats
from .ledger import KeptRound, keep, standing
from .reading import Json


@dataclass(frozen=True, slots=True)
class Prepared:
    """A session that is ready to be kept.

    ``names`` are all who ever sit down, the first ``players`` of them from the start; ``data`` is the
    document as JSON, without its rounds; ``rounds`` are facts by seat number, ``kept`` what there is to keep
    of each; ``standing`` is that of ``ledger``.
    """

    names: Sequence[str]
    players: int
    data: Json
    rounds: Sequence[Json]
    kept: Sequence[KeptRound]
    standing: Json


def all_names(document: Document) -> tuple[str, ...]:
    """Everybody who ever sits down, in the order in which they do."""
    joined = (name for facts in document.rounds if isinstance(facts, Seats) for name in facts.join)
    return tuple(dict.fromkeys((*document.players, *joined)))


def prepare(document: Document, seats: Sequence[str] = ()) -> Prepared:
    """Score a document; raises ReadError where it holds more than a session can.

    ``seats`` are everybody who ever sat down in the order of their seats, where that is not ``all_names``.
    """
    names = seats or all_names(document)
    numbers = {name: str(number) for number, name in enumerate(names)}
    rounds = [write_round(document.ruleset, facts, numbers) for facts in document.rounds]
    played, state, kept = document.replay(), document.opening, list[KeptRound]()
    for scored in played.scored:
        kept.append(keep(document.ruleset, state, scored, numbers))
        state = scored.state
    data = write_document(document) | {"rounds": []}
    return Prepared(names, len(document.players), data, rounds, kept, standing(state, numbers))
