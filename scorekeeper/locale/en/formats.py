"""How dates are written in English: months short and without a dot, as beside a day of the week."""

DATE_FORMAT = "M j, Y"
MONTH_DAY_FORMAT = "M j"
