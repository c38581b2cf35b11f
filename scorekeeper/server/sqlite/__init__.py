"""SQLite as an engine of Django's: the ``base`` module is what Django looks for."""
