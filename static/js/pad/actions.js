/* What taps on the card pad do: they write the inputs of the form, and can be undone. */
/** @import { Card, Face } from "../cards.js" */
/** @import { Fields, Input, Snapshot } from "../entry/fields.js" */
/** @import { EntryPad, Hooks } from "../types.js" */
/** @import { Place } from "./state.js" */
import { NO_CARDS, readCards, SYMBOLS, writeCards, writeHeld, written } from "../cards.js";
import {
  beside,
  brief,
  buzz,
  dotted,
  fill,
  find,
  flash,
  hit,
  isolate,
  named,
  part,
  say,
  whole,
  wish,
} from "../tools.js";
import { ROLES, SHOWN, State, WAYS } from "./state.js";
import { deckOf, lay, seatsOf, View } from "./view.js";

/* The choices in the tray, such as numbers of cards; each has a function with its change. */

const MOST_SHOWN_DOUBLINGS = 5;

/**
 * @typedef {{
 *   label: string, testid: string, name?: string, look?: string, pressed?: boolean, change: () => void
 * }} Choice
 */
/** @typedef {{ label: string, open: boolean, choices: Choice[] }} Question */

/** The choices for the open slot or hand. */
class Choices {
  /** @param {State} state @param {View} view */
  constructor(state, view) {
    this.state = state;
    this.view = view;
    this.texts = view.texts;
  }

  /** @returns {Choice[]} */
  all() {
    const { seat } = this.state.active;
    const slot = this.state.topic();
    if (slot === "hand") return this.state.mode(seat) === "count" ? this.stepper(seat) : [];
    if (slot === "count") return [...this.times(), ...this.targets()];
    if (slot === "riichi") return this.state.holds("riichi").map((one) => this.lessRiichi(one));
    if (slot === "drawn") return this.drawn();
    if (slot === "doublings") return this.doublings();
    return SHOWN.includes(slot) ? this.suits(slot) : [];
  }

  /** @param {string} seat @returns {Choice[]} */
  stepper(seat) {
    const now = whole(this.state.count(seat)) ?? 0;
    const write = (/** @type {number} */ count) => () => this.state.writeHand(seat, "count", String(count));
    const less = now ? write(now - 1) : () => this.state.putNone(seat);
    return [
      { label: "−", testid: "count-less", name: this.texts.tLess, change: less },
      { label: "＋", testid: "count-more", name: this.texts.tMore, change: write(now + 1) },
    ];
  }

  /* The count of a suit in the open hand: one suit at a time, so that no key moves. */
  /** @returns {Question | null} */
  counts() {
    const { slot, seat } = this.state.active;
    const suits = slot === "hand" ? this.state.countedSuits(seat) : [];
    const [first = ""] = suits;
    const asked = suits.find((one) => one === this.state.counting) || this.state.openSuit(seat) || first;
    return asked ? this.howMany(seat, asked, suits) : null;
  }

  /** @param {string} seat @param {string} suit @param {string[]} suits @returns {Question} */
  howMany(seat, suit, suits) {
    const [least = 0, most = 0] = this.state.bounds(seat, suit);
    const now = this.state.suits(seat)[suit];
    const label = this.ofThese(suit);
    const may = this.state.mayCount(seat, suit);
    const others = suits.filter((one) => one !== suit).map((one) => this.otherSuit(seat, one));
    const choices = [...Array(may ? most - least + 1 : 0).keys()].map((more) => ({
      label: String(least + more),
      testid: `suit-${suit}-${least + more}`,
      name: `${label} ${least + more}`,
      pressed: now === least + more,
      change: () => this.tellSuit(seat, suit, least + more),
    }));
    return { label, open: may && now === undefined, choices: [...(may ? others : []), ...choices] };
  }

  /** @param {string} suit */
  ofThese(suit) {
    return fill(this.texts.tOfThese, { suit: SYMBOLS[suit] ?? "" });
  }

  /** Switches to the count of another suit. @param {string} seat @param {string} suit @returns {Choice} */
  otherSuit(seat, suit) {
    const count = this.state.suits(seat)[suit] ?? "?";
    return {
      label: `${SYMBOLS[suit] ?? ""}${count}`,
      testid: `suit-${suit}`,
      look: "other",
      name: `${this.ofThese(suit)} ${count}`,
      change: () => {
        this.state.counting = suit;
      },
    };
  }

