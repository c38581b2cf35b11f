/* The state of the card pad, read from and written to the form: roles, slots and hands, and which of them is asked
   next. Of the rules it knows only the values of cards. */
/** @import { Asked, Deck, Plan } from "../types.js" */
/** @import { Card, Face } from "../cards.js" */
/** @import { Fields } from "../entry/fields.js" */
import {
  alike,
  isEmptyHand,
  NO_CARDS,
  readCards,
  readShown,
  readSuits,
  suitBounds,
  writeCards,
  writeHeld,
  written,
} from "../cards.js";
import { beside, whole, wished } from "../tools.js";

/** @typedef {{ seat: string, name: string }} Seat */
/**
 * What is being entered; `seat` only for a hand, `more` to ask for another answer beside the given ones.
 * @typedef {{ slot: string, seat: string, more?: boolean }} Place
 */
/** @typedef {"cards" | "count" | "sum" | ""} Way how a hand is entered; "" for not at all */

/** @type {Asked} */
const NOTHING = {
  slots: [],
  extras: [],
  hands: [],
  returned: [],
  skip: "",
  counts: "",
  suits: [],
  shown: [],
  declared: [],
  added: [],
  readded: [],
  returner: "",
  roles: {},
};
export const WAYS = ["hand", "sum", "count"];
export const SHOWN = ["turnup", "bottom"];
export const CARDS = ["card", ...SHOWN];
const SWITCHED = ["returns"];
const NUMBERS = ["count", "target", "doublings"];
const ELSEWHERE = ["yaku", "lapsed"];
export const ROLES = ["winner", "starter", "player", "callers", "returns", "victim"];

/** The state of one form; the plan of its questions comes from the server. */
export class State {
  /** @param {Fields} fields @param {Plan} plan @param {Deck} deck @param {Seat[]} seats */
  constructor(fields, plan, deck, seats) {
    this.fields = fields;
    this.plan = plan;
    this.deck = deck;
    this.seats = seats;
    this.suitKeys = !wished("ranks"); // whether this phone enters suits by keys where they count
    this.summing = ""; // the seat or slot that uses its other way of entry
    this.counting = ""; // the suit whose cards are being counted
    /** @type {Set<string>} slots that are switched on, with or without an answer */
    this.switched = new Set();
    /** @type {Set<string>} seats whose hands other phones sent, hidden here */
    this.sent = new Set();
    this.active = this.rest();
  }

  kind() {
    return this.fields.chosen("kind")[0] || "";
  }

  ask() {
    return { ...NOTHING, ...this.plan.kinds[this.kind()] };
  }

  slots() {
    const { slots, shown, declared } = this.ask();
    const wins = declared.length > 0 && this.numbers().some((seat) => this.suited(seat) && this.declared(seat) > 0);
    return [...slots, ...shown, ...(wins ? declared : [])];
  }

  extras() {
    const apart = [...ELSEWHERE, ...this.slots(), ...(this.deck.together ? ["target"] : [])];
    return this.ask().extras.filter((one) => !apart.includes(one));
  }

  /** All slots of this kind of round: asked ones, then offered ones. */
  here() {
    return [...this.slots(), ...this.extras()];
  }

  /** @param {string} slot */
  holds(slot) {
    if (this.isUnknown(slot)) return [NO_CARDS];
    if (CARDS.includes(slot)) return this.shown(slot).map((one) => one.text);
    if (slot === "drawn") return this.drawn().map((one) => one.text);
    if (NUMBERS.includes(slot)) return [this.fields.text(slot).trim()].filter(Boolean);
    if (slot === "riichi") return this.numbers().filter((seat) => this.declared(seat) > 0);
    return this.fields.chosen(slot);
  }

  numbers() {
    return this.seats.map(({ seat }) => seat);
  }

  /** @param {string} seat */
  name(seat) {
    return this.seats.find((one) => one.seat === seat)?.name ?? "";
  }

  /** The card of a slot that has room for one. @param {string} slot */
  shown(slot) {
    return SHOWN.includes(slot) ? readShown(this.fields.text(slot)) : this.cardsIn(slot).slice(0, 1);
  }

