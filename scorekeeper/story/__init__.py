"""仲間の歩み: the pages of a circle's statistics: people, pairs, rankings, seasons, the year.

Figures come from ``stats``, and those of a year alone are in ``year``.  ``choice`` reads from the address
which sessions they are about.
"""