  /** @param {string} seat @param {string} suit @param {number} count */
  tellSuit(seat, suit, count) {
    const counts = { ...this.state.suits(seat), [suit]: count };
    const scored = Object.entries(counts).filter(([one]) => this.state.scored(seat).includes(one));
    this.state.fields.write(`hand-${seat}`, writeHeld(this.state.hand(seat), Object.fromEntries(scored)));
    const suits = this.state.scored(seat);
    this.state.counting = suits.find((one) => this.state.isOpenSuit(seat, one)) ?? (suits.length > 1 ? suit : "");
  }

  together() {
    return whole(this.state.fields.text("count")) || 1;
  }

  /** @returns {Choice[]} */
  times() {
    const now = this.together();
    return [...Array(this.state.deck.most).keys()].map((index) => {
      const times = index + 1;
      return {
        label: `×${times}`,
        testid: `times-${times}`,
        pressed: now === times,
        change: () => {
          this.state.fields.write("count", times > 1 ? String(times) : "");
          this.state.fields.write("target", "");
          if (times === 1 || !this.targets().length) this.state.advance();
        },
      };
    });
  }

  /** @returns {Choice[]} */
  targets() {
    const times = this.together();
    const [card] = this.state.shown("card");
    if (!this.state.deck.together || times < 2 || !card || card.rank === "Jk") return [];
    const one = Number(this.view.natural(card));
    const now = this.state.fields.text("target").trim() || String(one);
    return [one, one * times].map((number) => ({
      label: `= ${number}`,
      testid: `target-${number}`,
      pressed: now === String(number),
      change: () => this.state.writeSlot("target", number === one ? "" : String(number)),
    }));
  }

  /* Only the suit of these cards matters; the whole card is another way of entry. */
  /** @param {string} slot @returns {Choice[]} */
  suits(slot) {
    const [now] = this.state.shown(slot);
    const joker = this.state.deck.jokers ? [{ rank: "Jk", suit: "" }] : [];
    const faces = [...Object.keys(SYMBOLS).map((suit) => ({ rank: "", suit })), ...joker];
    const choices = faces.map((face) => ({
      label: written(face),
      testid: `${slot}-${face.suit || face.rank}`,
      look: face.suit ? `suit-${face.suit}` : "joker",
      pressed: Boolean(now) && (face.suit ? now?.suit === face.suit : now?.rank === face.rank),
      change: () => this.state.writeSlot(slot, written(face)),
    }));
    const none = {
      label: this.texts.tUnknown ?? "",
      testid: `${slot}-none`,
      name: this.texts.tNobodyKnows,
      pressed: this.state.isUnknown(slot),
      change: () => this.state.writeSlot(slot, NO_CARDS),
    };
    return [...choices, none];
  }

  /** @returns {Choice[]} */
  doublings() {
    const now = whole(this.state.fields.text("doublings")) ?? 0;
    const most = Math.max(MOST_SHOWN_DOUBLINGS, now);
    return [...Array(most + 1).keys()].map((times) => ({
      label: `×${2 ** times}`,
      testid: `doubled-${times}`,
      pressed: now === times,
      change: () => this.state.writeSlot("doublings", times ? String(times) : ""),
    }));
  }

  /** @param {string} seat @returns {Choice} */
  lessRiichi(seat) {
    const name = this.state.name(seat);
    return {
      label: `${isolate(brief(name))} ×${this.state.declared(seat)} −`,
      testid: `riichi-less-${seat}`,
      name: fill(this.texts.tLessRiichi, { name: isolate(name) }),
      change: () => this.state.declare(seat, -1),
    };
  }

  /** Removes drawn cards, or adds special ones with suits; ranks are on the keys. @returns {Choice[]} */
  drawn() {
    const special = readCards(this.state.plan.special ?? "").map((card) => ({
      label: written(card),
      testid: `drawn-${card.suit}${card.rank}`,
      look: `suit-${card.suit}`,
      change: () => this.state.addDrawn(card),
    }));
    return [...this.state.drawn().map((one, index) => this.lessDrawn(one, index)), ...special];
  }

