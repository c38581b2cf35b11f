"""`python -m tests.made_up [--language ja] OUT`: writes a made-up circle as a circle's file, packed."""

import argparse
import gzip
import json
import os
from pathlib import Path

import django


def main() -> None:
    """Write the file."""
    parser = argparse.ArgumentParser(description="Writes a made-up circle as a circle's file.")
    parser.add_argument("out", type=Path)
    parser.add_argument("--language", default="ja")
    given = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    from .file import write_file
    from .year import Wish

    text = json.dumps(write_file(Wish(given.language)), ensure_ascii=False, separators=(",", ":"))
    given.out.write_bytes(gzip.compress(text.encode(), 9, mtime=0))


if __name__ == "__main__":
    main()