  /** Whether the slot says that there is no such card or that nobody knows it. @param {string} slot */
  isUnknown(slot) {
    return SHOWN.includes(slot) && isEmptyHand(this.fields.text(slot));
  }

  /**
   * What is missing for the payments: a card, the answer of a slot that is switched on, or the count of a suit of a
   * hand that is not open.
   * @returns {Place | null}
   */
  unsaid() {
    const slot = this.slots().find((one) => SHOWN.includes(one) && this.holds(one).length === 0);
    if (slot) return { slot, seat: "" };
    const here = this.here();
    const switched = SWITCHED.find((one) => here.includes(one) && this.isOn(one) && this.holds(one).length === 0);
    if (switched) return { slot: switched, seat: "" };
    return this.active.slot === "hand" ? null : this.halfHand();
  }

  /** Cards drawn after the end, in order. */
  drawn() {
    return this.cardsIn("drawn");
  }

  /** @param {string} name */
  cardsIn(name) {
    return readCards(this.fields.text(name)).filter((one) => one.rank);
  }

  /** @param {string} seat */
  declared(seat) {
    return whole(this.fields.text(`riichi-${seat}`)) ?? 0;
  }

  /* ----- one hand ----- */
  /** @param {string} seat */
  written(seat) {
    return this.fields.text(`hand-${seat}`);
  }

  /** @param {string} seat */
  hand(seat) {
    return readCards(this.written(seat));
  }

  /** @param {string} seat */
  cards(seat) {
    return this.cardsIn(`hand-${seat}`);
  }

  /** @param {string} seat */
  sum(seat) {
    return this.fields.text(`sum-${seat}`).trim();
  }

  /** @param {string} seat */
  count(seat) {
    return this.fields.text(`count-${seat}`).trim();
  }

  /** @param {string} seat */
  isEmpty(seat) {
    return isEmptyHand(this.written(seat));
  }

  /** Whether there is a hand: in the form, or sent by another phone and hidden here. @param {string} seat */
  entered(seat) {
    return this.typedIn(seat) || this.sent.has(seat);
  }

  /** @param {string} seat */
  typedIn(seat) {
    const counted = Boolean(this.ask().counts) && this.count(seat);
    return Boolean(this.written(seat).trim() || this.sum(seat) || counted);
  }

  /** The total of a hand: its points, or its number of cards. @param {string} seat */
  total(seat) {
    if (this.sum(seat)) return this.sum(seat).normalize("NFKC");
    if (this.mode(seat) === "count") return this.count(seat).normalize("NFKC") || "0";
    return String(this.cards(seat).reduce((sum, one) => sum + (this.deck.values[one.rank] ?? 0), 0));
  }

  /** @param {string} seat @returns {Way} how this hand is entered */
  mode(seat) {
    if (this.ask().counts && this.count(seat)) return "count";
    if (this.sum(seat)) return "sum";
    if (this.summing !== seat) return this.written(seat).trim() ? "cards" : this.usual();
    return this.usual() === "count" ? "cards" : this.other();
  }

  /** @returns {Way} */
  usual() {
    return this.ask().counts === "first" ? "count" : "cards";
  }

  /** @returns {Way} the other way to enter a hand, beside the usual one */
  other() {
    if (this.usual() === "count") return "cards";
    if (this.ask().counts) return "count";
    return this.plan.sums ? "sum" : "";
  }

  /* ----- whose hands ----- */
  /** The seats whose hands are asked, in order. */
  order() {
    const { hands, returned } = this.ask();
    const roles = this.returned() && returned.length ? returned : hands;
    const asked = roles.flatMap((role) => (role === "all" ? this.numbers() : this.fields.chosen(role)));
    return [...new Set(asked)].filter((seat) => !this.skips(seat));
  }

  returned() {
    return this.extras().includes("returns") && this.fields.chosen("returns").length > 0;
  }

  /** @param {string} seat */
  skips(seat) {
    const { skip } = this.ask();
    return Boolean(skip) && this.fields.chosen(skip).includes(seat);
  }

