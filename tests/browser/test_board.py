"""The screen stays on at a running table; 得点板 is readable from two metres and as new as the phones."""

import pytest
from playwright.sync_api import Route, expect

from tests.browser.conftest import OpenPhone
from tests.browser.evenings import NAMES, USUAL, evening, last_round
from tests.browser.phone import LARGE, PLAIN, SMALL, THREE, Phone, Shape
from tests.browser.tables import report
from tests.browser.test_weight import MOST_MOVED, MOVED
from tests.server.running import Running

LOCKS = """(() => { window.locks = [];
  const fake = { request: async () => { const lock = new EventTarget();
    lock.released = false;
    lock.release = async () => { lock.released = true; lock.dispatchEvent(new Event('release')); };
    window.locks.push(lock); return lock; } };
  Object.defineProperty(Navigator.prototype, 'wakeLock', { get: () => fake, configurable: true }); })()"""
HELD = "window.locks.filter((one) => !one.released).length"
AFTER_MS = 3000
"""How long a page waits before it asks for a wake lock."""


@pytest.fixture
def locked(phone: Phone) -> Phone:
    """A phone whose wake locks a test can count."""
    phone.context.add_init_script(LOCKS)
    phone.context.clock.install()
    return phone


def go_and_wait(phone: Phone, path: str) -> None:
    phone.go(path)
    phone.context.clock.run_for(AFTER_MS)


def state(phone: Phone, wanted: str) -> None:
    expect(phone.page.locator("[data-awake]")).to_have_attribute("data-state", wanted)


def test_table_and_entry_hold_the_screen_until_the_end(locked: Phone) -> None:
    """The lock is taken again when the page is visible again, and the switch is remembered."""
    path = locked.post("/new/", name=["あき", "Ben"])
    go_and_wait(locked, path)
    state(locked, "on")
    assert locked.page.evaluate(HELD) == 1
    locked.page.evaluate("window.locks[0].release()")
    state(locked, "off")
    locked.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    state(locked, "on")
    assert locked.page.evaluate(HELD) == 1
    locked.tap("awake")
    state(locked, "off")
    assert locked.page.evaluate(HELD) == 0
    go_and_wait(locked, path)
    expect(locked.at("awake")).not_to_be_checked()
    assert locked.page.evaluate("window.locks.length") == 0
    locked.tap("awake")
    state(locked, "on")
    locked.enter()
    locked.context.clock.run_for(AFTER_MS)
    locked.tap("header h1")
    state(locked, "on")
    assert locked.page.evaluate(HELD) == 1
    locked.end(path)
    go_and_wait(locked, path)
    expect(locked.page.locator("[data-ended]")).to_be_visible()
    assert locked.page.locator("[data-awake]").count() == 0
    assert locked.page.evaluate("window.locks.length") == 0


def test_plain_http_plays_a_silent_film_from_a_tap(phones: OpenPhone, server: Running) -> None:
    """A film that failed to load is loaded again at the next tap; the hint about HTTPS is shown once."""
    homely = phones(at=f"http://{PLAIN}:{server.port}")
    homely.forgive("ERR_FAILED")
    asked: list[Route] = []

    def cut(route: Route) -> None:
        asked.append(route)
        route.abort()

    homely.page.route("**/NoSleep*.js", cut)
    homely.context.clock.install()
    path = homely.post("/new/", name=["あき", "Ben"])
    go_and_wait(homely, path)
    assert homely.page.evaluate("navigator.wakeLock === undefined")
    homely.page.wait_for_load_state("networkidle")
    state(homely, "off")
    before = homely.at("awake-state").inner_text()
    homely.tap(homely.at("https-hint").locator("button"))
    expect(homely.at("https-hint")).to_be_hidden()
    homely.until(lambda: asked, "the film")
    state(homely, "off")
    homely.page.unroute_all()
    homely.tap(homely.page.locator("header h1"))
    state(homely, "on")
    expect(homely.at("awake-state")).not_to_have_text(before)
    homely.tap("awake")
    state(homely, "off")
    homely.go(path)
    homely.page.wait_for_load_state("networkidle")
    expect(homely.at("https-hint")).to_be_hidden()
    secure = phones()
    secure.start_table(["あき", "Ben"])
    expect(secure.at("https-hint")).to_be_hidden()


SHORT = ["あき", "ベン", "ちえ", "大輔", "エマ", "剛", "はるか", "五十嵐さん", "ジュン", "Christopher"]
LYING = (Shape(1280, 800), Shape(1920, 1080), Shape(1024, 768), Shape(844, 390))
STANDING = (Shape(768, 1024), Shape(1080, 1920))
SMALLEST, SCORE, SCORE_OF_MANY = 1 / 40, 1 / 14, 1 / 28
"""The least height of a text, and of a number of points, as a part of the height of the screen."""
SCORE_STANDING = 1 / 20
"""The same for six digits on a screen narrower than 2:3."""
SPARE = 1.001
FRESH_MS = 2500
"""How long a number that changed is marked."""

