/* What taps on the pad do: they write the inputs of the form, and every change can be taken back. The pad adds card
   values and knows no other rule. */
/** @import { Card, Face } from "../cards.js" */
/** @import { EntryPad, Hooks } from "../entry/form.js" */
/** @import { Fields, Input, Snapshot } from "../entry/fields.js" */
/** @import { Place } from "./state.js" */
import { NO_CARDS, SYMBOLS, suitBounds, writeCards, writeHeld, written } from "../cards.js";
import { beside, buzz, dotted, fill, flash, hit, isolate, named, part, say, whole, wish } from "../tools.js";
import { ROLES, SHOWN, State } from "./state.js";
import { brief, deckOf, Keys, laySeats, seatsOf, View } from "./view.js";

const MANY = ["callers", "returns"];
const TOLD = ["winner", "player", "starter", "callers", "victim", "returns"];
const NOT_COUNTED = [...SHOWN, "drawn"];
const WAYS = ["hand", "sum", "count"];
const MOST_SHOWN_DOUBLINGS = 5;
const UNDO_DEPTH = 200;

/** @typedef {{ label: string, testid: string, name?: string, look?: string, pressed?: boolean, change: () => void }} Choice */
/** @typedef {{ label: string, open: boolean, choices: Choice[] }} Question */
/** @typedef {{ fields: Snapshot, active: Place, summing: string, tag?: string }} Moment what can be gone back to */

/** The pad over one form; the hooks are called after every change. */
export class Pad {
  /**
   * @param {HTMLElement} root
   * @param {Fields} fields
   * @param {Hooks} hooks
   */
  constructor(root, fields, hooks) {
    this.root = root;
    this.fields = fields;
    this.hooks = hooks;
    this.texts = fields.form.dataset;
    laySeats(root, fields.form);
    const seats = seatsOf(root);
    const keys = new Keys(root, this.texts);
    keys.lay();
    this.state = new State(fields, JSON.parse(this.texts.plan ?? ""), deckOf(this.texts), seats);
    this.view = new View(root, this.state, fields.form, keys);
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
    part("[data-sum] input", this.root).addEventListener("input", (event) =>
      this.typeSum(/** @type {HTMLInputElement} */ (event.target).value),
    );
  }

  /** @param {HTMLElement | null} button */
  click(button) {
    if (!button || button.closest("[data-notice], [data-choices], [data-counts]")) return;
    this.view.hideNotice();
    const data = button.dataset;
    if (data.slot) this.go({ slot: data.slot, seat: "" });
    else if (data.switch) this.flip(data.switch);
    else if (data.seat) this.tapSeat(data.seat);
    else if (data.rank) this.tapKey({ rank: data.rank, suit: data.suit || "" });
    else if (data.place) this.act(() => this.takeCard(this.state.active.seat, Number(data.place)));
    else this.command(data);
  }

  /** @param {DOMStringMap} data */
  command(data) {
    if ("more" in data) this.go({ slot: "callers", seat: "" });
    else if ("undo" in data) this.undo();
    else if ("none" in data) this.tapNone();
    else if ("otherWay" in data) this.toggleWay();
    else if ("next" in data) this.goNext();
  }

