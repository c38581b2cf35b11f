"""Each component is styled in one stylesheet; others only set its custom properties."""

import re
from itertools import pairwise
from pathlib import Path

from django.conf import settings

SHEETS = Path(settings.BASE_DIR) / "static" / "css"
OWNERS = {
    **dict.fromkeys(("clamp", "num", "vh"), "base/base.css"),
    **dict.fromkeys(("btn", "danger", "fit", "low"), "components/buttons.css"),
    **dict.fromkeys(("felt", "lap", "toast"), "components/frame.css"),
    **dict.fromkeys(("mark", "pair"), "components/marks.css"),
    **dict.fromkeys(("figures", "ranks", "with-more"), "components/panels.css"),
    **dict.fromkeys(("field-row", "strip"), "components/fields.css"),
    "deltas": "components/receipts.css",
    "grid": "components/grids.css",
    "live-note": "components/live.css",
    "stale": "components/notices.css",
}
BRACKETS = re.compile(r"\((?:[^()]|\([^()]*\))*\)")


def styled(sheet: str) -> set[str]:
    """The classes that a stylesheet styles: those of the last part of each selector."""
    plain = re.sub(r"/\*.*?\*/|\"[^\"]*\"", "", sheet, flags=re.DOTALL)
    result = set()
    for head in re.findall(r"([^{};]+)\{", plain):
        if not head.strip().startswith("@"):
            for selector in BRACKETS.sub("", head.replace(":is(", " :is(")).split(","):
                result |= set(re.findall(r"\.([\w-]+)", re.split(r"[\s>+~]+", selector.strip())[-1]))
    return result


def test_a_component_has_one_owner() -> None:
    sheets = {
        path.relative_to(SHEETS).as_posix(): styled(path.read_text("utf-8")) for path in SHEETS.rglob("*.css")
    }
    for name, owner in OWNERS.items():
        assert [path for path, classes in sheets.items() if name in classes] == [owner], name


def test_there_are_no_nested_rules() -> None:
    """Browsers of 2022 do not support nesting."""
    nested = re.compile(r"\{[^{}@]*\{")
    for path in SHEETS.rglob("*.css"):
        rules = re.sub(r"/\*.*?\*/|\"[^\"]*\"|@[^;{]*\{", "", path.read_text("utf-8"), flags=re.DOTALL)
        assert not nested.search(rules), path.name


def test_print_color_adjust_has_its_prefixed_form() -> None:
    """Chrome knew only the prefixed property until version 136."""
    for path in SHEETS.rglob("*.css"):
        lines = [line.strip() for line in path.read_text("utf-8").splitlines()]
        for before, line in pairwise(lines):
            assert line != "print-color-adjust: exact;" or before == f"-webkit-{line}", path.name
