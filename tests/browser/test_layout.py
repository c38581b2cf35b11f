"""Every screen with six players, long names, other scripts and large numbers, in both themes."""

import pytest

from tests.browser.conftest import OpenPhone
from tests.browser.evenings import GAMES
from tests.browser.looks import faults
from tests.browser.phone import LARGE, SMALL, Phone, Shape
from tests.browser.screens import Screen, screens, settle
from tests.browser.world import World

OFTEN = {
    "start": "again new",
    "import": "empty",
    "group": "group new",
    "story": "versus pair",
    "people and links": "person",
    "table": "streak settings rules-preview",
    "scoreboard": "ended",
    "together": "table hand asking second",
    "corrections": "void settled share result-page",
    "settling": "open part night night-share night-payment night-page",
    "trouble": "missing",
    "gamble": "table rounds sheet board rules receipt-2 receipt-of-2 settle referee-no"
    " entry-out entry-deckout entry-dobon entry-complete entry-overruled entry-exhausted"
    " entry-typed entry-nogame entry-adjust table-10 entry-last-10",
    "teyaku": "new table receipt-2 receipt-of-2 receipt-3 rules settle entry-ranks entry-suits entry-riichi"
    " entry-typed entry-draw entry-cleared",
    "doudizhu": "table rounds receipt-1 receipt-2 rules referee referee-no edit-1 edit-2 entry entry-tapped",
}
"""The screens of the ordinary run; the full run checks all, many of which look like one of these."""
WITHOUT_AXE = {
    "gamble": "entry-nogame entry-deckout entry-dobon table-10 entry-last-10",
    "teyaku": "receipt-3 entry-ranks entry-draw",
    "doudizhu": "table rounds receipt-2 rules referee edit-2 entry",
    "settling": "part",
}
"""Screens of the ordinary run without axe: it checks each of their parts on another screen."""


NOT_ENLARGED = {
    "scoreboard": "watching ended",
    "settling": "night-board",
    **dict.fromkeys(GAMES, "board board-2 board-3 board-10"),
}
"""Scoreboards, whose letters have the size of the screen."""


def has(names: dict[str, str], screen: Screen) -> bool:
    return screen.name in names.get(screen.group, "").split()


@pytest.mark.parametrize(
    ("part", "shape", "lang", "dark", "whole"),
    [
        *(
            (part, SMALL, "ja", part in GAMES[1:], False)
            for part in ("pages", "gamble", "teyaku", "doudizhu")
        ),
        *(
            pytest.param(part, *look, True, marks=pytest.mark.long)
            for look in ((SMALL, "ja", False), (SMALL, "en", True), (LARGE, "en", False))
            for part in ("pages", *GAMES)
        ),
    ],
    ids=str,
)
def test_every_screen_fits_also_enlarged(
    phones: OpenPhone, part: str, shape: Shape, lang: str, dark: bool, whole: bool
) -> None:
    world, held, wrong = World(phones), dict[str, Phone](), []
    for screen in screens([part] if part in GAMES else []):
        if part not in ("pages", screen.group) or not (whole or has(OFTEN, screen)):
            continue
        path = screen.where.format_map(world)
        if screen.by not in held:
            phone = held[screen.by] = phones(shape, lang=lang, dark=dark)
            phone.expected |= {400, 403, 404, 409, 422}
        held[screen.by].share_cookies(world.phones[screen.by])
        screen.open(held[screen.by], path)
        found = faults(
            held[screen.by],
            axe=whole or not has(WITHOUT_AXE, screen),
            enlarge=not has(NOT_ENLARGED, screen),
        )
        wrong += [f"{screen.group} {screen.name}: {fault}" for fault in found]
    assert not wrong, "\n".join(wrong)


LARGER = (Shape(768, 1024), Shape(1280, 800), Shape(740, 360))


def test_tablets_desktops_and_phones_on_their_side_fit(phones: OpenPhone) -> None:
    """Each page is opened in the first size and then resized."""
    phone, world, wrong = phones(LARGER[0], lang="zh-CN", dark=True), World(phones), []
    where = [world["gamble"] + page for page in ("", "board/", "rounds/2/", "settle/", "rounds/2/edit/")]
    for path in (*where, world["night"]):
        phone.share_cookies(world.phones["host"])
        phone.go(path)
        if path.endswith("edit/"):  # two have called dobon, and the third hand is being entered
            phone.live()
            phone.who(2)
            settle(phone)
        for shape in LARGER:
            phone.show(shape)
            wrong += [f"{path} {shape}: {fault}" for fault in faults(phone, axe=False)]
    assert not wrong, "\n".join(wrong)
