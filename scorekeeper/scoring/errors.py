"""The one error for input that cannot be understood."""


class ReadError(ValueError):
    """Input that cannot be read: the place, a code and its values; the sentence is made at the edge.

    ``where`` is a path as in ``rounds[3].hands.Ben[2]`` (empty: the input as a whole), ``code`` a key of
    ``texts.MESSAGES.errors`` and ``values`` what that text needs.
    """

    def __init__(self, where: str, code: str, **values: object) -> None:
        super().__init__(where, code, values)
        self.where = where
        self.code = code
        self.values = values
