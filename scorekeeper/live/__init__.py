"""Telling every phone at a table, at once, that something changed there."""
