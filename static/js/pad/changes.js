/* What a tap writes into the form: people into roles, cards into hands and slots. Then it goes on to what is asked. */
/** @import { Card, Face } from "../cards.js" */
/** @import { Fields } from "../entry/fields.js" */
/** @import { State } from "./state.js" */
import { NO_CARDS, suitBounds, writeCards, writeHeld, written } from "../cards.js";

const MANY = ["callers", "returns"];
export const WAYS = ["hand", "sum", "count"];

/** Changes of one form; they add card values and know no other rule. */
export class Changes {
  /**
   * @param {State} state
   * @param {Fields} fields
   */
  constructor(state, fields) {
    this.state = state;
    this.fields = fields;
  }

  changeKind() {
    const { state } = this;
    if (state.kind() === "draw" && !state.slots().includes("victim")) this.fields.choose("victim", []);
    state.advance();
  }

  /** What is switched off is taken out of the form. @param {string} slot */
  switchOff(slot) {
    this.fields.choose(slot, []);
    this.state.switched.delete(slot);
    this.state.advance();
  }

  /* ----- people ----- */
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
    if (slot === this.state.ask().returner) this.passReturn(seat);
    if (this.state.skips(seat)) this.writeHand(seat, "hand", "");
    this.state.advance();
  }

  /** Where only who has this role may return, a return goes over to another. @param {string} seat */
  passReturn(seat) {
    const [first, ...rest] = this.state.holds("returns");
    if (first) this.fields.choose("returns", [seat, ...rest]);
  }

  /** @param {string} seat */
  takeBackCaller(seat) {
    this.leaveRole("callers", seat);
    if (this.state.holds("callers").length === 0) this.state.active = { slot: "callers", seat: "" };
  }

  /** The only one who may has returned. @param {string} seat */
  answer(seat) {
    this.state.active = { slot: "returns", seat: "" };
    this.toggleReturn(seat);
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

  /** @param {string} number */
  putNumber(number) {
    this.fields.write("target", number);
    this.state.advance();
  }

  /**
   * @param {string} seat
   * @param {string} number
   */
  putCount(seat, number) {
    this.writeHand(seat, "count", number);
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

  /* Cards stay where they are the usual way: one comes back to them. */
  /** @param {string} seat */
  clearWays(seat) {
    const cleared = this.state.usual() === "count" ? WAYS : WAYS.filter((one) => one !== "hand");
    for (const one of cleared) this.fields.write(`${one}-${seat}`, "");
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

  /** No cards, or what was said of them taken back. @param {string} seat */
  putNone(seat) {
    if (this.state.mode(seat) === "count") this.writeHand(seat, "count", this.state.count(seat) === "0" ? "" : "0");
    else this.writeHand(seat, "hand", this.state.isEmpty(seat) ? "" : NO_CARDS);
  }

  /**
   * @param {string} seat
   * @param {string} value
   */
  putSum(seat, value) {
    this.fields.write(`sum-${seat}`, value);
    if (value.trim()) for (const one of ["hand", "count"]) this.fields.write(`${one}-${seat}`, "");
    this.state.summing = seat;
  }
}