  /* ----- changing it; every change can be taken back ----- */
  /** @returns {Moment} */
  moment() {
    const { active, summing } = this.state;
    return { fields: this.fields.snapshot(), active: { ...active }, summing };
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

  /** Somebody typed into the plain form. @param {Input} input */
  typed(input) {
    this.remember(input.type === "text" ? input.name : "");
    if (input.name === "kind") this.changeKind();
    this.keepActive();
    this.settle();
  }

  changeKind() {
    const { state } = this;
    if (state.kind() === "draw" && !state.slots().includes("victim")) this.fields.choose("victim", []);
    state.advance();
  }

  keepActive() {
    this.state.keepActive();
  }

  /**
   * What another phone sent stays when one's own taps are taken back.
   * @param {string} name
   * @param {string} value
   */
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

  /**
   * An arrow: to a button of the open slot (`along`), or to another hand or slot.
   * @param {number} step
   * @param {boolean} along
   */
  walk(step, along) {
    const row = along ? this.view.row(this.state.active.slot) : [];
    const at = row.findIndex((one) => one.matches(":focus"));
    const to = beside(row, at, step);
    if (to) return to;
    this.go(this.state.beside(step, along));
    say(part("[data-ask-text]", this.root).textContent || part("[data-hand-name]", this.root).textContent || "");
    return null;
  }

  /* What is switched off is taken out of the form. */
  /** @param {string} slot */
  flip(slot) {
    if (!this.state.isOn(slot)) this.go({ slot, seat: "" });
    else
      this.act(() => {
        this.fields.choose(slot, []);
        this.state.advance();
      });
  }

  goNext() {
    const place = this.state.next();
    if (place) this.go(place);
  }

  /** What is asked next; of a round that could be recorded only what decides what is paid. @param {boolean} ready */
  asks(ready) {
    const place = ready ? this.state.unsaid() : this.state.asked();
    return place ? this.view.askOf(place) : "";
  }

  /** A call that goes to what is still missing and shows where it is; null where nothing is. */
  open() {
    const place = this.state.missing();
    if (!place) return null;
    return () => {
      this.go(place);
      return part(".tray", this.root);
    };
  }

  /* ----- people ----- */
  /** @param {string} seat */
  tapSeat(seat) {
    const { slot } = this.state.active;
    if (slot in ROLES) this.act(() => this.toggleRole(slot, seat));
    else if (slot === "riichi") this.act(() => this.declare(seat, 1));
    else if (this.state.skipped(seat)) {
      const name = isolate(this.state.name(seat));
      flash(this.view.chip(seat), fill(this.texts.tNow, { name, sum: this.texts.tSkip }));
    } else this.go({ slot: "hand", seat });
  }

  /**
   * @param {string} slot
   * @param {string} seat
   */
  toggleRole(slot, seat) {
    if (slot === "returns") this.toggleReturn(seat);
    else if (slot === "victim" && this.isCaller(seat)) this.takeBackCaller(seat);
    else if (this.state.holds(slot).includes(seat)) this.leaveRole(slot, seat);
    else this.takeRole(slot, seat);
  }

  /** @param {string} seat */
  isCaller(seat) {
    return this.state.slots().includes("callers") && this.state.holds("callers").includes(seat);
  }

  /** @param {string} slot */
  holdsMany(slot) {
    return MANY.includes(slot) && !this.fields.isSingle("callers");
  }

  /**
   * @param {string} slot
   * @param {string} seat
   */
  leaveRole(slot, seat) {
    this.fields.choose(slot, this.holdsMany(slot) ? this.state.holds(slot).filter((one) => one !== seat) : []);
  }

  /**
   * @param {string} slot
   * @param {string} seat
   */
  takeRole(slot, seat) {
    if (slot === "callers" && this.state.holds("victim").includes(seat)) this.fields.choose("victim", []);
    this.fields.choose(slot, [...(this.holdsMany(slot) ? this.state.holds(slot) : []), seat]);
    if (this.state.skips(seat)) this.writeHand(seat, "hand", "");
    this.state.advance();
  }

  /** @param {string} seat */
  takeBackCaller(seat) {
    this.leaveRole("callers", seat);
    if (this.state.holds("callers").length === 0) this.state.active = { slot: "callers", seat: "" };
  }

  /* A chain in the order of the taps: a second tap on the last one takes it back. */
  /** @param {string} seat */
  toggleReturn(seat) {
    const now = this.state.holds("returns");
    const back = now.at(-1) === seat;
    const once = this.fields.places("returns") === 1;
    this.fields.choose("returns", back ? now.slice(0, -1) : [...(once ? [] : now), seat]);
    if (once && !back) this.state.advance();
  }

  /**
   * @param {string} seat
   * @param {number} step
   */
  declare(seat, step) {
    const times = Math.max(0, this.state.declared(seat) + step);
    this.fields.write(`riichi-${seat}`, times ? String(times) : "");
  }

  /* ----- cards ----- */
  /* A card is felt. */
  /** @param {() => void} change */
  lay(change) {
    buzz();
    this.act(change);
  }

  /** @param {Face} card */
  tapKey(card) {
    const { slot, seat } = this.state.active;
    const place = this.state.placeOf(slot);
    if (!place) flash(part(".tray", this.root), part("[data-ask-text]", this.root).textContent ?? "");
    else if (place === "target") this.lay(() => this.putNumber(card));
    else if (place === "hand" && this.state.mode(seat) === "count") this.lay(() => this.putCount(seat, card));
    else if (this.isUsedUp(card, place)) this.showNotice(card, place);
    else this.lay(() => this.put(card, place));
  }

  /**
   * @param {Face} card
   * @param {string} place
   */
  isUsedUp(card, place) {
    return this.state.left(card) <= 0 && !this.state.picked(place, card) && !NOT_COUNTED.includes(place);
  }

  /**
   * @param {Face} card
   * @param {string} place
   */
  put(card, place) {
    const { active } = this.state;
    if (place === "hand") this.addCard(active.seat, card);
    else if (place === "drawn") this.addDrawn(card);
    else {
      this.fields.write(place, written(card));
      if (active.slot === place) this.state.advance();
    }
  }

  /** @param {Face} card */
  addDrawn(card) {
    this.fields.write("drawn", `${writeCards(this.state.drawn())} ${written(card)}`.trim());
    if (!this.state.plan.several_drawn) this.state.advance();
  }

  /** @param {Face} card */
  putNumber(card) {
    this.fields.write("target", this.view.natural(card));
    this.state.advance();
  }

  /**
   * @param {string} seat
   * @param {Face} card
   */
  putCount(seat, card) {
    this.writeHand(seat, "count", this.view.natural(card));
    this.state.active = this.state.openHand() ?? this.state.active;
  }

  /**
   * One way to tell a hand takes the place of the others.
   * @param {string} seat
   * @param {string} way
   * @param {string} value
   */
  writeHand(seat, way, value) {
    for (const one of WAYS) this.fields.write(`${one}-${seat}`, one === way ? value : "");
    this.state.summing = way === "hand" && this.state.usual() === "count" ? seat : "";
  }

  /**
   * @param {string} seat
   * @param {Face} card
   */
  addCard(seat, card) {
    const now = this.state.isEmpty(seat) ? "" : this.fields.text(`hand-${seat}`).trim();
    this.writeHand(seat, "hand", `${now} ${written(card)}`.trim());
  }

  /**
   * @param {string} seat
   * @param {number} index
   */
  takeCard(seat, index) {
    const left = this.state.hand(seat).filter((_, at) => at !== index);
    const { decks } = this.state.deck;
    const told = Object.entries(this.state.suits(seat));
    const suits = told.filter(([suit, count]) => left.length && count <= suitBounds(left, suit, decks)[1]);
    this.fields.write(`hand-${seat}`, writeHeld(left, Object.fromEntries(suits)));
  }

  tapNone() {
    const { slot, seat } = this.state.active;
    if (slot !== "hand") return;
    this.act(() => {
      if (this.state.mode(seat) === "count") this.writeHand(seat, "count", "0");
      else this.writeHand(seat, "hand", this.state.isEmpty(seat) ? "" : NO_CARDS);
    });
  }

  toggleWay() {
    const { slot, seat } = this.state.active;
    if (SHOWN.includes(slot)) this.toggleWhole(slot);
    else if (slot === "hand" && this.state.suited(seat)) this.toggleSuits();
    else if (slot === "hand" && this.state.other()) this.toggleHand(seat);
  }

  /* Keys with suits in place of ranks, from now on. */
  toggleSuits() {
    this.state.suitKeys = !this.state.suitKeys;
    wish("ranks", !this.state.suitKeys);
    this.render();
  }

  /* A whole card in place of its suit. */
  /** @param {string} slot */
  toggleWhole(slot) {
    this.state.summing = this.state.summing === slot ? "" : slot;
    this.render();
  }

  /** @param {string} seat */
  toggleHand(seat) {
    const { state } = this;
    const back = state.mode(seat) !== state.usual();
    const summing = back ? "" : seat;
    if (state.sum(seat) || state.count(seat) || (back && state.entered(seat))) {
      this.act(() => {
        this.clearWays(seat);
        state.summing = summing;
      });
    } else {
      state.summing = summing;
      this.render();
    }
    if (state.mode(seat) === "sum") part("[data-sum] input", this.root).focus();
  }

  /* Cards stay where they are the usual way: one comes back to them. */
  /** @param {string} seat */
  clearWays(seat) {
    const cleared = this.state.usual() === "count" ? WAYS : WAYS.filter((one) => one !== "hand");
    for (const one of cleared) this.fields.write(`${one}-${seat}`, "");
  }

  /** @param {string} value */
  typeSum(value) {
    const { seat } = this.state.active;
    this.remember(`sum-${seat}`);
    this.fields.write(`sum-${seat}`, value);
    if (value.trim()) for (const one of ["hand", "count"]) this.fields.write(`${one}-${seat}`, "");
    this.state.summing = seat;
    this.settle();
  }

  /* ----- one deck: who holds the card that is used up ----- */
  /**
   * @param {Face} card
   * @param {string} place
   */
  showNotice(card, place) {
    const found = this.state.holders(card);
    const holders = (found.length ? found : this.state.holders({ rank: card.rank, suit: "" })).map((one) => ({
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
        change: () => this.lay(() => this.move(one.seat, card, place)),
      }));
    const anyway = {
      label: this.texts.tAdd ?? "",
      testid: "add-anyway",
      change: () => this.lay(() => this.put(card, place)),
    };
    const text = fill(this.texts.tHeld, { rank: written(card), holders: listed });
    this.view.showNotice(text, [...moves, anyway]);
    flash(this.view.keyOf(card), text);
  }

  /**
   * @param {string} from
   * @param {Face} card
   * @param {string} place
   */
  move(from, card, place) {
    const fits = (/** @type {Card} */ one) =>
      one.rank === card.rank && (!card.suit || !one.suit || one.suit === card.suit);
    if (from === "card") this.fields.write("card", "");
    else this.takeCard(from, this.state.hand(from).findLastIndex(fits));
    this.put(card, place);
  }

  /* ----- choices in the tray: how many cards, which number, whose riichi to take back ----- */
  /** @returns {Choice[]} */
  choices() {
    const { slot, seat } = this.state.active;
    if (slot === "hand") return this.state.mode(seat) === "count" ? this.stepper(seat) : [];
    if (slot === "count") return [...this.times(), ...this.targets()];
    if (slot === "riichi") return this.state.holds("riichi").map((one) => this.lessRiichi(one));
    if (slot === "drawn") return this.state.drawn().map((one, index) => this.lessDrawn(one, index));
    if (slot === "doublings") return this.doublings();
    return SHOWN.includes(slot) ? this.suits(slot) : [];
  }

  /** @param {string} seat @returns {Choice[]} */
  stepper(seat) {
    const now = whole(this.state.count(seat)) ?? 0;
    const write = (/** @type {number} */ count) => () => this.writeHand(seat, "count", String(Math.max(0, count)));
    return [
      { label: "−", testid: "count-less", name: this.texts.tLess, change: write(now - 1) },
      { label: "＋", testid: "count-more", name: this.texts.tMore, change: write(now + 1) },
    ];
  }

  /* How many cards of the open hand are of the suits that count. */
  /** @returns {Question[]} */
  counts() {
    const { slot, seat } = this.state.active;
    return slot === "hand" ? this.state.countedSuits(seat).map((suit) => this.howMany(seat, suit)) : [];
  }

  /** @param {string} seat @param {string} suit @returns {Question} */
  howMany(seat, suit) {
    const [least = 0, most = 0] = this.state.bounds(seat, suit);
    const now = this.state.suits(seat)[suit];
    const label = fill(this.texts.tOfThese, { suit: SYMBOLS[suit] ?? "" });
    const may = this.state.mayCount(seat, suit);
    const choices = [...Array(may ? most - least + 1 : 0).keys()].map((more) => ({
      label: String(least + more),
      testid: `suit-${suit}-${least + more}`,
      name: `${label} ${least + more}`,
      pressed: now === least + more,
      change: () => this.tellSuit(seat, suit, least + more),
    }));
    return { label, open: may && now === undefined, choices };
  }

  /** @param {string} seat @param {string} suit @param {number} count */
  tellSuit(seat, suit, count) {
    const told = { ...this.state.suits(seat), [suit]: count };
    const scored = Object.entries(told).filter(([one]) => this.state.scored(seat).includes(one));
    this.fields.write(`hand-${seat}`, writeHeld(this.state.hand(seat), Object.fromEntries(scored)));
  }

  together() {
    return whole(this.fields.text("count")) || 1;
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
        change: () => this.setTimes(times),
      };
    });
  }

  /** @param {number} times */
  setTimes(times) {
    this.fields.write("count", times > 1 ? String(times) : "");
    this.fields.write("target", "");
    if (times === 1 || !this.targets().length) this.state.advance();
  }

  /** @returns {Choice[]} */
  targets() {
    const times = this.together();
    const [card] = this.state.shown("card");
    if (!this.state.deck.together || times < 2 || !card || card.rank === "Jk") return [];
    const one = Number(this.view.natural(card));
    const now = this.fields.text("target").trim() || String(one);
    return [one, one * times].map((number) => ({
      label: `= ${number}`,
      testid: `target-${number}`,
      pressed: now === String(number),
      change: () => this.setTarget(number === one ? "" : String(number)),
    }));
  }

  /** @param {string} number */
  setTarget(number) {
    this.fields.write("target", number);
    this.state.advance();
  }

  /* Only the suit of these cards matters; the whole card can be told the other way. */
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
      change: () => this.show(slot, written(face)),
    }));
    const none = {
      label: this.texts.tUnknown ?? "",
      testid: `${slot}-none`,
      name: this.texts.tNobodyKnows,
      pressed: this.state.isUnknown(slot),
      change: () => this.show(slot, NO_CARDS),
    };
    return [...choices, none];
  }

  /** @param {string} slot @param {string} text */
  show(slot, text) {
    this.fields.write(slot, text);
    this.state.advance();
  }

  /** @returns {Choice[]} */
  doublings() {
    const now = whole(this.fields.text("doublings")) ?? 0;
    const most = Math.max(MOST_SHOWN_DOUBLINGS, now);
    return [...Array(most + 1).keys()].map((times) => ({
      label: `×${2 ** times}`,
      testid: `doubled-${times}`,
      pressed: now === times,
      change: () => this.setDoublings(times),
    }));
  }

  /** @param {number} times */
  setDoublings(times) {
    this.fields.write("doublings", times ? String(times) : "");
    this.state.advance();
  }

  /** @param {string} seat @returns {Choice} */
  lessRiichi(seat) {
    const name = this.state.name(seat);
    return {
      label: `${isolate(brief(name))} ×${this.state.declared(seat)} −`,
      testid: `riichi-less-${seat}`,
      name: fill(this.texts.tLessRiichi, { name: isolate(name) }),
      change: () => this.declare(seat, -1),
    };
  }

  /** @param {Card} card @param {number} index @returns {Choice} */
  lessDrawn(card, index) {
    return {
      label: `${written(card)} −`,
      testid: `drawn-less-${index}`,
      name: fill(this.texts.tRemove, { rank: card.text }),
      change: () => this.fields.write("drawn", writeCards(this.state.drawn().filter((_, at) => at !== index))),
    };
  }

  /* ----- what others are told ----- */
  render() {
    const acting = (/** @type {Choice} */ one) => ({ ...one, change: () => this.act(one.change) });
    const counts = this.counts().map((one) => ({ ...one, choices: one.choices.map(acting) }));
    this.view.render(this.choices().map(acting), counts, this.history.length > 0);
    this.hooks.asked();
  }

  /**
   * What the server says about each hand, as "2+J=13 ✓".
   * @param {Record<string, string>} said
   */
  check(said) {
    this.view.check(said);
  }

  /** What was entered, in words: who did what on which card, then every hand. */
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

/**
 * The pad of a game with hands.
 * @param {Fields} fields
 * @param {Hooks} hooks
 * @returns {EntryPad}
 */
export const makePad = (fields, hooks) => new Pad(part("[data-pad]", fields.form), fields, hooks);
