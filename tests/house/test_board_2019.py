"""The scoreboard speaks what browsers of 2019 read: Chrome 73, Safari 12, Firefox 66.

Whatever its stylesheet uses is on a list here; what is new to the list has to be looked up first.
"""

import re
from pathlib import Path

import pytest
from django.conf import settings

from scorekeeper.server.storage import COMMENT, IMPORT

STATIC = Path(settings.BASE_DIR) / "static"
SHEET = STATIC / "css" / "board.css"
PARTS = [SHEET.parent / part for part, _layer in IMPORT.findall(SHEET.read_text("utf-8"))]
SCRIPT = STATIC / "js" / "board" / "board.js"
TEMPLATES = Path(settings.BASE_DIR) / "templates"

PROPERTIES = """
align-content align-items align-self background border border-bottom border-color border-radius
border-top bottom box-shadow box-sizing clip clip-path color content display fill flex flex-basis
flex-direction flex-wrap font font-family font-size font-style font-variant-numeric font-weight
grid-area grid-auto-rows grid-column-gap grid-gap grid-template-areas grid-template-columns
grid-template-rows height isolation justify-content left letter-spacing line-height list-style
margin margin-left margin-right margin-top mask max-height max-width min-height min-width
opacity order outline outline-offset overflow overflow-wrap padding padding-bottom padding-left
padding-right padding-top place-content place-items position right stroke stroke-linecap
stroke-linejoin stroke-width text-align text-anchor text-decoration text-overflow top transform
transition transition-duration user-select vertical-align white-space width z-index -webkit-mask
-webkit-box-orient -webkit-clip-path -webkit-line-clamp -webkit-text-size-adjust
"""
KNOWN = set(PROPERTIES.split())
UNHARMED = {"color-scheme", "forced-color-adjust", "print-color-adjust"}
"""Nothing is amiss where these are not known."""
FUNCTIONS = {
    "calc",
    "circle",
    "cubic-bezier",
    "inset",
    "linear-gradient",
    "minmax",
    "polygon",
    "radial-gradient",
    "rect",
    "repeat",
}
FUNCTIONS |= {"rgba", "scale", "translateY", "url", "var"}
UNITS = {"deg", "em", "fr", "px", "rem", "s", "vh", "vw"}
PSEUDO = {"after", "before", "empty", "first-child", "focus", "lang", "not", "nth-child", "root"}
MEDIA = {
    "max-aspect-ratio",
    "min-aspect-ratio",
    "orientation",
    "prefers-color-scheme",
    "prefers-reduced-motion",
}
NOT_ON_THE_BOARD = {".fan", ".who"}
"""What is spaced by a gap of a flex box, which is newer."""
TOO_NEW = (
    r"\?\.(?!\d)|\?\?|\|\|=|&&=|\d_\d|\b\d+n\b|catch \{|\bimport\b|\bexport\b|#\w+\s*[=(]|\bstatic\b",
    r"\.(?:at|flat|flatMap|matchAll|replaceAll|replaceChildren|finally|hasOwn|findLast|toSorted|checkVisibility)\(",
    r"\b(?:globalThis|structuredClone|queueMicrotask|ResizeObserver|fromEntries|allSettled|any)\b",
)


def rules(path: Path) -> list[tuple[str, str]]:
    """Selectors, or what stands before a block, with the declarations behind them; texts are left out."""
    plain = re.sub(r'"(?:[^"\\]|\\.)*"', '""', COMMENT.sub("", path.read_text("utf-8")), flags=re.DOTALL)
    return [(head.strip(), body) for head, body in re.findall(r"([^{};]+)\{(?:([^{}]*)\})?", plain)]


def declarations(path: Path) -> list[tuple[str, str]]:
    pairs = [one.partition(":") for _head, body in rules(path) for one in body.split(";") if one.strip()]
    return [(name.strip(), value.strip()) for name, _colon, value in pairs]


def test_it_is_made_of_parts() -> None:
    assert len(PARTS) >= 4
    assert sum(len(rules(part)) for part in PARTS) > 150


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.name)
def test_properties_and_values_are_known(part: Path) -> None:
    for name, value in declarations(part):
        if name == "gap":
            continue
        assert name.startswith("--") or name in KNOWN | UNHARMED, name
        assert set(re.findall(r"([\w-]+)\(", value)) <= FUNCTIONS, value
        assert set(re.findall(r"(?<![\w#.-])-?[\d.]+([a-zA-Z]+)", value)) <= UNITS, value
        assert " / " not in "".join(re.findall(r"rgba?\([^)]*\)", value)), value


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.name)
def test_selectors_and_questions_are_known(part: Path) -> None:
    for head, body in rules(part):
        asked = re.findall(r"\(\s*([\w-]+)", head) if head.startswith("@media") else []
        assert set(asked) <= MEDIA, head
        assert not head.startswith("@") or head.startswith("@media"), head
        assert set(re.findall(r"(?<!\():{1,2}([a-z-]+)", "" if asked else head)) <= PSEUDO, head
        assert not re.search(r"(?<!-)\bgap:", body) or head in NOT_ON_THE_BOARD, head


def test_what_is_spaced_by_newer_gaps_is_not_shown() -> None:
    parts = [TEMPLATES / "screen.html", *(TEMPLATES / "pages").glob("*board*.html")]
    page = "".join(path.read_text("utf-8") for path in parts)
    assert 'class="seat' in page
    for name in NOT_ON_THE_BOARD:
        assert not re.search(rf'class="[^"]*(?<![\w-]){name[1:]}(?![\w-])', page), name


def test_a_grid_alone_has_a_gap_of_grids() -> None:
    """Newer browsers give it to flex boxes too, older ones do not."""
    for part in PARTS:
        for head, body in rules(part):
            assert "grid-gap" not in body or "display: flex" not in body, head


def test_its_script_is_a_plain_one() -> None:
    source = COMMENT.sub("", SCRIPT.read_text("utf-8"))
    for pattern in TOO_NEW:
        assert not re.findall(pattern, source), pattern


@pytest.mark.parametrize(
    "newer",
    [
        "a?.b",
        "a ?? b",
        "a ||= b",
        "1_000",
        "try { } catch { }",
        "import x",
        "list.at(-1)",
        "x.replaceChildren()",
    ],
)
def test_newer_scripts_are_noticed(newer: str) -> None:
    assert any(re.search(pattern, newer) for pattern in TOO_NEW)
