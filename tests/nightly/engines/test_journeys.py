"""An evening, joining, live updates, a line that is cut and settling, in each engine.

Arithmetic as on paper: R rounds half up to tens; A is 1, 2 is 50, J Q K are 10.
"""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.browser.wire import Wire
from tests.nightly.engines.engines import Firefox, WebKit
from tests.nightly.engines.phone import Phone
from tests.server.running import running

pytestmark = [pytest.mark.engines, pytest.mark.long]

NAMES = ["あき", "Ben", "Chie", "だい"]
AKI, BEN, CHIE, DAI = 0, 1, 2, 3
Open = Callable[[], Phone]


@pytest.fixture(scope="module")
def wire(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Wire]:
    """The server as people start it, at the end of a line that can be cut."""
    folder: Path = tmp_path_factory.mktemp("data")
    with running(folder, "--host", "127.0.0.1", settings="scorekeeper.settings") as server:
        line = Wire(server.port)
        yield line
        line.close()


@pytest.fixture(params=[WebKit, Firefox])
def phones(request: pytest.FixtureRequest, wire: Wire) -> Iterator[Open]:
    """Open phones with one of the engines."""
    opened: list[Phone] = []

    def open_one() -> Phone:
        opened.append(request.param(f"http://127.0.0.1:{wire.port}"))
        return opened[-1]

    yield open_one
    wire.mend()
    for phone in opened:
        phone.close()


def test_an_evening_by_thumb(phones: Open) -> None:
    phone = phones()
    path = phone.start_table(NAMES)
    # あき is out: R(1+50+3+10+10)=70 from Ben, R(4)=0 from Chie, R(5)=10 from だい.
    phone.enter()
    phone.kind("out")
    phone.who(AKI)
    phone.hands("A 2 3 10 K", "4", "5")
    phone.record()
    phone.expect_scores(80, -70, 0, -10)
    # Ben on Chie: 3·R(60+54)=330; あき R(74)=70, だい R(27)=30.
    phone.enter()
    phone.who(BEN, CHIE)
    phone.keys("K")
    phone.hands("2 J", "A 2 3", "A 2 3 10 K", "4 4 Q 9")
    phone.record()
    phone.expect_scores(10, 360, -330, -40)
    # Chie and だい on あき's 9: 3·R(10+9)=60 and 3·R(10+57)=210; Ben R(11)=10 to each.
    phone.enter()
    phone.who(CHIE)
    phone.tap("add-caller")
    phone.who(DAI, AKI)
    phone.keys("9")
    phone.hands("4 5", "2 7", "K", "3 8")
    phone.record()
    phone.expect_scores(-260, 340, -260, 180)
    correct_the_third(phone, path)
    settle(phone, path)


def correct_the_third(phone: Phone, path: str) -> None:
    """Ben also held a 5: R(16)=20 to each instead of 10."""
    phone.go(f"{path}rounds/3/")
    phone.tap('#bar a[href*="/edit/"]')
    phone.until("!!document.querySelector('.entry.live')")
    phone.who(BEN)
    phone.keys("5")
    phone.tap("#confirm:not(.wait)")
    phone.until(f"location.pathname.startsWith({path!r}) && !location.pathname.includes('/edit/')")
    phone.go(path)
    phone.expect_scores(-260, 320, -250, 190)


def settle(phone: Phone, path: str) -> None:
    """260 and 250 for 320 and 190: three payments; one is ticked and taken back."""
    phone.go(f"{path}settle/")
    pressed = "[...document.querySelectorAll('.tick')].map((one) => one.getAttribute('aria-pressed'))"
    phone.until(pressed, ["false"] * 3)
    phone.tap(".tick", 0)
    phone.until(f"{pressed}.filter((one) => one === 'true').length", 1)
    phone.tap(".tick[aria-pressed=true]")
    phone.until(pressed, ["false"] * 3)


def test_joining_and_following(phones: Open) -> None:
    """The second phone takes Ben's seat; what it records shows on the first, which nobody touches."""
    first, second = phones(), phones()
    path = first.start_table(NAMES[:3])
    first.go(f"{path}?link=player")
    link = str(first.ask("document.querySelector('#join-link').value"))
    first.go(path)
    second.goto(link)
    second.tap(".seat-pick", BEN)
    second.until(f"location.pathname === {path!r}")
    second.until("!!document.querySelectorAll('#scores > li')[1].querySelector('.tag')")
    second.enter()
    second.kind("out")
    second.who(CHIE)
    second.hands("10", "5 6")
    second.record()
    first.expect_scores(-10, -10, 20)


def test_two_rounds_without_a_line_arrive_once(phones: Open, wire: Wire) -> None:
    """あき is out twice: 20 and 10, then 40 and 10."""
    phone = phones()
    path = phone.start_table(NAMES[:3])
    phone.enter()
    wire.cut()
    for waiting, hand in ((1, "10 10"), (2, "K K K 10")):
        phone.kind("out")
        phone.who(AKI)
        phone.hands(hand, "5")
        phone.tap("#confirm")
        phone.wait_for(str(waiting), "[data-testid=outbox-strip]")
        phone.until("document.querySelector('[data-testid=hand-1]').value", "")
    wire.mend()
    phone.until(
        "!!document.querySelector('#outbox') && !document.querySelector('#outbox:not([hidden]):not(.sent)')"
    )
    phone.go(f"{path}rounds/")
    phone.until("document.querySelectorAll('.rounds > li').length", 2)
    phone.go(path)
    phone.expect_scores(80, -60, -20)
