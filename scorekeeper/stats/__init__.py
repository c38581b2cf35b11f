"""成績: what evenings come to for people, as numbers; no page, no sentence.

``tallies`` sums up each session once into rows; ``scope`` says which of them a question is about, and the
other modules ask.  Start reading at ``tallies``.
"""
