"""Entering, correcting, inserting and taking back rounds, and collecting hands from every phone."""
