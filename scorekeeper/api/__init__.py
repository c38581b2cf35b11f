"""Data for other programs: CSV for spreadsheets, and JSON for scoreboards.

Read-only, but for ``Token.last_seen``.  Start reading at ``views.py`` (JSON, by a token) and
``spreadsheets.py`` (CSV, for members).
"""
