"""記録用紙: the entry form and the rules in words."""
