"""記録用紙: any other game, scored as players write it on paper."""
