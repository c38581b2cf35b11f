"""The scoring engine: pure functions over what happened at the table.  Standard library only."""
