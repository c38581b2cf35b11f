"""A session document read and scored, as plain data for storage."""

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.scoring import options as house_rules
from scorekeeper.scoring.document import Document, write_document, write_round
from scorekeeper.scoring.events import Seats
from scorekeeper.scoring.reading import Json

from .ledger import KeptRound, kept_rounds, standing


@dataclass(frozen=True, slots=True)
class Prepared:
    """A scored session for storage."""

    names: Sequence[str]  # all who ever sit down
    players: int  # how many of them sit there from the start
    data: Json  # the document without its rounds; ``game`` is the key of its ruleset
    rounds: Sequence[Json]  # facts by seat number
    kept: Sequence[KeptRound]  # of each round
    standing: Json  # ``ledger.standing`` after the last round


def all_names(document: Document) -> tuple[str, ...]:
    joined = (name for facts in document.rounds if isinstance(facts, Seats) for name in facts.join)
    return tuple(dict.fromkeys((*document.players, *joined)))


def prepare(document: Document, seats: Sequence[str] = ()) -> Prepared:
    """Score a document; raises ReadError where it holds more than a session can.

    ``seats`` are all names in the order of their seats, where that differs from ``all_names``.
    """
    names = seats or all_names(document)
    numbers = {name: str(number) for number, name in enumerate(names)}
    rounds = [write_round(document.ruleset, facts, numbers) for facts in document.rounds]
    played = document.replay()
    kept = list(kept_rounds(document.ruleset, document.opening, played.scored, numbers))
    ruleset, version = document.ruleset, document.version
    options = house_rules.dump(document.options, ruleset.usual(version))
    data = write_document(document) | {"game": ruleset.key, "options": options, "rounds": []}
    standing_now = standing(played.state, numbers, document.options.traits.low_wins)
    return Prepared(names, len(document.players), data, rounds, kept, standing_now)
