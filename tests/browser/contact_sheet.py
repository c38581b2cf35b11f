"""Pictures of every screen on one page, for people to judge.

python -m tests.browser.contact_sheet OUT [--sizes 360x640,…] [--languages ja en] [--themes light dark]
                                          [--games gamble …] [--only REGEX]

OUT gets a folder of pictures for each size, language and theme, and an ``index.html`` with all of them.  A
picture shows the screen as it is held; a second one the whole page where it is longer.
"""

import argparse
import re
import sys
import tempfile
from collections.abc import Callable, Sequence
from itertools import groupby, product
from pathlib import Path

from playwright.sync_api import Browser, Error, sync_playwright

from tests.browser.conftest import FLAGS, chromium
from tests.browser.evenings import GAMES
from tests.browser.phone import SMALL, Phone, Shape, open_phone
from tests.browser.screens import Screen, screens
from tests.browser.world import World
from tests.server.running import REAL, running

SIZES = "360x640,390x844,844x390,1024x768,1280x800,1920x1080"
LANGUAGES = {"ja": "ja", "en": "en", "zh": "zh-CN"}
THEMES = ("light", "dark")
STYLE = """
body { margin: 16px; background: #777; font: 13px/1.3 system-ui, sans-serif; }
section { display: flex; flex-wrap: wrap; gap: 12px; align-items: flex-start; }
h1, h2 { flex: 0 0 100%; }
figure { margin: 0; padding: 4px; background: #eee; }
figcaption { max-width: 30em; padding: 2px; overflow-wrap: anywhere; }
img { max-width: var(--across); max-height: 700px; vertical-align: top; }
"""
Taken = list[tuple[Screen, list[Path]]]


def walk(
    open_one: Callable[[], Phone], world: World, chosen: Sequence[Screen], folder: Path
) -> tuple[Taken, list[str]]:
    """All pictures in one size, language and theme, and the errors of screens that failed."""
    folder.mkdir(parents=True, exist_ok=True)
    phones: dict[str, Phone] = {}
    taken, wrong = list[tuple[Screen, list[Path]]](), list[str]()
    for screen in chosen:
        try:
            path = screen.where.format_map(world)
            if screen.by not in phones:
                phones[screen.by] = open_one()
            phones[screen.by].share_cookies(world.phones[screen.by])
            screen.open(phones[screen.by], path)
            name = f"{screen.group}-{screen.name}".replace(" ", "-")
            taken.append((screen, pictures(phones[screen.by], folder / name)))
        except (AssertionError, Error) as error:
            wrong.append(f"{screen.group} {screen.name}: {str(error).strip().splitlines()[0]}")
    for phone in phones.values():
        phone.context.close()
        wrong += phone.troubles
    return taken, wrong


def pictures(phone: Phone, place: Path) -> list[Path]:
    """A picture of the screen, and of the whole page where it is longer."""
    held, whole = place.with_name(f"{place.name}.png"), place.with_name(f"{place.name}-whole.png")
    phone.page.screenshot(path=held, scale="css", animations="disabled")
    if not phone.page.evaluate("document.documentElement.scrollHeight > innerHeight + 1"):
        return [held]
    phone.page.evaluate("document.getElementById('bar').style.position = 'static'")
    phone.page.screenshot(path=whole, scale="css", animations="disabled", full_page=True)
    return [held, whole]


def section(look: str, taken: Taken) -> str:
    """The HTML of the pictures in one size, language and theme."""
    across = 200 if int(look.partition("x")[0]) < 600 else 400
    body = f'<section id="{look}" style="--across: {across}px"><h1>{look}</h1>'
    for group, some in groupby(taken, lambda one: one[0].group):
        body += f"<h2>{group}</h2>"
        for screen, paths in some:
            places = [f"{look}/{path.name}" for path in paths]
            shown = "".join(f'<a href="{place}"><img loading="lazy" src="{place}"></a> ' for place in places)
            body += f"<figure>{shown}<figcaption>{screen.name}</figcaption></figure>"
    return f"{body}</section>"


def make(browser: Browser, base: str, wishes: argparse.Namespace) -> list[str]:
    """Take all pictures, write the page that shows them, and return the errors."""
    world = World(lambda: open_phone(browser, base, SMALL))
    chosen = [one for one in screens(wishes.games) if re.search(wishes.only, f"{one.group} {one.name}")]
    sheets, wrong = dict[str, Taken](), []
    for size, language, theme in product(wishes.sizes, wishes.languages, wishes.themes):
        shape = Shape(*map(int, size.split("x")))

        def open_one(shape: Shape = shape, language: str = language, theme: str = theme) -> Phone:
            phone = open_phone(browser, base, shape, lang=LANGUAGES[language], dark=theme == "dark")
            phone.expected |= {400, 403, 404, 409, 422}
            return phone

        look = f"{size}-{language}-{theme}"
        sheets[look], troubles = walk(open_one, world, chosen, wishes.out / look)
        wrong += [f"{look}: {trouble}" for trouble in troubles]
        print(f"{look}: {len(sheets[look])} screens", flush=True)
    head = f'<!doctype html><meta charset="utf-8"><title>Every screen</title><style>{STYLE}</style>'
    links = " · ".join(f'<a href="#{look}">{look}</a>' for look in sheets)
    sections = [section(look, taken) for look, taken in sheets.items()]
    (wishes.out / "index.html").write_text("".join([head, links, *sections]), encoding="utf-8")
    return wrong


def wished(arguments: Sequence[str]) -> argparse.Namespace:
    reader = argparse.ArgumentParser(prog="python -m tests.browser.contact_sheet", description=__doc__)
    reader.formatter_class = argparse.RawDescriptionHelpFormatter
    reader.add_argument("out", type=lambda path: Path(path).resolve())
    reader.add_argument("--sizes", type=lambda text: text.split(","), default=SIZES)
    for name, known in (("languages", LANGUAGES), ("themes", THEMES), ("games", GAMES)):
        reader.add_argument(f"--{name}", nargs="+", choices=[*known], default=[*known])
    reader.add_argument("--only", default="", help="only screens whose group and name match this")
    return reader.parse_args(arguments)


def main(arguments: Sequence[str]) -> int:
    wishes = wished(arguments)
    with (
        tempfile.TemporaryDirectory(prefix="scorekeeper-sheet-") as folder,
        running(Path(folder), "--host", "127.0.0.1", settings=REAL) as server,
        sync_playwright() as playwright,
    ):
        place = chromium(playwright)
        if place is None:
            sys.exit("No Chromium: install it or name it in CHROMIUM.")
        browser = playwright.chromium.launch(executable_path=place, args=FLAGS)
        wrong = make(browser, f"http://127.0.0.1:{server.port}", wishes)
        browser.close()
    print("\n".join([*wrong, f"{wishes.out / 'index.html'}"]))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
