"""What LibreOffice sees in the files for spreadsheets: numbers, days and names, and nothing that it runs."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.doors import circle_of, page
from tests.helpers import DOBON, OUT, Phone
from tests.money.test_settle import press

from .tables import raw, read

pytestmark = pytest.mark.long

SPACE = {
    "table": "urn:oasis:names:tc:opendocument:xmlns:table:1.0",
    "office": "urn:oasis:names:tc:opendocument:xmlns:office:1.0",
    "text": "urn:oasis:names:tc:opendocument:xmlns:text:1.0",
}
UTF8 = "Text - txt - csv (StarCalc):44,34,76,1"
"""Commas, quotes, UTF-8, from the first line on: what its dialog offers by itself for such a file."""
NAMES = ("=1+1", "Ben, 太郎", 'Chie "C"', "−大輔")


def office() -> str:
    """The program; without one the test fails, since the whole run promises it."""
    text = os.environ.get("SOFFICE") or shutil.which("soffice") or shutil.which("libreoffice")
    if not text:
        pytest.fail("There is no LibreOffice here: install libreoffice-calc, or set SOFFICE.")
    return text


def opened(folder: Path, text: str) -> list[list[str]]:
    """The cells of a file as LibreOffice has them: values of numbers and days, the texts of others."""
    (folder / "file.csv").write_text("\ufeff" + text, encoding="utf-8", newline="")
    profile = f"-env:UserInstallation={(folder / 'profile').as_uri()}"
    command = [office(), "--headless", profile, f"--infilter={UTF8}", "--convert-to", "fods", "file.csv"]
    subprocess.run(command, cwd=folder, check=True, timeout=120, capture_output=True)
    tree = ElementTree.parse(folder / "file.fods")
    return [list(cells(row)) for row in tree.iterfind(".//table:table-row", SPACE)]


def cells(row: ElementTree.Element) -> Iterator[str]:
    for cell in row.iterfind("table:table-cell", SPACE):
        assert f"{{{SPACE['table']}}}formula" not in cell.attrib
        kind = cell.get(f"{{{SPACE['office']}}}value-type")
        name = {"float": "value", "date": "date-value"}.get(kind or "", "")
        value = cell.get(f"{{{SPACE['office']}}}{name}") if name else cell.findtext("text:p", "", SPACE)
        value = (value or "").replace("T", " ") if kind == "date" else value
        yield from [value or ""] * int(cell.get(f"{{{SPACE['table']}}}number-columns-repeated", "1"))


@pytest.fixture(scope="module", name="folder")
def _folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("office")


@pytest.mark.parametrize(
    "name", ["rounds_csv", "sheet_csv", "payments_csv", "circle_rounds_csv", "circle_payments_csv"]
)
def test_every_cell_arrives(db: None, folder: Path, name: str) -> None:
    phone = Phone().open_table(NAMES)
    phone.record(DOBON)
    assert press(phone, paid="1:0:330:") == 302
    phone.record(OUT)
    phone.open_table(("Ben", "Eva"), circle_of(phone).public_id)
    phone.play({"kind": "out", "winner": "0", "hand-1": "K"})
    url = page(phone, name) if name.startswith("circle_") else phone.url(name)
    wanted = read(phone, url)
    items = [line[: len(wanted[0])] for line in opened(folder, raw(phone, url)) if any(line)]
    assert items == wanted
