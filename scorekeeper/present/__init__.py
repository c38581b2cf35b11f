"""How it is said and drawn: people, cards, rounds, standings and charts, ready for any page; no address."""
