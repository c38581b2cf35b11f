"""Figures over many evenings."""
