"""Whatever takes long to be saved shows at once that it is on its way, and is sent once."""

from playwright.sync_api import expect

from tests.browser.phone import Phone

NAMES = ("あき", "Ben", "Chie")

NOTE = """() => document.addEventListener("submit", ({ submitter }) => setTimeout(() => {
  const { borderRadius } = getComputedStyle(submitter, "::before");
  const seen = [submitter.getAttribute("aria-busy"), borderRadius];
  for (let press = 0; press < 3; press += 1) submitter.click();
  sessionStorage.setItem("seen", JSON.stringify(seen));
}))"""
"""Writes down how the pressed button looks, and presses it again; a page that is left answers nobody."""


def test_taking_back_an_old_round(phone: Phone) -> None:
    path = phone.post("/new/", name=NAMES)
    phone.report(path, kind="nogame")
    phone.go(f"{path}rounds/1/void/")
    held = phone.hold("**/rounds/1/void/", lambda request: request.method == "POST")
    phone.page.evaluate(NOTE)
    phone.page.locator("#bar button[value=confirm]").click(no_wait_after=True)
    phone.until(lambda: held, "what was sent")
    held[0].continue_()
    phone.saved()
    assert phone.page.evaluate("sessionStorage.getItem('seen')") == '["true","50%"]'
    assert len(held) == 1


def test_a_button_beside_its_form_can_be_pressed_again_after_going_back(phone: Phone) -> None:
    """The answer to the first press is none, as where a line breaks; the second one is saved."""
    path = phone.post("/new/", name=NAMES)
    phone.go(f"{path}settings/")
    held = phone.hold("**/settings/", lambda request: request.method == "POST")
    button = phone.at("save")
    button.click(no_wait_after=True)
    phone.until(lambda: held, "what was sent")
    held[0].fulfill(status=204)
    expect(button).to_have_attribute("aria-busy", "true")
    phone.page.evaluate("window.dispatchEvent(new PageTransitionEvent('pageshow'))")
    expect(button).not_to_have_attribute("aria-busy", "true")
    button.click(no_wait_after=True)
    phone.until(lambda: len(held) == 2, "what was sent again")
    held[1].continue_()
    phone.saved()