TEXTS = """() => {
  const sizes = [], walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const text = walk.currentNode.data.trim(), one = walk.currentNode.parentElement;
    if (!text || one.closest('.vh, svg, script, noscript') || !one.checkVisibility()) continue;
    const look = getComputedStyle(one);
    if (look.clip === 'auto') sizes.push([parseFloat(look.fontSize) / innerHeight, text]);
  }
  return sizes.sort((a, b) => a[0] - b[0])[0];
}"""
SCORES = """() => Math.min(...[...document.querySelectorAll('.seats text')]
  .map((text) => text.getScreenCTM().d * parseFloat(getComputedStyle(text).fontSize) / innerHeight))"""
CUT = """() => {
  const seen = [], part = document.querySelector('.last');
  const { scrollWidth, scrollHeight } = document.documentElement;
  if (scrollWidth > innerWidth || scrollHeight > innerHeight) seen.push(`${scrollWidth} by ${scrollHeight}`);
  if (part.scrollHeight > part.clientHeight + 1) seen.push(`cut by ${part.scrollHeight - part.clientHeight}`);
  for (const one of document.querySelectorAll('.seat, .next, .join, .head')) {
    const { bottom, right } = one.getBoundingClientRect();
    if (bottom > innerHeight + 1 || right > innerWidth + 1) seen.push(`${one.className} is out of sight`);
  }
  for (const one of document.querySelectorAll('.seat text')) {
    const box = one.getBBox(), at = one.getScreenCTM();
    const { left } = one.closest('.seat').getBoundingClientRect();
    if (at.e + box.x * at.a < left) seen.push(`${one.textContent} is cut`);
  }
  return seen;
}"""

HIDDEN = """() => {
  const seen = [], box = (one) => one.getBoundingClientRect();
  const apart = (a, b) => a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
  const part = box(document.querySelector('.last')), code = document.querySelector('.join');
  for (const one of document.querySelectorAll('.settling li')) {
    const { top, bottom } = box(one);
    if (top < part.top || bottom > part.bottom + 1) seen.push(`${one.textContent.trim()} is out of sight`);
    if (one.scrollWidth > one.clientWidth + 1) seen.push(`${one.textContent.trim()} is too broad`);
    if (one.scrollHeight > one.clientHeight + 3) seen.push(`${one.textContent.trim()} is too high`);
    if (code && !apart(box(code), box(one))) seen.push(`${one.textContent.trim()} is behind the code`);
    const amount = box(one.querySelector('b')), marks = [...one.querySelectorAll('.one > :first-child')];
    if (marks.some((mark) => !apart(box(mark), amount))) seen.push(`${one.textContent.trim()} hides a mark`);
  }
  const button = box(document.querySelector('#full'));
  for (const one of document.querySelectorAll('.seat, .step, .last'))
    if (!apart(button, box(one))) seen.push(`the button lies over ${one.className}`);
  return seen;
}"""


def least_score(shape: Shape, count: int, large: bool) -> float:
    if count > 6:
        return SCORE_OF_MANY
    return SCORE_STANDING if large and 3 * shape.width < 2 * shape.height else SCORE


@pytest.mark.parametrize(("count", "large"), [(2, False), (6, True), (10, True)])
def test_the_board_can_be_read_from_two_metres(phones: OpenPhone, count: int, large: bool) -> None:
    """Names have twenty characters, points six digits; on an upright screen small payments may be cut.

    The line height of a cut name hides its next line, on a phone too: kanji are higher than a line of another
    font, and their tops would show.
    """
    phone = phones(LYING[0])
    names = (NAMES if large else SHORT)[:count]
    moves = evening("gamble", count)["rounds"][:1] if large else []
    phone.go(f"{phone.table('gamble', names, *moves, last_round('gamble', names))}board/")
    expect(phone.page.locator(".seat")).to_have_count(count)
    for shape in (*LYING, *STANDING):
        phone.show(shape)
        result, text = phone.page.evaluate(TEXTS)
        assert result * SPARE >= SMALLEST, (shape, text)
        score = phone.page.evaluate(SCORES)
        assert score * SPARE >= least_score(shape, count, large), (shape, 1 / score)
        seen = phone.page.evaluate(CUT) + phone.page.evaluate(HIDDEN)
        if shape in STANDING and count > USUAL:
            seen = [one for one in seen if not one.startswith("cut by")]
        assert not seen, (shape, seen)
    phone.show(SMALL)
    assert phone.page.evaluate(LEADING) >= 1.2


