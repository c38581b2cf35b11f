#!/usr/bin/env python3
"""Django's command line; `python manage.py serve` starts the scorekeeper."""

from scorekeeper.__main__ import main

if __name__ == "__main__":
    main()
