"""Every enabled button of a pad answers a tap with something that people can see."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.phone import Phone

RETURNED = {"returns": "chain", "return_by": "anyone"}
"""House rules with which the pad asks who returned."""

WALKS: dict[str, list[str]] = {
    "gamble": [
        "kind-dobon who-0 add-caller who-2 who-1 key-K key-2 key-J next key-none next key-4",
        "kind-dobon who-0 who-1 slot-returns who-1 key-9 key-3",
        "kind-out who-1 key-A key-2 next key-sum",
        "kind-deckout who-1 key-A next",
    ],
    "kawagoe": [
        "kind-dobon who-0 add-caller who-2 who-1 key-9 slot-returns who-1 key-2 key-7 next key-4",
        "kind-dobon who-0 who-1 key-9 key-2 slot-returns slot-callers",
        "kind-opening who-0 key-9",
    ],
    "teyaku": [
        "kind-dobon who-1 who-0 key-9 turnup-H slot-riichi who-2 who-1 next bottom-S key-2 suit-H-0",
        "kind-dobon who-1 who-0 key-9 slot-count times-2 slot-turnup turnup-Jk",
        "kind-dobon who-1 who-0 key-9 slot-turnup key-sum key-S5 key-3",
        "kind-out who-0 key-3 key-none",
        "kind-draw who-2 key-7 turnup-C",
    ],
    "dotenko": [
        "kind-dobon who-0 who-1 key-J slot-returns who-1 who-2 key-A key-Q next key-5",
        "kind-opening who-2 key-6 slot-returns who-1 key-2 key-4",
        "kind-burst who-3",
    ],
}
"""Ways to tap in a round, by game; at each new question of the pad the test tries its buttons."""
SILENT = """async ({ kind, taps, every }) => {
  const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
  const { Fields } = await import(loaded.find((name) => /entry\\/fields[^/]*\\.js/.test(name)));
  const form = document.querySelector("#entry");
  const { makePad } = await import(form.dataset.module);
  const fresh = form.cloneNode(true);
  form.replaceWith(fresh);
  const root = fresh.querySelector("[data-pad]");
  const pad = makePad(new Fields(fresh), { changed() {}, ask() {}, asked() {} });
  const chosen = fresh.querySelector(`[data-testid=${kind}] input`);
  chosen.checked = true;
  pad.typed(chosen);
  const visible = (one) => one.checkVisibility() && !one.disabled && one.ariaDisabled !== "true";
  const flashed = () => root.querySelector(".flash");
  const look = () => {
    for (const one of root.querySelectorAll(".flash")) one.classList.remove("flash");
    return root.outerHTML + fresh.querySelector("[data-typed]").open;
  };
  const silent = [], seen = new Set();
  const tryAll = (state) => {
    const tray = root.querySelector(".tray");
    const asks = tray.querySelector("[data-ask-text]").textContent;
    const question = [root.className, tray.dataset.step, asks].join();
    if (seen.has(question)) return;
    seen.add(question);
    const chosen = '[data-choices] [aria-pressed="true"], [data-counts] [aria-pressed="true"]';
    const alive = [...root.querySelectorAll("button")].filter((one) => visible(one) && !one.matches(chosen));
    const cards = alive.filter((one) => "rank" in one.dataset);
    const tried = every ? alive : alive.filter((one) => !cards.includes(one) || cards.indexOf(one) % 6 === 0);
    const names = tried.map(({ dataset }) => dataset.testid);
    const here = pad.moment();
    const { suitKeys, counting } = pad.state;
    for (const name of names) {
      Object.assign(pad.state, { suitKeys, counting });
      pad.history = [0, 1].map(() => ({ ...here, switched: new Set(here.switched) }));
      pad.view.hideNotice();
      fresh.querySelector("[data-typed]").open = false;
      pad.undo();
      const button = root.querySelector(`[data-testid="${name}"]`);
      const before = look();
      button.click();
      const points = !("rank" in button.dataset) && flashed();
      if (look() === before && !points) silent.push(`${state}: ${name}`);
    }
    Object.assign(pad.state, { suitKeys, counting });
    pad.history = [here];
    pad.undo();
    pad.view.hideNotice();
  };
  tryAll(kind);
  for (const [at, name] of taps.entries()) {
    const button = root.querySelector(`[data-testid="${name}"]`);
    if (!button || !visible(button)) {
      silent.push(`${taps.slice(0, at + 1)} cannot be tapped`);
      break;
    }
    button.click();
    tryAll(taps.slice(0, at + 1).join(" "));
  }
  return silent;
}"""


@pytest.mark.parametrize("every", [False, pytest.param(True, marks=pytest.mark.long)])
@pytest.mark.parametrize(
    "game", [game if game == "teyaku" else pytest.param(game, marks=pytest.mark.long) for game in WALKS]
)
def test_every_button_that_looks_alive_answers(phone: Phone, game: str, every: bool) -> None:
    """A card key changes something visible; another button may also flash the question of the pad.

    The short run tries one round and every sixth card of 手役ドボン, which has most buttons, ``every`` all.
    """
    silent: list[str] = []
    phone.sit(game, options=RETURNED if game == "gamble" else {})
    for number, walk in enumerate(WALKS[game] if every else WALKS[game][:1]):
        if number:
            phone.reload()
        kind, *taps = walk.split()
        if phone.at(kind).count():
            silent += phone.page.evaluate(SILENT, {"kind": kind, "taps": taps, "every": every})
    assert not silent, "\n".join(silent)


def test_the_pad_asks_one_question_at_a_time(phone: Phone) -> None:
    phone.sit("gamble")
    keys_are_disabled_until_a_player_is_chosen(phone)
    another_caller_is_asked_on_felt_and_bar(phone)
    a_late_answer_does_not_replace_a_newer_question(phone)


def keys_are_disabled_until_a_player_is_chosen(phone: Phone) -> None:
    phone.kind("out")
    key: Any = phone.at("key-5")
    expect(key).to_have_attribute("aria-disabled", "true")
    expect(phone.page.locator("[data-keys]")).to_have_css("opacity", "0.4")
    key.tap(force=True)
    expect(phone.page.locator(".tray.flash")).to_be_visible()
    phone.who(1)
    expect(key).to_have_attribute("aria-disabled", "false")
    expect(phone.page.locator("[data-keys]")).to_have_css("opacity", "1")


def another_caller_is_asked_on_felt_and_bar(phone: Phone) -> None:
    """The callers stay in the order in which they called."""
    phone.kind("dobon")
    phone.who(2)
    phone.tap("add-caller")
    phone.asked("ほかにはだれ？")
    phone.tap("add-caller")
    phone.asked("だれの札だった？")
    phone.tap("add-caller")
    phone.who(0)
    phone.asked("だれの札だった？")
    phone.says(phone.at("slot-callers").locator("b"), "Chie・あき")


def a_late_answer_does_not_replace_a_newer_question(phone: Phone) -> None:
    """The answer misses the player who was tapped before it came."""
    held = phone.hold("**/rounds/new/")
    phone.walk("slot-callers who-2 slot-victim")
    phone.until(lambda: held, "a question on its way")
    answer = held[-1].fetch()
    phone.context.clock.install(time=0)
    # The next question, which would cancel this one, is not sent meanwhile.
    phone.context.clock.pause_at(1000)
    with phone.page.expect_response("**/rounds/new/"):
        phone.who(1)
        held[-1].fulfill(response=answer)
    phone.says("confirm", "どの札だった？")
    phone.page.unroute("**/rounds/new/")
