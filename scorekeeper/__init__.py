"""Keeps the score of card nights played with real cards."""
