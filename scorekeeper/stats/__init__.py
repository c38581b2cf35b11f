"""成績: what evenings come to for people, as numbers; no page, no sentence.

``tallies`` sums up each session once into rows; ``scope`` says which of them a question is about, what a
night is and who is listed, and the other modules ask.  Nights tell how often people came together; whatever
is compared counts tables.  Start reading at ``tallies``.
"""
