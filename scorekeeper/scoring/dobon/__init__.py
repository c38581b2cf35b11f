"""The dobon family: facts, claims, amounts, multipliers, and the pipeline that joins them."""
