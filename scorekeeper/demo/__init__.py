"""見本: a circle with a made-up year in all five games, for newcomers, pictures and measurements.

Begin at ``year.py``: who meets when, and what is played.  ``dobon.py`` and ``doudizhu.py`` deal real decks
and play them out; ``writing.py`` keeps the evenings as if phones had entered them.  The same seed makes the
same year everywhere: nothing here knows the clock, and chance is drawn by ``chance.py`` alone.
"""
