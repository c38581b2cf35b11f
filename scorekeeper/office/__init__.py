"""帳場: Django's admin over what is kept, for anyone who runs the server; only where it is switched on."""
