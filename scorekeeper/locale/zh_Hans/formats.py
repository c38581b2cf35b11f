"""How dates are written in Chinese where Django's own way is not ours."""

MONTH_DAY_FORMAT = "n月j日"
"""Without a zero before the month, as in all other dates."""
