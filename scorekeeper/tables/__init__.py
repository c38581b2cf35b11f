"""The pages of a table: start, standings, receipts, sheet, scoreboard, rules, sharing, files."""
