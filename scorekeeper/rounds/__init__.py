"""Entering, correcting, inserting, moving and voiding rounds, and collecting hands from several phones."""