  /** @param {Card} card @param {number} index @returns {Choice} */
  lessDrawn(card, index) {
    return {
      label: `${written(card)} −`,
      testid: `drawn-less-${index}`,
      name: fill(this.texts.tRemove, { rank: card.text }),
      change: () => this.state.fields.write("drawn", writeCards(this.state.drawn().filter((_, at) => at !== index))),
    };
  }
}

const TOLD = ["winner", "player", "starter", "callers", "victim", "returns"];
const UNDO_DEPTH = 200;

/**
 * A state for undo.
 * @typedef {{ fields: Snapshot, active: Place, summing: string, switched: Set<string>, tag?: string }} Moment
 */

/* The texts of the pad in the language of the page, a file that phones cache. */
const { href } = /** @type {HTMLLinkElement} */ (part("link[data-words]", document.head));
/** @type {{ words: Record<string, string> }} */
const { words } = await import(href);

/** The pad of one form; it calls the hooks after every change. */
export class Pad {
  /** @param {HTMLElement} root @param {Fields} fields @param {Hooks} hooks */
  constructor(root, fields, hooks) {
    this.root = root;
    this.fields = fields;
    this.hooks = hooks;
    this.texts = Object.assign(fields.form.dataset, words);
    lay(root, fields.form);
    this.state = new State(fields, JSON.parse(this.texts.plan ?? ""), deckOf(this.texts), seatsOf(root));
    this.view = new View(root, this.state, this.texts);
    this.choices = new Choices(this.state, this.view);
    /** @type {Moment[]} */
    this.history = [];
    this.last = this.moment();
    /** @type {() => Promise<void> | null} */
    this.quiet = () => null;
    this.listen();
  }

  get hands() {
    return this;
  }

  listen() {
    this.root.addEventListener("click", (event) => this.click(hit(event, "button")));
    part("[data-sum] input", this.root).addEventListener("input", ({ target }) => {
      const { seat } = this.state.active;
      this.remember(`sum-${seat}`);
      this.state.putSum(seat, /** @type {HTMLInputElement} */ (target).value);
      this.settle();
    });
  }

  /** @param {HTMLElement | null} button */
  click(button) {
    if (!button || button.closest("[data-notice], [data-choices], [data-counts]")) return;
    this.view.hideNotice();
    const data = button.dataset;
    if (data.slot === this.state.active.slot) this.goNext();
    else if (data.slot) this.go({ slot: data.slot, seat: "" });
    else if (data.switch) this.flip(data.switch);
    else if (data.seat) this.tapSeat(data.seat);
    else if (data.rank) this.tapKey({ rank: data.rank, suit: data.suit || "" });
    else if (data.place) this.act(() => this.state.takeCard(this.state.active.seat, Number(data.place)));
    else this.command(data);
  }

  /** @param {DOMStringMap} data */
  command(data) {
    if ("more" in data) this.askMore();
    else if ("undo" in data) this.undo();
    else if ("none" in data) this.act(() => this.state.putNone(this.state.active.seat));
    else if ("otherWay" in data) this.toggleWay();
    else if ("type" in data) this.type();
    else if ("next" in data) this.goNext();
  }

  /* ----- changes and undo ----- */
  /** @returns {Moment} */
  moment() {
    const { active, summing, switched } = this.state;
    return { fields: this.fields.snapshot(), active: { ...active }, summing, switched: new Set(switched) };
  }

  remember(tag = "") {
    if (tag && this.history.at(-1)?.tag === tag) return;
    this.history.push({ ...this.last, tag });
    if (this.history.length > UNDO_DEPTH) this.history.shift();
  }

  settle() {
    this.render();
    this.last = this.moment();
    this.hooks.changed();
  }

  /** @param {() => void} change */
  act(change) {
    this.last = this.moment();
    this.remember();
    change();
    this.settle();
  }

  /** Follows what was typed into the form. @param {Input} input */
  typed(input) {
    this.remember(input.type === "text" ? input.name : "");
    if (input.name === "kind") this.state.changeKind();
    this.keepActive();
    this.settle();
  }

  keepActive() {
    this.state.keepActive();
  }

  /** Writes what another phone sent, also into the history, so that undo keeps it.
      @param {string} name @param {string} value */
  receive(name, value) {
    this.fields.write(name, value);
    for (const { fields } of this.history) {
      const kept = fields.find(([one]) => one === name);
      if (kept) kept[1] = value;
    }
  }

