"""Every screen of the app by name, and how to get there."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from playwright.sync_api import expect

from tests.browser.evenings import GAMES, HANDS
from tests.browser.phone import Phone, cards
from tests.browser.world import named

COUNTS = dict.fromkeys(GAMES, (2, 10)) | {"doudizhu": (3,)}
"""Further numbers of players, beside that of the tightest evening."""
NO_SCREENS = {
    "what programs read": "api_circle api_description api_other api_session api_sessions",
    "a file": "circle_export circle_payments_csv circle_rounds_csv export payments_csv rounds_csv sheet_csv",
    "a file too": "rule_sets_file",
    "what browsers ask for by themselves": "manifest worker",
    "a picture on a page": "code person_picture result_picture sheet_picture year_picture",
    "a picture that chats show": "night_picture shared_night_picture shared_picture",
    "a part of the entry page": "pads keys",
    "leads on to a page": "join set_language years",
}
"""GET addresses that are not screens, by the reason."""


# --- what is done on a page before it is checked


def unfolded(phone: Phone) -> None:
    phone.page.evaluate("document.querySelectorAll('main details').forEach((fold) => { fold.open = true; })")


def sent_empty(phone: Phone) -> None:
    """Send the form of a page with empty names."""
    phone.page.evaluate("""document.querySelectorAll('form[method=post]').forEach((form) => {
      form.noValidate = true;
      for (const field of form.querySelectorAll('[name=name]')) field.value = '';
    })""")
    with phone.page.expect_navigation():
        phone.tap("#bar button[form]")


def nonsense(phone: Phone) -> None:
    """Send something that is no session document."""
    phone.page.locator("#id_document").fill('{"format": 1, "game": "mahjong"}')
    phone.tap("save")
    expect(phone.page.locator("#id_document")).to_have_value(re.compile("mahjong"))


def stale(phone: Phone) -> None:
    """Confirm a round in a form of an older revision."""
    phone.live()
    phone.kind("nogame")
    phone.previewed()
    phone.page.evaluate("document.querySelector('[name=revision]').value = '1'")
    phone.confirm()
    expect(phone.at("stale")).to_be_visible()


def other_rules(phone: Phone) -> None:
    """Change house rules in the form and ask for the preview."""
    phone.page.evaluate("""() => {
      document.querySelector('[name=opt-dobon_factor]').value = '4';
      document.querySelector('select[name=opt-returns]').value = 'chain';
    }""")
    with phone.page.expect_navigation():
        phone.tap("#bar button[value=preview]")


def settle(phone: Phone) -> None:
    """Wait for the preview after the last tap."""
    expect(phone.page.locator("#preview")).not_to_have_attribute("aria-busy", "true")


def walked(phone: Phone, steps: str) -> None:
    """Press some keys of an entry; the last step may be `field=text`, or something in the preview."""
    phone.live()
    *pressed, last = steps.split()
    phone.click(" ".join(pressed))
    settle(phone)
    phone.walk(last)
    settle(phone)


def other_endings(phone: Phone) -> None:
    phone.live()
    if phone.at("kind-more").count():
        phone.tap("kind-more")


def last(game: str, count: int) -> str:
    """The steps that enter the last round of an evening."""
    if game == "doudizhu":
        return "landlord-1 bid-3 bombs-2 rockets-1 result-farmers"
    if game == "teyaku":
        shown = "slot-turnup key-sum key-H9 slot-bottom key-sum key-SK slot-riichi who-1 next"
        return f"who-1 who-0 key-9 {shown} key-3 key-4 key-2 suit-S suit-S-1 suit-H-2"
    others = [" ".join(hand) for hand in HANDS[: count - 2]] if game == "gamble" else []
    victim = [] if game == "dotenko" else ["A 2 2 J"]
    return f"who-1 who-0 key-9 {cards('4 5', *victim, *others)}"


def ticked(phone: Phone) -> None:
    """Tick two payments."""
    for _payment in range(2 - phone.page.locator(".tick[aria-pressed=true]").count()):
        phone.tap(phone.page.locator(".tick[aria-pressed=false]").first)
        expect(phone.page.locator(".flow.paid").first).to_be_visible()


CLAIM = "who-0 who-1 key-9"
DORA = f"kind-dobon {CLAIM} turnup-D"
RETURNS = f"kind-dobon {CLAIM} key-2 key-7 slot-returns who-1 who-2 who-3"
ENTRIES: dict[str, dict[str, str]] = {
    "gamble": {
        "out": f"kind-out who-5 {cards('4 5', '2 7 A 3', 'K Q J 10 9 8 7 6')}",
        "deckout": "kind-deckout",
        "dobon": "kind-dobon who-0 add-caller who-1 who-2 key-9",
        "complete": "+who-3 key-10 key-10 who-4 key-K who-5 key-A [data-testid=payments]>summary",
        "overruled": "+key-undo key-3",
        "exhausted": "+key-A key-A key-A key-A",
        "typed": "+key-type hand-0=17",
        "nogame": "kind-nogame",
        "adjust": "kind-adjust",
    },
    "kawagoe": {
        "opening": "kind-opening",
        "returns": RETURNS,
        "together": f"kind-dobon {CLAIM} slot-count times-2",
        "typed": "+key-type",
    },
    "teyaku": {
        "ranks": f"{DORA} key-2 key-7 key-10 key-Jk",
        "suits": f"{DORA} key-sum key-H2 key-H7 key-C10 suit-Jk",
        "riichi": "+slot-turnup key-sum key-D10 slot-riichi who-0 who-2 who-2 who-3 who-4 next",
        "typed": "+key-type yaku",
        "draw": "kind-draw who-0 key-K",
        "cleared": "kind-out who-0 key-10 key-3",
        "deckout": "kind-deckout",
        "nogame": "kind-nogame",
    },
    "dotenko": {
        "returns": RETURNS,
        "typed": "+key-type",
        "opening": "kind-opening who-0 key-K",
        "burst": "kind-burst",
    },
    "doudizhu": {
        "tapped": "landlord-1 plays play-3 play-4 play-5 play-6 play-7 play-8 play-9 play-7 play-7 play-7"
        " play-B play-R",
    },
}
"""The steps of each entry screen at the tightest table; "+" continues from the screen before."""


# --- screens


@dataclass(frozen=True)
class Screen:
    """A screen: its group and name, its address with names of the world, and whose phone opens it.

    ``then`` is done on the page first; without an address it continues from the screen before.
    """

    group: str
    name: str
    where: str
    then: Callable[[Phone], None] | None = None
    by: str = "host"

    def open(self, phone: Phone, path: str) -> None:
        """Open its path; earlier drafts of this phone are deleted."""
        if path:
            if phone.page.url.startswith(phone.base):
                phone.forget()
            assert phone.go(path).ok or self.group == "trouble", path
        if self.then:
            self.then(phone)


def screens(games: Sequence[str]) -> list[Screen]:
    """All screens, of these games."""
    return [*_of_groups(), *_of_tables(), *(screen for game in games for screen in _of_game(game))]


def _of_groups() -> Iterator[Screen]:
    """Pages without a table: start, groups, people, links and rules."""
    yield from _in("start", first=("/", "nobody"), again="/", referee="/referee/", offline="/offline/")
    yield Screen("start", "new", "/new/")
    yield Screen("start", "new-unfolded", "/new/", unfolded)
    yield Screen("start", "new-errors", "/new/", sent_empty)
    yield from _in("import", empty="/import/")
    yield Screen("import", "errors", "/import/", nonsense)
    yield from _in("group", group="{circle}", new="{circle}new/", watching=("{circle}", "watching"))
    yield from _in("group", settings="{circle}settings/", rules_only=("{circle}settings/", "watching"))
    yield Screen("group", "unfolded", "{circle}settings/", unfolded)
    yield from _in("story", people="{circle}people/?game=gamble", ranking="{circle}ranking/?game=gamble")
    yield from _in("story", seasons="{circle}seasons/", season="{season}", rating="{circle}rating/")
    yield from _in("story", person="{somebody}?game=gamble")
    yield from _in("story", versus="{circle}versus/?game=gamble", pair="{circle}versus/{pair}")
    yield from _in("story", year="{year}")
    yield from _in("changes", circle="{circle}changes/", table="{voided}changes/")
    yield from _in("people", details="{somebody}edit/", merge="{somebody}merge/", forget="{somebody}forget/")
    yield from _in("group", delete="{circle}delete/")
    yield from _in("file", empty="{circle}file/", plan="{plan}", there="{there}")
    yield Screen("people", "unfolded", "{circle}people/", unfolded)
    yield from _in(
        "people and links",
        person="{circle}me/",
        seat="{usual}me/",
        link="{circle}links/new/",
        revoke="{link}revoke/",
        device="{device}",
        remove="{device}remove/",
        recovery="{circle}recovery/",
        tokens="{circle}tokens/",
        token_revoke="{token}revoke/",
        recover=("/recover/", "nobody"),
    )
    yield Screen("people and links", "token-made", "{circle}tokens/", named)
    kept_new = "{circle}new/?game=dotenko&rules=kept.{key}"
    shared, rules = "/rules/shared/{code}/", ("/rules/doudizhu/", "/rules/preset/twenty-rounds/")
    for name, where in (("game", rules[0]), ("preset", rules[1]), ("shared", shared), ("new", kept_new)):
        yield Screen("rules", name, where, unfolded)
    yield from _in("rules", index="/rules/", group="{circle}rules/", kept="{kept}", edit="{kept}edit/")
    yield Screen("rules", "edit-unfolded", "{kept}edit/", unfolded)


def _of_tables() -> Iterator[Screen]:
    """Pages of a table that are alike in every game."""
    yield from _in("table", watching=("{usual}", "watching"), ended="{ended}", voided="{voided}")
    yield from _in("table", settings="{usual}settings/", streak="{teyaku}streak/")
    yield from _in("table", changed="{ruled}rules/", ruled="{ruled}rounds/4/")
    yield from _in(
        "table", ruled_rounds="{ruled}rounds/", ruled_sheet="{ruled}sheet/", change="{ruled}rounds/3/"
    )
    yield Screen("table", "change-rules", "{ruled}rules/change/")
    yield Screen("table", "rules-preview", "{ruled}rules/change/", other_rules)
    yield Screen("table", "rules-taken-back", "{ruled}rounds/3/void/")
    yield from _in("scoreboard", watching=("{usual}board/", "watching"), ended="{ended}board/")
    yield from _in("table", stand_in="{usual}stand-in/", rate="{usual}rate/")
    yield from _in("corrections", edit="{usual}rounds/2/edit/", insert="{usual}rounds/2/insert/")
    yield from _in("corrections", void="{usual}rounds/2/void/", restore="{voided}rounds/1/restore/")
    yield from _in("corrections", receipt="{voided}rounds/1/", settled="{ended}settle/")
    yield Screen("settling", "carried-table", "{carried}", unfolded)
    yield from _in("settling", carried="{carried}settle/")
    yield from _in("settling", noted="{circle}payments/")
    yield from _in("settling", open="{circle}bills/", bill="{bill}", payment="{bill}payment/", part="{part}")
    yield from _in("settling", night="{night}", night_share="{night}share/")
    yield from _in("settling", night_payment="{night}payment/?unit=円")
    yield from _in("settling", night_board="{night}board/", night_page=("{night_page}", "nobody"))
    yield from _in("settling", table_payment="{usual}settle/payment/?from=3&to=1&amount=500")
    yield from _in("corrections", result_page=("{page}", "nobody"), share="{ended}share/")
    yield Screen("corrections", "settled-unfolded", "{ended}settle/", unfolded)
    yield from _in("corrections", move="{usual}rounds/2/move/?to=up")
    yield from _in("together", table=("{collecting}", "asked"), hand=("{collecting}hand/", "asked"))
    yield from _in("together", asking=("{collecting}rounds/new/", "asking"))
    yield from _in("together", cancel=("{collecting}pads/cancel/", "asking"))
    yield from _in("together", waiting=("{waiting}second/", "waiting"), second=("{waiting}second/", "second"))
    yield Screen("trouble", "conflict", "{usual}rounds/new/", stale)
    yield from _in("trouble", missing="/t/nothing/", forbidden=("{usual}rounds/new/", "watching"))
    yield from _in("trouble", rules="/rules/shared/nothing/", no_rules="/rules/nothing/")


def _in(group: str, /, **where: str | tuple[str, str]) -> Iterator[Screen]:
    """Screens of one group that are only opened, by the host unless another phone is named."""
    for name, place in where.items():
        path, who = place if isinstance(place, tuple) else (place, "host")
        yield Screen(group, name.replace("_", "-"), path, by=who)


def _of_game(game: str) -> Iterator[Screen]:
    tight, fresh = f"{{{game}}}", f"{{{game}-fresh}}"
    yield Screen(game, "new", f"/new/?game={game}", unfolded)
    yield Screen(game, "table-fresh", fresh)
    yield Screen(game, "rules", f"{tight}rules/", unfolded)
    yield from _in(
        game, table=tight, **{page: f"{tight}{page}/" for page in ("rounds", "seats", "sheet", "board")}
    )
    for number in range(1, 4):
        yield Screen(game, f"receipt-{number}", f"{tight}rounds/{number}/")
    yield Screen(game, "receipt-unfolded", f"{tight}rounds/2/", unfolded)
    for number in (1, 2):
        yield Screen(game, f"edit-{number}", f"{tight}rounds/{number}/edit/", unfolded)
    yield Screen(game, "settle", f"{tight}settle/", ticked)
    hands = {"yes": "2+7&card=9", "no": "A+A+9+J+10+3+2+5&card=9"}
    if game == "doudizhu":
        hands = {"yes": "S3+D3+C3+H3&before=H9", "no": "H3+H9", "lower": "H3+H4+H5+H6+H7&before=DA"}
    yield Screen(game, "referee", f"{tight}referee/")
    for name, hand in hands.items():
        yield Screen(game, f"referee-{name}", f"{tight}referee/?hand={hand}")
    yield Screen(game, "entry", f"{tight}rounds/new/", unfolded)
    for name, steps in ENTRIES[game].items():
        where = "" if steps.startswith("+") else f"{tight}rounds/new/"
        yield Screen(game, f"entry-{name}", where, partial(walked, steps=steps.lstrip("+")))
    yield Screen(game, "entry-endings", f"{fresh}rounds/new/", other_endings)
    for count in COUNTS[game]:
        yield from _of_count(game, count)


def _of_count(game: str, count: int) -> Iterator[Screen]:
    """The screens that have a row or a chip for each player, with so many players."""
    path = f"{{{game}-{count}}}"
    yield Screen(game, f"table-{count}", path)
    yield Screen(game, f"entry-first-{count}", f"{path}rounds/new/", Phone.live)
    yield Screen(game, f"entry-last-{count}", f"{path}rounds/new/", partial(walked, steps=last(game, count)))
    yield Screen(game, f"receipt-of-{count}", f"{path}rounds/2/")
    yield Screen(game, f"sheet-{count}", f"{path}sheet/")
    yield Screen(game, f"board-{count}", f"{path}board/")
    yield Screen(game, f"settle-{count}", f"{path}settle/")
