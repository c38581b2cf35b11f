"""A made-up circle: its people meet, real cards are dealt from a seed, and every round is a legal one.

`python -m tests.made_up --language ja OUT` writes it as a circle's file, as `manage.py demo` brings it in.
"""
