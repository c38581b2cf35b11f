"""Mutants: small faults put into the program, each of which some test has to notice.

``python -m tests.mutants`` draws a seeded sample, runs for each mutant the tests that pass over its line, and
fails where too many live.  ``sites`` knows what can be changed, ``lines`` which tests pass where, ``forks``
tries one after the other without importing everything anew, and ``__main__`` runs it all.
``equivalent.json`` lists mutants that no test can notice, each with its reason.
"""
