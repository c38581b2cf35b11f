"""Somebody who plays an evening from a document: taps in its rounds."""

import json
import re
from collections import Counter
from collections.abc import Iterable
from typing import Any

from tests.browser.phone import Phone

Facts = dict[str, Any]
RANKS = {1: "A", 11: "J", 12: "Q", 13: "K"}
SUITS = "SHDC"
BETWEEN = {"seats", "streak"}
DEALS = {"deal", "passed"}
JOKERS = {"JkB": "B", "JkR": "R", "10": "T"}
"""Cards whose keys on the pad for plays are called otherwise."""
KEY = """(handles) => {
  const all = handles.flatMap((handle) => [...document.querySelectorAll(`[data-testid="${handle}"]`)]);
  const keys = all.filter((key) => key.checkVisibility({visibilityProperty: true}));
  return (keys.find((key) => !key.classList.contains('used')) ?? keys[0]).dataset.testid;
}"""
"""The first of these keys in sight, rather one that is not used up."""


class Player:
    """Taps in one document on one phone."""

    def __init__(self, phone: Phone, document: Facts) -> None:
        self.phone, self.page, self.document = phone, phone.page, document
        self.seats = {name: index for index, name in enumerate(document["players"])}

    def open(self, played: int = 0) -> str:
        """Bring in the table with rounds that were played before, and open it."""
        rounds = self.document["rounds"][:played]
        for name in (name for facts in rounds for name in facts.get("join", [])):
            self.seats.setdefault(name, len(self.seats))
        path = self.phone.bring(self.document | {"rounds": rounds})
        self.phone.go(path)
        return path

    # --- entries

    def enter(self, facts: Facts, objections: Iterable[str] = ()) -> None:
        """Enter one round, or what happened between two, and record it once just these are said, as codes."""
        wanted = sorted(set(objections))
        if facts["kind"] in BETWEEN:
            assert not wanted
            self._between(facts)
            return
        self.phone.enter()
        self.fill(facts)
        preview = self.page.locator('#preview[data-ready="1"]:not([aria-busy="true"])')
        codes = self.phone.at("problems").locator("[data-code]")

        def judged() -> bool:
            said = codes.evaluate_all("(all) => all.map((one) => one.dataset.code)")
            return preview.is_visible() and sorted(set(said)) == wanted

        self.phone.until(judged, f"a preview with the objections {wanted}")
        self.phone.record()

    def fill(self, facts: Facts) -> None:
        """Tap in one round, up to its last question."""
        self.phone.kind(facts["kind"])
        if facts["kind"] == "adjust":
            self._correct(facts["transfers"])
            return
        if facts["kind"] in DEALS:
            self._deal(facts)
            return
        if self.document["game"] == "sheet":
            self._write(facts)
            return
        self._roles(facts)
        self._beside(facts)
        self._hands(facts)
        self._yaku(facts.get("extra_yaku", {}))

    def _who(self, name: str) -> None:
        self.phone.who(self.seats[name])

    def _seen(self, handle: str) -> bool:
        return self.phone.at(handle).is_visible()

    # --- who did what on which card

    def _roles(self, facts: Facts) -> None:
        plan = json.loads(self.page.locator("#entry").get_attribute("data-plan") or "")
        for role in plan["kinds"][facts["kind"]].get("slots", []):
            if role == "callers":
                first, *more = facts["callers"]
                self._who(first)
                for name in more if self._seen("add-caller") else ():
                    self.phone.tap("add-caller")
                    self._who(name)
            elif role == "card":
                self._card(facts["card"], facts)
            elif role != "starter":
                self._who(facts[role])
            elif role in facts:
                chosen = self.page.locator(f'[name=starter][value="{self.seats[facts[role]]}"]').is_checked()
                self._people(role, [] if chosen else [facts[role]])

    def _beside(self, facts: Facts) -> None:
        """What is offered beside: returns in order, cards together, cards shown, declarations."""
        later = [] if self._seen("add-caller") else facts.get("callers", [])[1:]
        self._people("returns", [*later, *facts.get("returns", [])])
        if "count" in facts and self._seen("slot-count"):
            self._together(facts)
        elif "target" in facts and self._seen("slot-target"):
            self.phone.walk(f"slot-target key-{RANKS.get(facts['target'], facts['target'])}")
        for slot in ("turnup", "bottom"):
            if slot in facts and self._seen(f"slot-{slot}"):
                self.phone.walk(f"slot-{slot} key-sum")
                self._card(facts[slot], facts)
        self._people("riichi", facts.get("riichi", []))
        for slot in ("turnup", "bottom"):  # cards that were not written down and are asked for
            if self.page.locator(f".slot.unsaid[data-slot={slot}]").is_visible():
                self.phone.walk(f"slot-{slot} {slot}-none")

    def _people(self, slot: str, names: list[str]) -> None:
        for index, name in enumerate(names):
            if index == 0:
                self.phone.tap(f"slot-{slot}")
            self._who(name)

    def _together(self, facts: Facts) -> None:
        self.phone.walk(f"slot-count times-{facts['count']}")
        targets = self.page.locator("[data-testid^=target-]")
        if targets.count():
            chosen = f"target-{facts['target']}" if "target" in facts else targets.first
            self.phone.tap(chosen)

    # --- cards

    def _hands(self, facts: Facts) -> None:
        following = self.phone.at("next")
        if not self._open() and following.is_enabled():
            self.phone.tap(following)
        for name, hand in facts.get("hands", {}).items() if self._open() else ():
            if self._open() != name:
                self._who(name)
            if self._open() == name:
                self._hand(hand, facts)

    def _open(self) -> str:
        """Whose hand is open for cards; nobody's ("") while something else is asked."""
        shown = self.page.locator(".who-chip.now bdi")
        return shown.inner_text() if shown.is_visible() else ""

    def _hand(self, hand: Any, facts: Facts) -> None:
        counting = bool(self.page.locator(".pad-area.counting").count())
        if isinstance(hand, list) and counting and facts["kind"] == "out" and "Jk" not in hand:
            hand = {"count": len(hand)}
        if counting != (isinstance(hand, dict) and "count" in hand) or "points" in hand:
            self.phone.tap("key-sum")
        if not hand or hand == {"count": 0}:
            self.phone.tap("key-none")
        elif "points" in hand:
            self.phone.at("sum-field").fill(str(hand["points"]))
        elif "count" in hand:
            self.phone.tap(f"key-{RANKS.get(hand['count'], hand['count'])}")
        else:
            for card in hand:
                self._card(card, facts)
            self._suits(hand)

    def _suits(self, hand: list[str]) -> None:
        """How many are of a suit, where the keys have ranks alone."""
        for suit in SUITS:
            if self._seen(f"suit-{suit}"):
                self.phone.tap(f"suit-{suit}")
            key = f"suit-{suit}-{sum(card[0] == suit for card in hand)}"
            if self._seen(key):
                self.phone.tap(key)

    def _card(self, card: str, facts: Facts) -> None:
        """Tap a card, with its suit where the keys have suits."""
        suit, rank = (card[0], card[1:]) if card[0] in SUITS else ("", card)
        rank = rank[:2] if rank.startswith("Jk") else rank
        shown = [facts[key][0] for key in ("turnup", "bottom") if key in facts]
        plain = [one for one in SUITS if one not in shown]
        keys = [f"key-{suit}{rank}", f"key-{rank}", f"suit-{rank}", *(f"key-{one}{rank}" for one in plain)]
        self.phone.tap(self.page.evaluate(KEY, keys))
        if self._seen("add-anyway"):
            self.phone.tap("add-anyway")

    def _yaku(self, shown: Facts) -> None:
        """The table's own yaku."""
        rows = [(name, item) for name, items in shown.items() for item in items]
        if rows:
            self.phone.tap("yaku")
        for index, (name, item) in enumerate(rows):
            if index:
                self.phone.tap("add-yaku")
            self.page.locator(f"[name=yaku-who-{index}]").select_option(str(self.seats[name]))
            self.page.locator(f"[name=yaku-n-{index}]").fill(str(item["yaku"]))
            self.page.locator(f"[name=yaku-name-{index}]").fill(item["name"])

    # --- a deal of 闘地主

    def _deal(self, facts: Facts) -> None:
        if "auction" in facts:
            self._auction(facts["auction"])
        elif facts["kind"] == "deal":
            self.phone.tap(f"landlord-{self.seats[facts['landlord']]}")
            self._number("bid", facts.get("bid", 1))
        if "plays" in facts:
            self._plays(facts["plays"])
        elif facts["kind"] == "deal":
            self._result(facts)
        for key in ("robs", "shown"):
            self._number(key, facts.get(key, 0))
        for name, times in Counter(facts.get("doubled", [])).items():
            self._number(f"doubled-{self.seats[name]}", times)

    def _number(self, key: str, number: int) -> None:
        """Tap the chip of a number, or type it where it has none; nothing where the table does not ask."""
        if number and self._seen(f"{key}-{number}"):
            self.phone.tap(f"{key}-{number}")
        elif number and self._seen(f"{key}-more"):
            self.phone.tap(f"{key}-more")
            self.phone.at(f"{key}-more-field").fill(str(number))

    def _result(self, facts: Facts) -> None:
        """Bombs, rockets and who won; a spring only where the table asks for it."""
        for key in ("bombs", "rockets"):
            self._number(key, facts.get(key, 0))
        if self.page.locator("[name=big_bombs]").count():
            self.page.locator("[name=big_bombs]").fill(str(facts.get("big_bombs", "")))
        spring = f"result-{facts['winner']}-spring"
        chosen = facts.get("spring") and self._seen(spring)
        self.phone.tap(spring if chosen else f"result-{facts['winner']}")

    def _turn(self, chip: str, name: str) -> None:
        """Make it somebody's turn; mostly it is already."""
        handle = f"{chip}-{self.seats[name]}"
        if self.phone.at(handle).get_attribute("aria-pressed") != "true":
            self.phone.tap(handle)

    def _auction(self, calls: list[Facts]) -> None:
        self.phone.tap("auction")
        for call in calls:
            self._turn("call-by", call["by"])
            self.phone.tap(f"call-{call['bid'] or 'pass'}")

    def _plays(self, plays: list[Facts]) -> None:
        self.phone.tap("plays")
        for play in plays:
            self._turn("play-by", play["by"])
            for card in play["cards"]:
                self.phone.tap(f"play-{JOKERS.get(card, card)}")
            self.phone.tap("plays-put" if play["cards"] else "plays-pass")

    # --- the score sheet

    def _write(self, facts: Facts) -> None:
        if facts["kind"] == "places":
            self._places(facts["places"])
        elif "points" in facts:
            self._numbers(facts)
        if "bonus" in facts:
            self.phone.tap(self.page.locator("details.extras > summary"))
        for name, extras in facts.get("bonus", {}).items():
            for extra in extras:
                chip = f'.ask-chip:has([name="extra-{self.seats[name]}"][value="{extra}"])'
                self.phone.tap(self.page.locator(chip))

    def _places(self, groups: list[list[str]]) -> None:
        """Tap people in their order; the last one falls into place, and may be tied to the one before."""
        if self._seen("last-0"):
            self.phone.tap(f"last-{self.seats[groups[-1][0]]}")
            return
        for group in groups:
            for name in group:
                chip = f"take-{self.seats[name]}"
                if name != group[0]:
                    self.phone.tap("place-same")
                if self._seen(chip):
                    self.phone.tap(chip)

    def _numbers(self, facts: Facts) -> None:
        """Tap in everybody's number, 0 for who has none."""
        if "winner" in facts:
            seat = self.seats[facts["winner"]]
            self.phone.tap(self.page.locator(f'.sheet-rows [data-seat="{seat}"] label'))
        for row in self.page.locator(".sheet-rows [data-seat]:not(.won):visible").all():
            self.phone.tap(row.locator("input[type=text]"))
            number = str(facts["points"].get(row.get_attribute("data-name"), 0))
            for sign in number:
                self.phone.tap("sign" if sign == "-" else f"digit-{sign}")

    # --- corrections, seats and counters

    def _correct(self, moves: list[Facts]) -> None:
        for index, move in enumerate(moves):
            if index:
                self.phone.tap("add-row")
            for side in ("from", "to"):
                account = self.seats.get(move[side], move[side])
                self.page.locator(f"[name={side}-{index}]").select_option(str(account))
            for key in ("points", "reason"):
                self.page.locator(f"[name={key}-{index}]").fill(str(move.get(key, "")))

    def _between(self, facts: Facts) -> None:
        self.phone.go(f"{self.page.url}{facts['kind']}/")
        if facts["kind"] == "streak":
            for name, wins in facts["wins"].items():
                self.page.locator(f"[name=wins-{self.seats[name]}]").fill(str(wins))
        else:
            self._change_seats(facts)
        self.phone.tap("save")
        self.phone.saved()

    def _change_seats(self, facts: Facts) -> None:
        for name in facts.get("join", []):
            self.page.locator("[name=join]").fill(name)
            self.seats.setdefault(name, len(self.seats))
        for name in facts.get("leave", []):
            self._seat("leave", name)
        for field, name in zip("ab", facts.get("swap", []), strict=False):
            self._seat(f"swap-{field}", name)

    def _seat(self, field: str, name: str) -> None:
        self.phone.tap(f".chip:has([name={field}][value='{self.seats[name]}'])")

    # --- settling

    def payments(self) -> list[tuple[str, str, str]]:
        """Who pays whom how much, as the settling page shows it: digits only."""
        items = []
        for flow in self.page.locator(".flow").all():
            payer, payee = flow.locator(".flow-who bdi").all_inner_texts()
            amount = re.sub(r"[^\d.]", "", flow.locator(".flow-amt").inner_text())
            items.append((payer.strip(), payee.strip(), amount))
        return sorted(items)
