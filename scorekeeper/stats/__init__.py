"""成績: statistics as numbers, without pages.

``tallies`` sums up each session into rows, ``scope`` selects sessions and people, and the other modules
query these rows.  A night is a day of play; comparisons count tables.  Start reading at ``tallies``.
"""
