"""Phrases of the engine as somebody reads them in English."""

from scorekeeper.scoring.messages import Phrase


def said(phrase: object) -> object:
    """A phrase, or one of its values, in English."""
    if not isinstance(phrase, Phrase):
        return " & ".join(map(str, phrase)) if isinstance(phrase, tuple) else phrase
    values = {key: said(value) for key, value in phrase.values.items()}
    several = phrase.plural and values["count"] != 1
    return (phrase.plural if several else phrase.text) % values
