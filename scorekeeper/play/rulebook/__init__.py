"""ルール: the rules of a game in words, with examples worked out by the engine, and the rule card."""
