"""Pictures of every screen on one page, for people to judge.

python -m tests.browser.contact_sheet OUT [--sizes 360x640,…] [--languages ja en] [--themes light dark]
                                          [--games gamble …] [--only REGEX]

OUT gets a folder of pictures for each size, language and theme, one tall picture of each, and an
``index.html`` with all of them.  A picture shows the screen as it is held; a second one the whole page
where it is longer.
"""

import argparse
import html
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
WIDEST, TALLEST = 3600, 16_000
"""CSS pixels across a tall picture and down one: Chromium paints no more at once."""
STYLE = """
body { margin: 16px; background: #777; font: 13px/1.3 system-ui, sans-serif; }
section > div { display: flex; flex-wrap: wrap; gap: 12px; align-items: flex-start; }
figure { margin: 0; padding: 4px; background: #eee; }
figcaption { max-width: 30em; padding: 2px; overflow-wrap: anywhere; }
section { --width: calc(var(--across) * var(--scale, 1)); }
img { display: inline-block; vertical-align: top; width: var(--width); }
img.whole { width: auto; max-width: var(--width); max-height: calc(700px * var(--scale, 1)); }
section.aside { display: none; }
"""
SHRINK = """async ([name, tallest]) => {
  const sections = document.querySelectorAll("section");
  for (const each of sections) each.classList.toggle("aside", each.id !== name);
  const shown = [...document.getElementById(name).querySelectorAll("img")];
  for (const each of shown) each.loading = "eager";
  await Promise.all(shown.map((each) => each.decode()));
  for (let scale = 1; document.documentElement.scrollHeight > tallest; scale *= 0.9)
    document.getElementById(name).style.setProperty("--scale", scale);
}"""
"""Shows one section alone, as small as it has to be."""
Taken = list[tuple[Screen, list[Path]]]


def walk(
    open_one: Callable[[], Phone], world: World, chosen: Sequence[Screen], folder: Path
) -> tuple[Taken, list[str]]:
    """All pictures of one look, and what went wrong: a screen that cannot be reached stops no other."""
    folder.mkdir(parents=True, exist_ok=True)
    phones: dict[str, Phone] = {}
    taken, wrong = list[tuple[Screen, list[Path]]](), list[str]()
    for screen in chosen:
        try:
            path = screen.where.format_map(world)
            if screen.by not in phones:
                phones[screen.by] = open_one()
            phones[screen.by].context.add_cookies(world.cookies(screen.by))
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
    """The screen as it is held, and whole where the page is longer."""
    held, whole = place.with_name(f"{place.name}.png"), place.with_name(f"{place.name}-whole.png")
    phone.page.screenshot(path=held, scale="css", animations="disabled")
    if not phone.page.evaluate("document.documentElement.scrollHeight > innerHeight + 1"):
        return [held]
    phone.page.evaluate("document.getElementById('bar').style.position = 'static'")
    phone.page.screenshot(path=whole, scale="css", animations="disabled", full_page=True)
    return [held, whole]


def page_of(sheets: dict[str, Taken], out: Path) -> str:
    """Everything on one page, each look a section of its own."""
    links = " · ".join(f'<a href="#{look}">{look}</a>' for look in sheets)
    sections = "".join(section_of(look, taken, out) for look, taken in sheets.items())
    head = f'<!doctype html><meta charset="utf-8"><title>Every screen</title><style>{STYLE}</style>'
    return f"{head}<nav>{links}</nav>{sections}\n"


def section_of(look: str, taken: Taken, out: Path) -> str:
    across = 200 if int(look.partition("x")[0]) < 600 else 400
    body = ""
    for group, some in groupby(taken, lambda one: one[0].group):
        figures = "".join(figure_of(screen.name, paths, out) for screen, paths in some)
        body += f"<h2>{html.escape(group)}</h2><div>{figures}</div>"
    return f'<section id="{look}" style="--across: {across}px"><h1>{look}</h1>{body}</section>'


def figure_of(name: str, paths: Sequence[Path], out: Path) -> str:
    shown = ""
    for path, kind in zip(paths, ("held", "whole"), strict=False):
        place = html.escape(path.relative_to(out).as_posix())
        shown += f'<a href="{place}"><img loading="lazy" class="{kind}" src="{place}" alt=""></a> '
    return f"<figure>{shown}<figcaption>{html.escape(name)}</figcaption></figure>"


def make(browser: Browser, base: str, wishes: argparse.Namespace) -> list[str]:
    """Take all pictures and lay them out; return what went wrong."""
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
    (wishes.out / "index.html").write_text(page_of(sheets, wishes.out), encoding="utf-8")
    page = browser.new_page(viewport={"width": WIDEST, "height": 1000})
    for look in sheets:
        page.goto((wishes.out / "index.html").as_uri())
        page.evaluate(SHRINK, [look, TALLEST])
        page.screenshot(path=wishes.out / f"{look}.png", full_page=True)
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
    wishes, hosts = wished(arguments), {"SCOREKEEPER_HOSTS": "phone.test"}
    with (
        tempfile.TemporaryDirectory(prefix="scorekeeper-sheet-") as folder,
        running(Path(folder), "--host", "127.0.0.1", settings=REAL, own=hosts) as server,
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
