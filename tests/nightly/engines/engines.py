"""WebKitGTK by WebDriver, and Firefox by WebDriver BiDi."""

import json
import shutil
import subprocess
import tempfile
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from selenium.common.exceptions import WebDriverException
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.actions.pointer_input import PointerInput
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service
from selenium.webdriver.webkitgtk.webdriver import WebDriver
from websocket import WebSocket, WebSocketException, create_connection

from tests.nightly.engines.phone import HEIGHT, LANGUAGES, PATIENCE, WIDTH, Json, Phone, Point
from tests.postgres import free_port

MINI_BROWSERS = "/usr/lib/*/webkit2gtk-4.*/MiniBrowser"
START_SECONDS = 60.0


class WebKit(Phone):
    """WebKitGTK's small browser, which takes clicks and no touches; it needs a display."""

    def __init__(self, base: str) -> None:
        super().__init__(base)
        options = Options()
        options.binary_location = str(next(iter(Path("/").glob(MINI_BROWSERS[1:]))))
        options.add_argument("--automation")
        program = shutil.which("WebKitWebDriver")
        assert program, "No WebKitWebDriver: it comes with webkit2gtk-driver."
        self.driver = WebDriver(options, Service(program, port=free_port()))
        self.driver.set_window_size(WIDTH, HEIGHT)
        self.driver.set_page_load_timeout(START_SECONDS)

    def goto(self, url: str) -> None:
        self.driver.get(url)

    def ask(self, expression: str) -> Json:
        with suppress(WebDriverException):
            result: Json = self.driver.execute_script(f"return ({expression})")  # type: ignore[no-untyped-call]
            return result
        return None

    def press(self, point: Point) -> None:
        builder = ActionBuilder(self.driver, mouse=PointerInput("mouse", "finger"))
        builder.pointer_action.move_to_location(*point).click()  # type: ignore[no-untyped-call]
        builder.perform()

    def type(self, text: str) -> None:
        self.driver.switch_to.active_element.send_keys(text)

    def close(self) -> None:
        self.driver.quit()


class Firefox(Phone):
    """Firefox without a window, which takes touches; it speaks WebDriver BiDi by itself."""

    def __init__(self, base: str) -> None:
        super().__init__(base)
        self.folder = tempfile.TemporaryDirectory(prefix="firefox-", ignore_cleanup_errors=True)
        wishes = {
            "intl.accept_languages": LANGUAGES,
            "dom.w3c_touch_events.enabled": 1,
            "app.normandy.enabled": False,
            "datareporting.policy.dataSubmissionEnabled": False,
        }
        said = [f"user_pref({json.dumps(key)}, {json.dumps(value)});" for key, value in wishes.items()]
        (Path(self.folder.name) / "user.js").write_text("\n".join(said))
        port = free_port()
        names = ("--headless", "--no-remote", "--profile", self.folder.name)
        self.process = subprocess.Popen(
            ["firefox-esr", *names, "--remote-debugging-port", str(port)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self.count = 0
        self.line = self._connect(f"ws://127.0.0.1:{port}/session")
        self.say("session.new", {"capabilities": {}})
        [page] = self.say("browsingContext.getTree", {})["contexts"]
        self.page = {"context": page["context"]}
        size = {"width": WIDTH, "height": HEIGHT}
        self.say("browsingContext.setViewport", {**self.page, "viewport": size, "devicePixelRatio": 2})

    def _connect(self, url: str) -> WebSocket:
        end = time.monotonic() + START_SECONDS
        while True:
            try:
                return create_connection(url, timeout=START_SECONDS, suppress_origin=True)
            except (OSError, WebSocketException):
                assert time.monotonic() < end, "Firefox does not listen"
                time.sleep(0.2)

    def say(self, method: str, parameters: Mapping[str, object]) -> dict[str, Any]:
        """Send a command, and return its result; raises LookupError for an error."""
        self.count += 1
        self.line.send(json.dumps({"id": self.count, "method": method, "params": parameters}))
        while True:
            answer = json.loads(self.line.recv())
            if answer.get("id") == self.count:
                if "result" not in answer:
                    raise LookupError(answer)
                result: dict[str, Any] = answer["result"]
                return result

    def goto(self, url: str) -> None:
        self.say("browsingContext.navigate", {**self.page, "url": url, "wait": "complete"})

    def ask(self, expression: str) -> Json:
        wanted = {"expression": f"JSON.stringify({expression})", "target": self.page, "awaitPromise": False}
        with suppress(LookupError):
            result = self.say("script.evaluate", wanted).get("result", {}).get("value")
            return None if result is None else json.loads(result)
        return None

    def press(self, point: Point) -> None:
        x, y = map(round, point)
        moves = [{"type": "pointerMove", "x": x, "y": y}, {"type": "pointerDown", "button": 0}]
        finger = {"type": "pointer", "id": "finger", "parameters": {"pointerType": "touch"}}
        actions = {**finger, "actions": [*moves, {"type": "pointerUp", "button": 0}]}
        self.say("input.performActions", {**self.page, "actions": [actions]})

    def type(self, text: str) -> None:
        strokes = [{"type": kind, "value": letter} for letter in text for kind in ("keyDown", "keyUp")]
        keys = {"type": "key", "id": "keys", "actions": strokes}
        self.say("input.performActions", {**self.page, "actions": [keys]})

    def close(self) -> None:
        with suppress(OSError, WebSocketException, LookupError):
            self.say("browser.close", {})
        self.line.close()
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.folder.cleanup()
