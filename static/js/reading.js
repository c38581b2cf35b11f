/* What the form says: who and what is chosen, whose hands are asked and in which order. It reads and changes nothing. */
import { isEmptyHand, readCards } from "./cards.js";

const NOTHING = { slots: [], extras: [], hands: [], returned: [], skip: "", counts: "", suits: [] };
const CARDS = ["card", "turnup", "bottom"];
const NUMBERS = ["count", "target", "doublings"];

/** Whether two cards are the same as far as both have suits. */
export const alike = (one, other) => one.rank === other.rank && (!one.suit || one.suit === other.suit);

/** Reading the inputs of one form; the plan of what is asked comes with the form. */
export class Reading {
  constructor(root, fields) {
    Object.assign(this, { root, fields, summing: "", sent: new Set() });
    this.texts = fields.form.dataset;
    this.plan = JSON.parse(this.texts.plan);
    [this.copies, this.decks, this.jokers] = [this.texts.copies, this.texts.decks, this.texts.jokers].map(Number);
    this.together = this.texts.together === "1";
    this.seats = [...root.querySelectorAll("[data-seat]")];
    this.keys = [...root.querySelectorAll("[data-rank]")];
    this.values = Object.fromEntries(this.keys.map((key) => [key.dataset.rank, Number(key.dataset.value)]));
  }

  name(seat) {
    return this.seats.find((chip) => chip.dataset.seat === seat)?.dataset.name ?? this.texts.tAuto;
  }

  kind() {
    return this.fields.chosen("kind")[0] || "";
  }

  ask() {
    return this.plan.kinds[this.kind()] || NOTHING;
  }

  slots() {
    return this.ask().slots;
  }

  extras() {
    return this.ask().extras.filter(
      (one) => one !== "yaku" && one !== "lapsed" && !(one === "target" && this.together),
    );
  }

  holds(slot) {
    if (CARDS.includes(slot)) return this.shown(slot).map((one) => one.text);
    if (slot === "drawn") return this.drawnCards().map((one) => one.text);
    if (NUMBERS.includes(slot)) return [this.fields.text(slot).trim()].filter(Boolean);
    if (slot === "riichi") return this.seats.map((chip) => chip.dataset.seat).filter((seat) => this.declared(seat) > 0);
    return this.fields.chosen(slot);
  }

  shown(slot) {
    return readCards(this.fields.text(slot))
      .filter((one) => one.rank)
      .slice(0, 1);
  }

  /** Cards drawn after the end, in their order; the last one may be the one that counts. */
  drawnCards() {
    return readCards(this.fields.text("drawn")).filter((one) => one.rank);
  }

  declared(seat) {
    return Number(this.fields.text(`riichi-${seat}`).normalize("NFKC")) || 0;
  }

  hand(seat) {
    return readCards(this.fields.text(`hand-${seat}`));
  }

  cards(seat) {
    return this.hand(seat).filter((one) => one.rank);
  }

  sum(seat) {
    return this.fields.text(`sum-${seat}`).trim();
  }

  count(seat) {
    return this.fields.text(`count-${seat}`).trim();
  }

  /** Whether there is a hand: in the form, or sent by another phone and not shown here. */
  entered(seat) {
    return this.typedIn(seat) || this.sent.has(seat);
  }

  typedIn(seat) {
    return Boolean(
      this.fields.text(`hand-${seat}`).trim() || this.sum(seat) || (this.ask().counts && this.count(seat)),
    );
  }

  /* ----- whose hands ----- */
  order() {
    const { hands, returned } = this.ask();
    const roles = this.returned() && returned.length ? returned : hands;
    const all = this.seats.map((chip) => chip.dataset.seat);
    const asked = roles.flatMap((role) => (role === "all" ? all : this.fields.chosen(role)));
    return [...new Set(asked)].filter((seat) => !this.skips(seat));
  }

  returned() {
    return this.extras().includes("returns") && this.fields.chosen("returns").length > 0;
  }

  skips(seat) {
    return Boolean(this.ask().skip) && this.fields.chosen(this.ask().skip).includes(seat);
  }

  skipped(seat) {
    return !this.order().includes(seat);
  }

  /** Whether the suits of this hand count: that of who wins. */
  suited(seat) {
    for (const role of this.ask().suits) {
      const held = this.fields.chosen(role);
      if (held.length) return role === "returns" ? held.at(-1) === seat : held.includes(seat);
    }
    return false;
  }

  /** How this hand is entered: "cards", "count" or "sum". */
  mode(seat) {
    const { counts } = this.ask();
    if (counts && this.count(seat)) return "count";
    if (this.sum(seat)) return "sum";
    if (this.fields.text(`hand-${seat}`).trim()) return "cards";
    const usual = this.usual();
    if (this.summing !== seat) return usual;
    return usual === "count" ? "cards" : this.other();
  }

  usual() {
    return this.ask().counts === "first" ? "count" : "cards";
  }

  /** The other way to enter a hand besides the usual one; none ("") where only cards will do. */
  other() {
    if (this.usual() === "count") return "cards";
    if (this.ask().counts) return "count";
    return this.plan.sums ? "sum" : "";
  }

  firstOpen() {
    const slot = this.slots().find((one) => this.holds(one).length === 0);
    return slot ? { slot } : this.openHand();
  }

  openHand() {
    const seat = this.order().find((one) => !this.entered(one));
    return seat === undefined ? null : { slot: "hand", seat };
  }

  firstHand() {
    const [seat] = this.order();
    return seat === undefined ? null : { slot: "hand", seat };
  }

  /** Where to begin or to go on once everything is in. */
  rest() {
    const [extra] = this.extras();
    return this.firstOpen() || this.firstHand() || { slot: this.slots().at(-1) || extra || "" };
  }

  nextAfter(here) {
    const order = this.order();
    const place = order.indexOf(here);
    return [...order.slice(place + 1), ...order.slice(0, Math.max(place, 0))].find((seat) => !this.entered(seat));
  }

  total(seat) {
    if (this.sum(seat)) return this.sum(seat).normalize("NFKC");
    if (this.mode(seat) === "count") return this.texts.tCount.replace("{count}", this.count(seat) || "0");
    return String(this.cards(seat).reduce((sum, one) => sum + (this.values[one.rank] ?? 0), 0));
  }

  /* ----- one deck ----- */
  onTable() {
    return this.slots().includes("card") ? this.shown("card") : [];
  }

  held(card) {
    const hands = this.seats.flatMap((chip) => this.cards(chip.dataset.seat));
    return [...hands, ...this.onTable()].filter((one) => alike(card, one)).length;
  }

  left(card) {
    if (card.rank === "Jk") return this.jokers - this.held(card);
    const ofRank = this.copies - this.held({ rank: card.rank });
    return card.suit ? Math.min(ofRank, this.decks - this.held(card)) : ofRank;
  }

  /** How many there are of a card when nobody holds one. */
  whole(card) {
    return card.rank === "Jk" ? this.jokers : card.suit ? this.decks : this.copies;
  }

  isEmpty(seat) {
    return isEmptyHand(this.fields.text(`hand-${seat}`));
  }
}
