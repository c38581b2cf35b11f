"""Pictures of every screen on one page, for people to judge.

python -m tests.browser.contact_sheet OUT [--sizes 360x640,…] [--languages ja,en] [--themes light,dark]
                                          [--games gamble,…] [--only REGEX]

OUT gets a folder of pictures for each size, language and theme, one tall picture of each, and an
``index.html`` with all of them.  A picture shows the screen as it is held; a second one the whole page
where it is longer.
"""

import argparse
import html
import re
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import groupby, product
from pathlib import Path

from playwright.sync_api import Browser, Error, sync_playwright

from tests.browser.conftest import FLAGS, chromium
from tests.browser.phone import Phone, Shape, open_phone
from tests.browser.screens import GAMES, Screen, World, build, screens
from tests.server.running import running

SIZES = "360x640,390x844,844x390,1024x768,1280x800,1920x1080"
LANGUAGES = {"ja": "ja", "en": "en", "zh": "zh-CN"}
THEMES = ("light", "dark")
WIDEST = 3600
"""CSS pixels across a tall picture."""
TALLEST = 16_000
"""CSS pixels down one: Chromium paints no more at once."""
REFUSED = {400, 403, 404, 409, 422}
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


@dataclass(frozen=True)
class Look:
    """How a whole set of pictures is taken."""

    shape: Shape
    language: str
    theme: str

    @property
    def name(self) -> str:
        return f"{self.shape.width}x{self.shape.height}-{self.language}-{self.theme}"


@dataclass(frozen=True)
class Taken:
    """A screen with the files of its pictures: as it is held, and whole where the page is longer."""

    screen: Screen
    pictures: list[Path]


class Visit:
    """One walk through all screens in one look, on as many phones as take part."""

    def __init__(self, browser: Browser, base: str, world: World, look: Look) -> None:
        self.browser, self.base, self.world, self.look = browser, base, world, look
        self.phones: dict[str, Phone] = {}

    def phone(self, who: str) -> Phone:
        if who not in self.phones:
            look = self.look
            phone = open_phone(
                self.browser, self.base, look.shape, lang=LANGUAGES[look.language], dark=look.theme == "dark"
            )
            phone.expected |= REFUSED
            phone.context.add_cookies(self.world.cookies[who])
            self.phones[who] = phone
        return self.phones[who]

    def take(self, screen: Screen, folder: Path) -> list[Path]:
        """Go to a screen and take its pictures; what was typed before on this phone is forgotten."""
        phone = self.phone(screen.by)
        if phone.page.url.startswith(self.base):
            phone.forget()
        phone.go(screen.where.format_map(self.world.paths))
        if screen.then:
            screen.then(phone)
        name = f"{screen.group}-{screen.name}".replace(" ", "-")
        seen = [folder / f"{name}.png"]
        phone.page.screenshot(path=seen[0], scale="css", animations="disabled")
        if phone.page.evaluate("document.documentElement.scrollHeight > innerHeight + 1"):
            seen.append(folder / f"{name}-whole.png")
            phone.page.evaluate("document.getElementById('bar').style.position = 'static'")
            phone.page.screenshot(path=seen[1], scale="css", animations="disabled", full_page=True)
        return seen

    def close(self) -> list[str]:
        """Put the phones away, and say what they found wrong."""
        for phone in self.phones.values():
            phone.context.close()
        return [trouble for phone in self.phones.values() for trouble in phone.troubles]


def walk(visit: Visit, chosen: Sequence[Screen], folder: Path) -> tuple[list[Taken], list[str]]:
    """All pictures of one look, and what went wrong: a screen that cannot be reached stops no other."""
    folder.mkdir(parents=True, exist_ok=True)
    taken, wrong = [], []
    for screen in chosen:
        try:
            taken.append(Taken(screen, visit.take(screen, folder)))
        except (AssertionError, Error) as error:
            wrong.append(f"{screen.group} {screen.name}: {str(error).strip().splitlines()[0]}")
    return taken, wrong + visit.close()


# --- the page


def page_of(sheets: dict[Look, list[Taken]], out: Path) -> str:
    """Everything on one page, each look a section of its own."""
    links = " · ".join(f'<a href="#{look.name}">{look.name}</a>' for look in sheets)
    sections = "".join(section_of(look, taken, out) for look, taken in sheets.items())
    head = f'<!doctype html><meta charset="utf-8"><title>Every screen</title><style>{STYLE}</style>'
    return f"{head}<nav>{links}</nav>{sections}\n"


def section_of(look: Look, taken: Sequence[Taken], out: Path) -> str:
    across = 200 if look.shape.width < 600 else 400
    groups = groupby(taken, lambda one: one.screen.group)
    body = "".join(
        f"<h2>{html.escape(group)}</h2><div>{''.join(figure_of(one, out) for one in some)}</div>"
        for group, some in groups
    )
    return f'<section id="{look.name}" style="--across: {across}px"><h1>{look.name}</h1>{body}</section>'


