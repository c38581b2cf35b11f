"""闘地主: one landlord against the others, for three or four players."""
