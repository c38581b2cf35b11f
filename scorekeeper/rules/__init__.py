"""Rules in words, house rules as forms, rules that a circle keeps, and stakes."""