  /** @param {string} seat */
  skipped(seat) {
    return !this.order().includes(seat);
  }

  /** Whether the sum of this hand is part of a payment. @param {string} seat */
  adds(seat) {
    const { added, readded } = this.ask();
    const roles = this.returned() ? readded : added;
    return roles.some((role) => role === "all" || this.having(role).includes(seat));
  }

  /** The seats with a role; the payer is the one whose claim was returned. @param {string} role */
  having(role) {
    if (role !== "payer") return this.fields.chosen(role);
    const before = this.fields.chosen("returns").at(-2);
    return before ? [before] : this.fields.chosen("callers");
  }

  /** The only seat that may return the claim; "" if several may, or nothing is claimed yet. */
  onlyReturner() {
    const { returner } = this.ask();
    const callers = this.fields.chosen("callers");
    const others = returner ? this.fields.chosen(returner) : this.numbers().filter((one) => !callers.includes(one));
    const [only = ""] = others;
    return callers.length > 0 && others.length === 1 ? only : "";
  }

  /** Whether the suits of this hand count: that of the winner. @param {string} seat */
  suited(seat) {
    const role = this.ask().suits.find((one) => this.fields.chosen(one).length > 0);
    const held = role ? this.fields.chosen(role) : [];
    return role === "returns" ? held.at(-1) === seat : held.includes(seat);
  }

  /** The suits that count in a hand: those of dora and ura-dora. @param {string} seat */
  scored(seat) {
    if (!this.suited(seat)) return [];
    const { shown, declared } = this.ask();
    const cards = [...shown, ...(this.declared(seat) ? declared : [])].flatMap((slot) => this.shown(slot));
    return [...new Set(cards.filter((one) => one.rank !== "Jk").map(({ suit }) => suit))].filter(Boolean);
  }

  /** Whether a hand is entered by keys with suits; always where the counting suits are not known.
      @param {string} seat */
  bySuits(seat) {
    return this.suited(seat) && (this.suitKeys || !this.canCount());
  }

  /** Whether ranks with a count of the suit are enough. */
  canCount() {
    const { shown, declared } = this.ask();
    return shown.length + declared.length > 0;
  }

  /** The entered counts of suits in a hand. @param {string} seat */
  suits(seat) {
    return readSuits(this.written(seat));
  }

  /** The least and the greatest possible count of a suit in a hand, given the counts of the others.
      @param {string} seat @param {string} suit */
  bounds(seat, suit) {
    const { decks } = this.deck;
    const cards = this.cards(seat);
    const counts = this.suits(seat);
    const [least, most] = suitBounds(cards, suit, decks);
    const more = (/** @type {string} */ one) => Math.max((counts[one] ?? 0) - suitBounds(cards, one, decks)[0], 0);
    const others = this.scored(seat).filter((one) => one !== suit);
    const free = cards.filter((one) => !one.suit && one.rank !== "Jk").length;
    const rest = others.reduce((sum, one) => sum - more(one), free);
    return [least, Math.max(least, Math.min(most, least + rest))];
  }

  /** The suits whose count is asked; on keys without suits all of them, so that no key moves. @param {string} seat */
  countedSuits(seat) {
    if (this.mode(seat) !== "cards") return [];
    return this.scored(seat).filter((suit) => !this.bySuits(seat) || this.mayCount(seat, suit));
  }

  /** Whether the count of a suit is open or entered. @param {string} seat @param {string} suit */
  mayCount(seat, suit) {
    const [least = 0, most = 0] = this.bounds(seat, suit);
    return most > least || suit in this.suits(seat);
  }

  /** Whether the count of a suit is missing. @param {string} seat @param {string} suit */
  isOpenSuit(seat, suit) {
    return this.mayCount(seat, suit) && !(suit in this.suits(seat));
  }

  /** The first suit whose count is missing in a hand, or "". @param {string} seat */
  openSuit(seat) {
    return this.countedSuits(seat).find((suit) => this.isOpenSuit(seat, suit)) ?? "";
  }