def settled(phone: Phone, names: list[str]) -> str:
    """The path of the board of an ended table, where the first player has to pay everybody else."""
    moves = [{"from": names[0], "to": name, "points": 98_760 + index} for index, name in enumerate(names[1:])]
    rate = {"unit": "円", "per_point": "2", "round_to": 10}
    path = phone.table("gamble", names, {"kind": "adjust", "transfers": moves}, rate=rate)
    phone.end(path)
    return f"{path}board/"


@pytest.mark.parametrize("count", [2, 9, 10])
def test_the_board_of_an_ended_table_shows_every_payment(phones: OpenPhone, count: int) -> None:
    """Ten players make nine payments, visible on a screen of either orientation."""
    phone = phones(LYING[0])
    phone.go(settled(phone, (NAMES if count % 2 else SHORT)[:count]))
    expect(phone.page.locator(".settling li")).to_have_count(count - 1)
    for shape in (*LYING, *STANDING, Shape(800, 1280), LARGE):
        phone.show(shape)
        seen = phone.page.evaluate(HIDDEN)
        assert not seen, (shape, seen)


LEADING = """() => Math.min(...[...document.querySelectorAll('.seat-name')].map((name) => {
  const { lineHeight, fontSize } = getComputedStyle(name);
  return parseFloat(lineHeight) / parseFloat(fontSize);
}))"""


def shows(screen: Phone, *points: str) -> None:
    expect(screen.page.locator(".seat text")).to_have_text(points)


def test_the_board_follows_the_phones(phones: OpenPhone) -> None:
    """あき is out; Ben has 20 and Chie, rounded, 10. Nothing moves, and the page is not loaded again."""
    phone, screen = phones(), phones(LYING[0])
    path = phone.post("/new/", name=THREE)
    screen.share_cookies(phone)
    screen.context.add_init_script(MOVED)
    screen.context.clock.install()
    screen.go(f"{path}board/")
    shows(screen, "0", "0", "0")
    screen.loaded_once()
    report(phone, path, "10 10")
    shows(screen, "30", "−20", "−10")
    expect(screen.page.locator(".seat:has(text.fresh)")).to_have_count(3)
    expect(screen.page.locator("#live")).to_contain_text("あき")
    assert screen.page.evaluate("window.moved ?? 0") <= MOST_MOVED
    button = screen.page.locator("#full")
    expect(screen.page.locator("#away")).to_be_hidden()
    for name in ("全画面", "全画面をやめる"):
        expect(button).to_have_accessible_name(name)
        button.click()
    expect(button).to_have_accessible_name("全画面")
    screen.context.clock.run_for(FRESH_MS)
    expect(screen.page.locator(".fresh")).to_have_count(0)
    screen.forgive("EventSource", "net::ERR")
    screen.context.set_offline(True)
    expect(screen.page.locator(".live-note.stopped")).to_contain_text("更新が止まっています")
    report(phone, path, "10 10")
    screen.context.set_offline(False)
    shows(screen, "60", "−40", "−20")
    expect(screen.page.locator(".live-note")).to_have_count(0)
    screen.still_there()


def test_the_board_stays_on_and_without_full_screen_it_links_to_the_table(phones: OpenPhone) -> None:
    """A long title takes one line."""
    phone = phones(LYING[0])
    phone.context.add_init_script(LOCKS)
    phone.context.add_init_script(
        "for (const name of ['fullscreenEnabled', 'webkitFullscreenEnabled'])"
        " Object.defineProperty(Document.prototype, name, { get: () => false })"
    )
    phone.go(f"{phone.post('/new/', name=THREE, title='Wolfeschlegelsteinhausen ' * 2)}board/")
    title = phone.page.locator("h1")
    expect(title).to_have_css("text-overflow", "ellipsis")
    assert title.evaluate("(one) => one.clientHeight < 2 * parseFloat(getComputedStyle(one).fontSize)")
    phone.until(lambda: phone.page.evaluate(HELD) == 1, "the lock")
    expect(phone.page.locator("#full")).to_be_hidden()
    phone.page.locator("#away").click()
    expect(phone.page.locator("#scores")).to_be_visible()


def test_the_board_of_a_night_follows_the_next_table(phones: OpenPhone) -> None:
    phone, board = phones(), phones(LYING[0])
    first = phone.post("/new/", game="gamble", name=THREE)
    board.share_cookies(phone)
    circle = phone.circle()
    board.go(f"{phone.found(rf'({circle}nights/[0-9-]+/)', circle)}board/")
    expect(board.page.locator("h1")).to_contain_text("ギャンブル・ドボン")
    phone.end(first)
    phone.post(f"{circle}new/", game="dotenko", name=THREE)
    expect(board.page.locator("h1")).to_contain_text("どてんこ")
