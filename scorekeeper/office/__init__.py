"""帳場: Django's admin, if it is enabled by the environment."""