  /** @param {string} seat */
  role(seat) {
    const asked = this.here().filter((slot) => ROLES.includes(slot));
    const slots = asked.includes("returns") ? ["returns", ...asked] : asked; // what came last is what counts
    return slots.find((slot) => this.holds(slot).includes(seat)) ?? "";
  }

  /* ----- the open slot or hand ----- */
  /** @returns {Place | null} the first slot or hand without an answer */
  firstOpen() {
    const slot = this.slots().find((one) => this.holds(one).length === 0);
    return slot ? { slot, seat: "" } : this.openHand();
  }

  /** @returns {Place | null} */
  openHand() {
    const seat = this.order().find((one) => !this.entered(one));
    return seat === undefined ? null : { slot: "hand", seat };
  }

  /** @returns {Place | null} the first hand with a missing count of a suit */
  halfHand() {
    const seat = this.order().find((one) => this.openSuit(one));
    return seat === undefined ? null : { slot: "hand", seat };
  }

  /** Whether an optional slot is switched on or filled in. @param {string} slot */
  isOn(slot) {
    if (!SWITCHED.includes(slot) || this.active.slot === slot) return true;
    return this.switched.has(slot) || this.holds(slot).length > 0;
  }

  /** Whether a place has no answer. @param {Place} place */
  isOpen({ slot, seat }) {
    if (slot === "hand") return !this.skipped(seat) && !this.entered(seat);
    return Boolean(slot) && this.holds(slot).length === 0;
  }

  /** @returns {Place | null} the asked place: the open one without an answer, else the first missing one */
  asked() {
    return this.active.more || this.isOpen(this.active) ? this.active : this.firstOpen();
  }

  /** The slot that the felt shows: after the riichi of a winner the ura-dora, though more may be declared. */
  topic() {
    const { slot } = this.active;
    const open = slot === "riichi" ? (this.firstOpen()?.slot ?? "") : "";
    return this.ask().declared.includes(open) ? open : slot;
  }

  /** @returns {Place | null} the missing place: the open one if it is needed, else the first */
  missing() {
    const spare = this.extras().includes(this.active.slot) && !SWITCHED.includes(this.active.slot);
    return (spare ? this.firstOpen() : this.asked()) ?? this.unsaid();
  }

  /** @returns {Place} the place to start with, or to open once everything is entered */
  rest() {
    const [first] = this.order();
    const hand = first === undefined ? null : { slot: "hand", seat: first };
    const [extra] = this.extras();
    return this.firstOpen() ?? this.halfHand() ?? hand ?? { slot: this.slots().at(-1) || extra || "", seat: "" };
  }

  /** @returns {Place | null} the place after this one: the next hand, or after a slot what is missing */
  next() {
    const { slot, seat } = this.active;
    if (slot === "hand") return this.nextAfter(seat);
    const rest = this.rest();
    return this.waits() || rest.slot === slot ? null : rest;
  }

  /** Whether this slot needs an answer first. */
  waits() {
    const { slot } = this.active;
    return (this.slots().includes(slot) || SWITCHED.includes(slot)) && this.isOpen(this.active);
  }

  /** @param {string} here @returns {Place | null} */
  nextAfter(here) {
    const order = this.order();
    const place = order.indexOf(here);
    const others = [...order.slice(place + 1), ...order.slice(0, Math.max(place, 0))];
    const seat = others.find((one) => !this.entered(one)) ?? others.find((one) => this.openSuit(one));
    return seat === undefined ? null : { slot: "hand", seat };
  }

  /** Where an arrow key leads: to the neighbouring hand (`along`), or to another slot.
      @param {number} step @param {boolean} along @returns {Place} */
  beside(step, along) {
    const { slot, seat } = this.active;
    const seats = this.numbers().filter((one) => !this.skipped(one));
    if (along && slot === "hand") return { slot, seat: beside(seats, seats.indexOf(seat), step) ?? seat };
    const stops = [...this.slots(), ...(seats.length ? ["hand"] : []), ...this.extras()];
    const next = beside(stops, stops.indexOf(slot), step);
    if (!next || next === slot) return this.active;
    return next === "hand" ? (this.openHand() ?? { slot: next, seat: seats[0] ?? "" }) : { slot: next, seat: "" };
  }

