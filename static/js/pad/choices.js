/* What can be chosen in the tray: how many cards, which number, whose riichi to take back. Each choice brings what it
   changes. */
/** @import { Card } from "../cards.js" */
/** @import { Fields } from "../entry/fields.js" */
/** @import { Changes } from "./changes.js" */
/** @import { State } from "./state.js" */
/** @import { View } from "./view.js" */
import { NO_CARDS, SYMBOLS, writeCards, writeHeld, written } from "../cards.js";
import { brief, fill, isolate, whole } from "../tools.js";
import { SHOWN } from "./state.js";

const MOST_SHOWN_DOUBLINGS = 5;

/**
 * @typedef {{
 *   label: string, testid: string, name?: string, look?: string, pressed?: boolean, change: () => void
 * }} Choice
 */
/** @typedef {{ label: string, open: boolean, choices: Choice[] }} Question */

/** What the open slot or hand of one pad offers. */
export class Choices {
  /**
   * @param {State} state
   * @param {Fields} fields
   * @param {Changes} changes
   * @param {View} view
   */
  constructor(state, fields, changes, view) {
    this.state = state;
    this.fields = fields;
    this.changes = changes;
    this.view = view;
    this.texts = fields.form.dataset;
  }

  /** @returns {Choice[]} */
  all() {
    const { seat } = this.state.active;
    const slot = this.state.topic();
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
    const write = (/** @type {number} */ count) => () => this.changes.writeHand(seat, "count", String(count));
    const less = now ? write(now - 1) : () => this.changes.putNone(seat);
    return [
      { label: "−", testid: "count-less", name: this.texts.tLess, change: less },
      { label: "＋", testid: "count-more", name: this.texts.tMore, change: write(now + 1) },
    ];
  }

  /* How many cards of the open hand are of a suit that counts: one suit at a time, so that no key moves. */
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

  /** The way to another suit, with its number. @param {string} seat @param {string} suit @returns {Choice} */
  otherSuit(seat, suit) {
    const told = this.state.suits(seat)[suit] ?? "?";
    return {
      label: `${SYMBOLS[suit] ?? ""}${told}`,
      testid: `suit-${suit}`,
      look: "other",
      name: `${this.ofThese(suit)} ${told}`,
      change: () => {
        this.state.counting = suit;
      },
    };
  }

  /** @param {string} seat @param {string} suit @param {number} count */
  tellSuit(seat, suit, count) {
    const told = { ...this.state.suits(seat), [suit]: count };
    const scored = Object.entries(told).filter(([one]) => this.state.scored(seat).includes(one));
    this.fields.write(`hand-${seat}`, writeHeld(this.state.hand(seat), Object.fromEntries(scored)));
    const suits = this.state.scored(seat);
    this.state.counting = suits.find((one) => this.state.isOpenSuit(seat, one)) ?? (suits.length > 1 ? suit : "");
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
      change: () => this.changes.putNumber(number === one ? "" : String(number)),
    }));
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
      change: () => this.changes.declare(seat, -1),
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
}
