"""Event streams, by which phones hear at once that their table has changed."""
