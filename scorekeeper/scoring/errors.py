"""The error for invalid input."""


class ReadError(ValueError):
    """Invalid input; ``texts.error`` gives the sentence.

    ``where`` is a path as in ``rounds[3].hands.Ben[2]`` (empty: the input as a whole), ``code`` a key of
    ``texts.MESSAGES.errors`` and ``values`` its placeholders.
    """

    def __init__(self, where: str, code: str, **values: object) -> None:
        super().__init__(where, code, values)
        self.where = where
        self.code = code
        self.values = values
