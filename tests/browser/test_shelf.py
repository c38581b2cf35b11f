"""A phone that was given back is lent again, and has nothing of anyone who held it."""

from playwright.sync_api import Browser

from tests.browser.phone import LARGE, SMALL, open_phone
from tests.browser.shelf import Shelf

LEAVE = """async () => {
  localStorage.setItem("left", "1");
  sessionStorage.setItem("left", "1");
  await caches.open("left");
  await new Promise((done) => { indexedDB.open("left").onsuccess = done; });
}"""
LEFT = """async () => [localStorage.getItem("left"), sessionStorage.getItem("left"), await caches.keys(),
  (await indexedDB.databases()).filter((one) => one.name === "left")]"""


def test_nothing_of_the_one_before_is_left(browser: Browser, base: str) -> None:
    shelf = Shelf(browser)
    first = shelf.take(base, SMALL)
    path = first.start_table(["あき", "Ben"])
    first.page.evaluate(LEAVE)
    first.page.route("**/*", lambda route: route.abort())
    first.context.set_offline(True)
    first.context.new_page()
    first.troubles.append("seen")
    shelf.put_back(first)

    second = shelf.take(base, SMALL, lang="ja")
    second.expected |= {404}
    assert (second.context, second.page, second.troubles) == (first.context, first.page, [])
    assert second.context.pages == [second.page]
    assert second.go(path).status == 404
    assert second.page.evaluate(LEFT) == [None, None, [], []]

    assert shelf.take(base, SMALL).context is not second.context
    assert shelf.take(base, LARGE).context is not second.context
    shelf.put_back(second)
    shelf.close()


def test_what_lasts_on_a_page_keeps_it_from_being_lent_again(browser: Browser, base: str) -> None:
    shelf = Shelf(browser)
    for last in (
        lambda phone: phone.context.add_init_script("1"),
        lambda phone: phone.page.emulate_media(media="print"),
        lambda phone: phone.page.clock.install(),
        lambda phone: phone.reopen(),
    ):
        phone = shelf.take(base, SMALL)
        phone.go("/t/nothing/")
        last(phone)
        shelf.put_back(phone)
        assert shelf.ready == []
    shelf.close()


def test_a_second_page_in_the_same_browser_leaves_it_to_the_next(browser: Browser, base: str) -> None:
    shelf = Shelf(browser)
    first = shelf.take(base, SMALL)
    first.go("/new/")
    beside = open_phone(browser, base, SMALL, context=first.context)
    for phone in (first, beside):
        shelf.put_back(phone)
    second = shelf.take(base, SMALL)
    assert (second.context, second.context.pages) == (first.context, [first.page])
    assert second.go("/").status == 200
    shelf.close()