def figure_of(taken: Taken, out: Path) -> str:
    names = [html.escape(path.relative_to(out).as_posix()) for path in taken.pictures]
    shown = "".join(
        f'<a href="{name}"><img loading="lazy" class="{kind}" src="{name}" alt=""></a> '
        for name, kind in zip(names, ("held", "whole"), strict=False)
    )
    return f"<figure>{shown}<figcaption>{html.escape(taken.screen.name)}</figcaption></figure>"


def paint(browser: Browser, out: Path, looks: Sequence[Look]) -> None:
    """One tall picture of each look's section, as small as it has to be."""
    page = browser.new_page(viewport={"width": WIDEST, "height": 1000})
    for look in looks:
        page.goto((out / "index.html").as_uri())
        page.evaluate(
            """async ([name, tallest]) => {
              const sections = document.querySelectorAll("section");
              for (const each of sections) each.classList.toggle("aside", each.id !== name);
              const shown = [...document.getElementById(name).querySelectorAll("img")];
              for (const each of shown) each.loading = "eager";
              await Promise.all(shown.map((each) => each.decode()));
              for (let scale = 1; document.documentElement.scrollHeight > tallest; scale *= 0.9) {
                document.getElementById(name).style.setProperty("--scale", scale);
              }
            }""",
            [look.name, TALLEST],
        )
        page.screenshot(path=out / f"{look.name}.png", full_page=True)
    page.close()


# --- the command


@contextmanager
def served() -> Iterator[str]:
    """The address of the real server with a folder of its own."""
    with tempfile.TemporaryDirectory(prefix="scorekeeper-sheet-") as folder:
        names, real = {"SCOREKEEPER_HOSTS": "phone.test"}, "scorekeeper.settings"
        with running(Path(folder), "--host", "127.0.0.1", settings=real, own=names) as server:
            yield f"http://127.0.0.1:{server.port}"


def arranged(browser: Browser, base: str, games: Sequence[str]) -> World:
    """The tables behind the screens, made by phones that are put away again."""
    opened: list[Phone] = []

    def open_one() -> Phone:
        opened.append(open_phone(browser, base, Shape()))
        return opened[-1]

    world = build(open_one, games)
    for phone in opened:
        phone.context.close()
    return world


def make(browser: Browser, base: str, wishes: argparse.Namespace) -> list[str]:
    """Take all pictures and lay them out; return what went wrong."""
    looks = [Look(*one) for one in product(wishes.sizes, wishes.languages, wishes.themes)]
    world = arranged(browser, base, wishes.games)
    chosen = [one for one in screens(wishes.games) if re.search(wishes.only, f"{one.group} {one.name}")]
    sheets, wrong = {}, []
    for look in looks:
        visit = Visit(browser, base, world, look)
        sheets[look], troubles = walk(visit, chosen, wishes.out / look.name)
        wrong += [f"{look.name}: {trouble}" for trouble in troubles]
        print(f"{look.name}: {len(sheets[look])} screens", flush=True)
    (wishes.out / "index.html").write_text(page_of(sheets, wishes.out), encoding="utf-8")
    paint(browser, wishes.out, looks)
    return wrong


def shape(text: str) -> Shape:
    width, _, height = text.partition("x")
    return Shape(int(width), int(height))


def wished(arguments: Sequence[str]) -> argparse.Namespace:
    reader = argparse.ArgumentParser(prog="python -m tests.browser.contact_sheet", description=__doc__)
    reader.formatter_class = argparse.RawDescriptionHelpFormatter
    reader.add_argument("out", type=Path)
    reader.add_argument("--sizes", default=SIZES)
    for name, all_of_them in (("languages", LANGUAGES), ("themes", THEMES), ("games", GAMES)):
        reader.add_argument(f"--{name}", default=",".join(all_of_them))
    reader.add_argument("--only", default="", help="only screens whose group and name match this")
    wishes = reader.parse_args(arguments)
    wishes.out = wishes.out.resolve()
    wishes.sizes = [shape(one) for one in wishes.sizes.split(",")]
    for name, known in (("languages", LANGUAGES), ("themes", THEMES), ("games", GAMES)):
        result = getattr(wishes, name).split(",")
        if unknown := set(result) - set(known):
            reader.error(f"--{name}: {', '.join(sorted(unknown))}?  There are {', '.join(known)}.")
        setattr(wishes, name, result)
    return wishes


def main(arguments: Sequence[str]) -> int:
    wishes = wished(arguments)
    with served() as base, sync_playwright() as playwright:
        place = chromium(playwright)
        if place is None:
            sys.exit("No Chromium: install it or name it in CHROMIUM.")
        browser = playwright.chromium.launch(executable_path=place, args=FLAGS)
        wrong = make(browser, base, wishes)
        browser.close()
    print("\n".join([*wrong, f"{wishes.out / 'index.html'}"]))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
