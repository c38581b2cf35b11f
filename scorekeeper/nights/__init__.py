"""The pages of a night: its tables, one settlement of all of them, and its result for sharing."""
