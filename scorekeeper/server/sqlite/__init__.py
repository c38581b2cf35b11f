"""SQLite as servers use it: a database engine of Django's to which threads write one after the other."""
