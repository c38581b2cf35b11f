"""卓: sessions of a game, their rounds, and every page about them."""