  undo() {
    const before = this.history.pop();
    if (!before) return;
    this.fields.restore(before.fields);
    this.state.active = before.active;
    this.state.summing = before.summing;
    this.state.switched = before.switched;
    say(this.texts.tUndone);
    this.settle();
  }

  /** @param {Place} place */
  go(place) {
    this.state.active = place;
    this.state.summing = "";
    this.render();
    this.last = this.moment();
  }

  /** Follows an arrow key: to a button of the open slot (`along`), or to another hand or slot.
      @param {number} step @param {boolean} along */
  walk(step, along) {
    const row = along ? this.view.row(this.state.active.slot) : [];
    const at = row.findIndex((one) => one.matches(":focus"));
    const to = beside(row, at, step);
    if (to) return to;
    this.go(this.state.beside(step, along));
    say(this.asking());
    return null;
  }

  /** @param {string} slot */
  flip(slot) {
    const only = this.state.onlyReturner();
    if (this.state.isOn(slot)) this.act(() => this.state.switchOff(slot));
    else if (slot === "returns" && only) this.act(() => this.state.answer(only));
    else {
      this.state.switched.add(slot);
      this.go({ slot, seat: "" });
    }
  }

  /* Asks who else claimed the card; a second tap ends that. */
  askMore() {
    if (this.state.active.more) this.goNext();
    else this.go({ slot: "callers", seat: "", more: true });
  }

  goNext() {
    const place = this.state.next();
    if (place) this.go(place);
    else this.point();
  }

  /* Flashes the question, which is open already. */
  point() {
    flash(part(".tray", this.root), this.asking());
  }

  /** The question in the tray, or the owner of its hand. */
  asking() {
    return part("[data-ask-text]", this.root).textContent || part("[data-hand-name]", this.root).textContent || "";
  }

  /** The next question; for a round that is `ready`, only one that decides what is paid. @param {boolean} ready */
  asks(ready) {
    const place = ready ? this.state.unsaid() : this.state.asked();
    return place ? this.view.askOf(place) : "";
  }

  /** A function that opens what is missing and returns its element; null if nothing is. */
  open() {
    const place = this.state.missing();
    if (!place) return null;
    return () => {
      this.go(place);
      return part(".tray", this.root);
    };
  }

  /* ----- seats ----- */
  /** @param {string} seat */
  tapSeat(seat) {
    const { slot } = this.state.active;
    if (ROLES.includes(slot)) this.act(() => this.state.toggleRole(slot, seat));
    else if (slot === "riichi") this.act(() => this.state.declare(seat, 1));
    else if (this.state.skipped(seat)) {
      const name = isolate(this.state.name(seat));
      const text = fill(this.texts.tNow, { name, sum: this.texts.tSkip });
      this.view.showNotice(text, []);
      flash(part(`[data-seat="${seat}"]`, this.root), text);
    } else if (slot === "hand" && seat === this.state.active.seat) this.point();
    else this.go({ slot: "hand", seat });
  }

  /* ----- cards ----- */
  /** Vibrates and changes. @param {() => void} change */
  lay(change) {
    buzz();
    this.act(change);
  }

  /* While a player is asked for, a key enters the claimed card if that is missing; otherwise it goes on to the open
     hand. */
  /** @param {Face} card */
  tapKey(card) {
    const { state } = this;
    const open = state.placeOf(state.active.slot) || state.waits() ? null : state.onward();
    if (open) this.go(open);
    const { slot, seat } = state.active;
    const place = state.placeOf(slot);
    const number = this.view.natural(card);
    const gone = ![...SHOWN, "drawn"].includes(place) && !state.picked(place, card) && state.left(card) <= 0;
    if (!place) this.point();
    else if (place === "target") this.lay(() => state.writeSlot(place, number));
    else if (place === "hand" && state.mode(seat) === "count") this.lay(() => state.putCount(seat, number));
    else if (gone) this.showNotice(card, place);
    else this.lay(() => state.put(card, place));
  }

