"""見本: a circle with a made-up year, as a file in each language."""

import gzip
import re
from datetime import date, timedelta
from pathlib import Path

FILES = Path(__file__).parent / "demo"
"""Circle's files in gzip, named after their language.  To edit one, import and export it."""
LANGUAGES = sorted(file.name.partition(".")[0] for file in FILES.glob("*.json.gz"))
DATE = re.compile(r'(?<=")\d{4}-\d\d-\d\d(?=[T"])')


def sample_file(language: str) -> str:
    """The file of a language, with dates up to today; the first file for other languages."""
    chosen = language if language in LANGUAGES else LANGUAGES[0]
    return up_to(gzip.decompress((FILES / f"{chosen}.json.gz").read_bytes()).decode(), date.today())


def up_to(text: str, today: date) -> str:
    """Move all dates by as many years of 52 weeks as leave none after today."""
    last = date.fromisoformat(max(DATE.findall(text)))
    later = timedelta(weeks=52) * max(0, (today - last) // timedelta(weeks=52))
    return DATE.sub(lambda match: str(date.fromisoformat(match[0]) + later), text)
