"""Nothing on a pad that looks alive is dead: whatever a game asks, each button shows what it did."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.phone import Phone
from tests.browser.test_pad import ready

RETURNED = {"returns": "chain", "return_by": "anyone"}
"""Who returned has to be asked."""

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
"""How a round ended and what is tapped then, game by game; at each new question every button is tried."""
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
    const shown = root.cloneNode(true);
    for (const one of shown.querySelectorAll(".flash")) one.classList.remove("flash");
    return shown.outerHTML + fresh.querySelector("[data-typed]").open;
  };
  const still = () => {
    for (const one of root.querySelectorAll(".flash")) one.classList.remove("flash");
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
      still();
      const button = root.querySelector(`[data-testid="${name}"]`);
      const before = look();
      button.click();
      const answers = look() !== before || (!("rank" in button.dataset) && flashed());
      if (!answers) silent.push(`${state}: ${name}`);
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
    """A key of a card always changes something in sight; another button may also point to what is asked.

    Of one round a sixth of the cards is tried, with ``every`` all of all rounds. 手役ドボン has most buttons.
    """
    items: list[str] = []
    phone.sit(game, options=RETURNED if game == "gamble" else {})
    for number, walk in enumerate(WALKS[game] if every else WALKS[game][:1]):
        if number:
            phone.reload()
        kind, *taps = walk.split()
        if phone.at(kind).count():
            items += phone.page.evaluate(SILENT, {"kind": kind, "taps": taps, "every": every})
    assert not items, "\n".join(items)


def test_keys_that_wait_for_an_answer_look_it(phone: Phone) -> None:
    phone.sit("gamble")
    phone.kind("out")
    key: Any = phone.at("key-5")
    expect(key).to_have_attribute("aria-disabled", "true")
    expect(phone.page.locator("[data-keys]")).to_have_css("opacity", "0.4")
    key.tap(force=True)
    expect(phone.page.locator(".tray.flash")).to_be_visible()
    phone.who(1)
    expect(key).to_have_attribute("aria-disabled", "false")
    expect(phone.page.locator("[data-keys]")).to_have_css("opacity", "1")


def test_a_key_after_the_riichi_is_a_card_of_the_open_hand(phone: Phone) -> None:
    phone.sit("teyaku")
    phone.who(1, 0)
    phone.keys("9")
    phone.tap("turnup-H")
    phone.tap("slot-riichi")
    phone.who(2)
    phone.keys("2 7")
    expect(phone.page.locator("[name=hand-1]")).to_have_value("2 7")


def test_who_else_is_asked_on_the_felt_and_on_the_bar(phone: Phone) -> None:
    phone.sit("gamble")
    phone.who(0)
    phone.tap("add-caller")
    phone.asked("ほかにはだれ？")
    phone.tap("add-caller")
    phone.asked("だれの札だった？")
    phone.tap("add-caller")
    phone.who(2)
    phone.asked("だれの札だった？")
    phone.says(phone.at("slot-callers").locator("b"), "あき・Chie")
    phone.who(1)
    phone.says("confirm", "どの札だった？")


def test_an_answer_says_nothing_about_what_was_tapped_since(phone: Phone) -> None:
    """It misses the player who has been tapped by the time it comes."""
    phone.sit("gamble")
    held = phone.hold("**/rounds/new/")
    phone.who(0)
    phone.until(lambda: held, "a question on its way")
    answer = held[0].fetch()
    phone.page.clock.install(time=0)
    phone.page.clock.pause_at(1000)  # the next question, which would give this one up, is not sent meanwhile
    with phone.page.expect_response("**/rounds/new/"):
        phone.who(1)
        held[0].fulfill(response=answer)
    phone.says("confirm", "どの札だった？")
    phone.page.unroute("**/rounds/new/")


def test_a_hand_that_is_not_asked_says_so(phone: Phone) -> None:
    """In words to be read, where the tap was."""
    phone.sit("kawagoe")
    phone.who(0, 1)
    phone.keys("9")
    phone.who(3)
    expect(phone.page.locator("[data-notice]")).to_contain_text("だい")
    phone.keys("2 7")
    expect(phone.page.locator("[data-notice]")).to_be_hidden()
    phone.who(1)
    phone.keys("3")
    ready(phone)