  /** Toggles the way of entry: whole card or suit, keys with suits or ranks, sum or cards of a hand. */
  toggleWay() {
    const { state } = this;
    const { slot, seat } = state.active;
    if (SHOWN.includes(slot)) {
      state.summing = state.summing === slot ? "" : slot;
      this.render();
    } else if (slot === "hand" && state.suited(seat)) {
      state.suitKeys = !state.suitKeys;
      wish("ranks", !state.suitKeys);
      this.render();
    } else if (slot === "hand" && state.other()) this.toggleHand(seat);
  }

  /* Opens the text fields and focuses that of the open slot or hand. */
  type() {
    const { slot, seat } = this.state.active;
    const typed = /** @type {HTMLDetailsElement} */ (part("[data-typed]", this.fields.form));
    typed.open = true;
    (find(`[name="${slot === "hand" ? `hand-${seat}` : slot}"]`, typed) ?? part("summary", typed)).focus();
  }

  /** @param {string} seat */
  toggleHand(seat) {
    const { state } = this;
    const back = state.mode(seat) !== state.usual();
    const summing = back ? "" : seat;
    if (state.sum(seat) || state.count(seat) || (back && state.entered(seat))) {
      this.act(() => {
        // Cards stay if they are the usual way.
        const cleared = state.usual() === "count" ? WAYS : ["sum", "count"];
        for (const way of cleared) this.fields.write(`${way}-${seat}`, "");
        state.summing = summing;
      });
    } else {
      state.summing = summing;
      this.render();
    }
    if (state.mode(seat) === "sum") part("[data-sum] input", this.root).focus();
  }

  /* ----- one deck: the holders of a card that is used up ----- */
  /** @param {Face} card @param {string} place */
  showNotice(card, place) {
    const same = this.state.holders(card);
    const holders = (same.length ? same : this.state.holders({ rank: card.rank, suit: "" })).map((one) => ({
      ...one,
      name: one.seat === "card" ? this.texts.tTable : isolate(brief(this.state.name(one.seat))),
    }));
    const listed = dotted(holders.map((one) => fill(this.texts.tHolder, one)));
    const here = place === "card" ? "card" : this.state.active.seat;
    const moves = holders
      .filter(({ seat }) => seat !== here)
      .map((one) => ({
        label: fill(this.texts.tMove, one),
        testid: "move-here",
        change: () => this.lay(() => this.state.move(one.seat, card, place)),
      }));
    const anyway = {
      label: this.texts.tAdd ?? "",
      testid: "add-anyway",
      change: () => this.lay(() => this.state.put(card, place)),
    };
    const text = fill(this.texts.tHeld, { rank: written(card), holders: listed });
    this.view.showNotice(text, [...moves, anyway]);
    flash(this.view.keyOf(card), text);
  }

  /* ----- drawing and texts ----- */
  render() {
    const acting = (/** @type {Choice} */ one) => ({ ...one, change: () => this.act(one.change) });
    const counts = this.choices.counts();
    const asked = counts && { ...counts, choices: counts.choices.map(acting) };
    this.view.render(this.choices.all().map(acting), asked, this.history.length > 0);
    this.hooks.asked();
  }

  /** Shows the check of each hand by the server, such as "2+J=13 ✓". @param {Record<string, string>} said */
  check(said) {
    this.view.check(said);
  }

  /** The entered round in words: players, card and hands. */
  told() {
    const text = (/** @type {string} */ name) => this.fields.text(name).trim();
    const names = (/** @type {string} */ role) => named(this.fields.chosen(role).map((seat) => this.view.name(seat)));
    const people = TOLD.map(names).filter(Boolean).join(" → ");
    const hands = this.state.seats.flatMap(({ seat, name }) => {
      const hand = WAYS.map((way) => text(`${way}-${seat}`)).find(Boolean);
      return hand ? [fill(this.texts.tNow, { name, sum: hand })] : [];
    });
    return [[people, text("card")].filter(Boolean).join(" "), ...hands];
  }

  announce() {
    const { slot, seat } = this.state.active;
    if (slot !== "hand" || !this.state.entered(seat)) return;
    say(fill(this.texts.tNow, { name: this.view.name(seat), sum: this.view.total(seat) }));
  }
}

/** The pad of a game with hands. @param {Fields} fields @param {Hooks} hooks @returns {EntryPad} */
export const makePad = (fields, hooks) => new Pad(part("[data-pad]", fields.form), fields, hooks);