  /** Opens what is missing. */
  advance() {
    this.counting = "";
    this.active = this.rest();
  }

  /** Leaves a place that is no longer asked. */
  keepActive() {
    const { slot, seat } = this.active;
    const lost = slot === "hand" ? this.skipped(seat) : !this.here().includes(slot);
    if (lost) this.active = this.rest();
  }

  /** The place for a card: the open hand or slot, or the claimed card if that is missing. @param {string} slot */
  placeOf(slot) {
    if (SHOWN.includes(slot) && this.summing !== slot) return "";
    if (["hand", "target", "drawn", ...CARDS].includes(slot)) return slot;
    return this.slots().includes("card") && this.holds("card").length === 0 ? "card" : "";
  }

  /** @returns {Place | null} where a card goes next: the hand of the player named last, else what is missing */
  onward() {
    const { slot } = this.active;
    const open = this.firstOpen();
    const named = ROLES.includes(slot) ? this.holds(slot).at(-1) : undefined;
    const hand = { slot: "hand", seat: named ?? "" };
    return open?.slot === "hand" && this.isOpen(hand) ? hand : open;
  }

  /* ----- one deck ----- */
  onTable() {
    return this.slots().includes("card") ? this.shown("card") : [];
  }

  /** All cards in hands and on the table. */
  laid() {
    return [...this.numbers().flatMap((seat) => this.cards(seat)), ...this.onTable()];
  }

  /** The number of these cards left in the deck. @param {Face} card @param {Card[]} laid */
  left(card, laid = this.laid()) {
    const held = (/** @type {Face} */ face) => laid.filter((other) => alike(face, other)).length;
    if (card.rank === "Jk") return this.deck.jokers - held(card);
    const ofRank = this.deck.copies - held({ rank: card.rank, suit: "" });
    return card.suit ? Math.min(ofRank, this.deck.decks - held(card)) : ofRank;
  }

  /** The number of these cards in the full deck. @param {Face} card */
  whole(card) {
    if (card.rank === "Jk") return this.deck.jokers;
    return card.suit ? this.deck.decks : this.deck.copies;
  }

  /** The holders of a card with their numbers; the seat "card" is the table. @param {Face} card */
  holders(card) {
    const many = (/** @type {Card[]} */ cards) => cards.filter((one) => alike(card, one)).length;
    const hands = this.numbers().map((seat) => ({ seat, count: many(this.cards(seat)) }));
    return [...hands, { seat: "card", count: many(this.onTable()) }].filter(({ count }) => count > 0);
  }

  /** @param {string} place @param {Face} card */
  picked(place, card) {
    return CARDS.includes(place) && this.shown(place).some((one) => alike(card, one));
  }

  /* ----- people ----- */
  changeKind() {
    if (this.kind() === "draw" && !this.slots().includes("victim")) this.fields.choose("victim", []);
    this.advance();
  }

  /** Switches a slot off and removes its answer. @param {string} slot */
  switchOff(slot) {
    this.fields.choose(slot, []);
    this.switched.delete(slot);
    this.advance();
  }

  /** @param {string} slot @param {string} seat */
  toggleRole(slot, seat) {
    const calls = this.slots().includes("callers") && this.holds("callers").includes(seat);
    if (slot === "returns") this.toggleReturn(seat);
    else if (slot === "victim" && calls) {
      this.fields.choose("callers", this.others("callers", seat));
      if (!this.holds("callers").length) this.active = { slot: "callers", seat: "" };
    } else if (this.holds(slot).includes(seat)) this.fields.choose(slot, this.others(slot, seat));
    else this.takeRole(slot, seat);
  }

  /** The other seats with a role that several may have. @param {string} slot @param {string} seat */
  others(slot, seat) {
    const many = ["callers", "returns"].includes(slot) && !this.fields.isSingle("callers");
    return many ? this.holds(slot).filter((one) => one !== seat) : [];
  }

