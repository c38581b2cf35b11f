"""闘地主: the entry form, the plays, the referee and the rules in words."""
