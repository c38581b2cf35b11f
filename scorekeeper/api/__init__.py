"""What other programs take along: tables for spreadsheets, and JSON for people who build their own board.

Nothing here writes anything but when a token was seen.  Start reading at ``views.py`` (JSON, by a token) and
``spreadsheets.py`` (CSV, by a phone of the circle).
"""