  /** @param {string} slot @param {string} seat */
  takeRole(slot, seat) {
    if (slot === "callers" && this.holds("victim").includes(seat)) this.fields.choose("victim", []);
    this.fields.choose(slot, [...this.others(slot, seat), seat]);
    const [first, ...later] = this.holds("returns");
    // If only this role may return, the return goes over to its new seat.
    if (first && slot === this.ask().returner) this.fields.choose("returns", [seat, ...later]);
    if (this.skips(seat)) this.writeHand(seat, "hand", "");
    this.advance();
  }

  /** Enters the only possible returner. @param {string} seat */
  answer(seat) {
    this.active = { slot: "returns", seat: "" };
    this.toggleReturn(seat);
  }

  /** Adds a seat to the chain of returns; a second tap on the last one removes it. @param {string} seat */
  toggleReturn(seat) {
    const now = this.holds("returns");
    const back = now.at(-1) === seat;
    const once = this.fields.all("returns").length === 1;
    this.fields.choose("returns", back ? now.slice(0, -1) : [...(once ? [] : now), seat]);
    if (once && !back) this.advance();
  }

  /** @param {string} seat @param {number} step */
  declare(seat, step) {
    const times = Math.max(0, this.declared(seat) + step);
    this.fields.write(`riichi-${seat}`, times ? String(times) : "");
  }

  /* ----- cards ----- */
  /** @param {Face} card @param {string} place */
  put(card, place) {
    const { slot, seat } = this.active;
    if (place === "hand") {
      const before = this.isEmpty(seat) ? "" : this.written(seat).trim();
      this.writeHand(seat, "hand", `${before} ${written(card)}`.trim());
    } else if (place === "drawn") this.addDrawn(card);
    else {
      this.fields.write(place, written(card));
      if (slot === place) this.advance();
    }
  }

  /** @param {Face} card */
  addDrawn(card) {
    this.fields.write("drawn", `${writeCards(this.drawn())} ${written(card)}`.trim());
    if (!this.plan.several_drawn) this.advance();
  }

  /** @param {string} slot @param {string} text */
  writeSlot(slot, text) {
    this.fields.write(slot, text);
    this.advance();
  }

  /** @param {string} seat @param {string} number */
  putCount(seat, number) {
    this.writeHand(seat, "count", number);
    this.active = this.openHand() ?? this.active;
  }

  /** Writes a hand in one way and clears the others.
      @param {string} seat @param {string} way @param {string} value */
  writeHand(seat, way, value) {
    for (const one of WAYS) this.fields.write(`${one}-${seat}`, one === way ? value : "");
    this.summing = way === "hand" && this.usual() === "count" ? seat : "";
  }

  /** @param {string} seat @param {number} index */
  takeCard(seat, index) {
    const left = this.hand(seat).filter((_, at) => at !== index);
    const counts = Object.entries(this.suits(seat));
    const suits = counts.filter(([suit, count]) => left.length && count <= suitBounds(left, suit, this.deck.decks)[1]);
    this.fields.write(`hand-${seat}`, writeHeld(left, Object.fromEntries(suits)));
  }

  /** @param {string} from @param {Face} card @param {string} place */
  move(from, card, place) {
    const fits = (/** @type {Card} */ one) => alike(card, one) || alike(one, card);
    if (from === "card") this.fields.write("card", "");
    else this.takeCard(from, this.hand(from).findLastIndex(fits));
    this.put(card, place);
  }

  /** Toggles that a hand has no cards. @param {string} seat */
  putNone(seat) {
    if (this.mode(seat) === "count") this.writeHand(seat, "count", this.count(seat) === "0" ? "" : "0");
    else this.writeHand(seat, "hand", this.isEmpty(seat) ? "" : NO_CARDS);
  }

  /** @param {string} seat @param {string} value */
  putSum(seat, value) {
    this.fields.write(`sum-${seat}`, value);
    if (value.trim()) for (const one of ["hand", "count"]) this.fields.write(`${one}-${seat}`, "");
    this.summing = seat;
  }
}
