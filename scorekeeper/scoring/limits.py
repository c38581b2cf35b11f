"""限度: the limits of a session.

They are wide for any evening with real cards; together they guarantee that a document of 1 MB is scored, or
refused with an error, within a second.
"""

MOST_ROUNDS = 2_000
"""Rounds of a session, corrections and changes of seats among them."""

MOST_PAYMENTS = 20_000
"""Payments of a session: ten people who pay in every round."""

MOST_PEOPLE = 40
"""People who ever sit at one table in a session; the game says how many sit there at once."""

MOST_POINTS = 10**12
"""Points of one payment of a round, however absurd its facts and house rules."""

MOST_MOVES = 100
"""Payments of one correction."""

MOST_BALANCES = 1_000
"""People whose balances are settled at once."""

MOST_DECKS, MOST_JOKERS = 4, 8
"""Decks, and jokers in all, of one table."""

MOST_CARDS = 52 * MOST_DECKS + MOST_JOKERS
"""Cards of a hand: all cards of the decks."""

LONGEST_CARDS = 2_000
"""Characters of typed cards."""
