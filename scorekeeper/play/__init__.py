"""卓: what happened: sessions, seats, rounds, hands and payments, and every write of them; no page."""
