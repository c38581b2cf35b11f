/* The pad of the plays: choose a player, tap cards, play them. The server names the combination. */
/** @import { Fields, Input } from "../entry/fields.js" */
import { readCards, trayCard } from "../cards.js";
import { button, buzz, element, flash, part, parts, say } from "../tools.js";
import { Turns, taker } from "./turns.js";

const TOKEN = /小王|大王|[Jj]k[BRbr]|[SHDCshdc♠♥♦♣]?(?:10|[2-9AJQKTajqkt])|[BRbr]/g;
const SUMMARY = -1;
const TRYING = -2;
const FAN = 5;

/** The cards of a typed play. @param {string} text @returns {string[]} */
export const tokens = (text) => text.normalize("NFKC").match(TOKEN) ?? [];

/** The card of a token; B and R alone are the jokers. @param {string} token */
const faceOf = (token) => {
  const [card] = readCards(token.replace(/^[BR]$/i, "Jk$&"));
  return card ?? { rank: "", suit: "" };
};

/** The rank of a token in one letter; B and R are the jokers. @param {string} token */
export const rankOf = (token) => {
  const { rank, suit } = faceOf(token);
  return rank === "Jk" ? suit : rank.replace("10", "T");
};

/** Whether a text is nothing but cards. @param {string} text */
export const isRead = (text) => tokens(text).join("") === text.normalize("NFKC").replace(/\s/g, "");

/** Reads and writes the fields `plays` (played) and `trying` (being tapped). */
export class Plays extends Turns {
  /** @param {HTMLElement} root @param {Fields} fields @param {() => void} changed */
  constructor(root, fields, changed) {
    super(root, "plays", fields, changed);
    this.keys = parts("[data-rank]", root);
    /** @type {Record<string, string>} */
    this.said = {};
    /** @type {Record<string, string>} */
    this.states = {};
    this.passes = 0;
    this.by = this.lines("trying")[0]?.by || this.afterLast();
  }

  /* The landlord leads, chosen by the auction or by the chip. */
  first() {
    return taker(this.lines("auction")) || super.first();
  }

  /** After a call: the landlord leads, as long as nothing is played. */
  follow() {
    if (this.lines().length || this.cards().length) return;
    this.by = this.first();
    this.render();
  }

  /** Cards that are not played yet stay with the current player. @param {Input} input */
  typed(input) {
    const held = this.cards();
    super.typed(input);
    this.hold(held);
    if (input.name === "auction") this.follow();
  }

  /* ----- the cards that are not played yet ----- */
  /** Their tokens: with suits if they were typed so. */
  cards() {
    return tokens(this.fields.text("trying").slice(this.name(this.by).length));
  }

  /** @param {string[]} cards */
  hold(cards) {
    this.fields.write("trying", cards.length ? `${this.name(this.by)}: ${cards.join(" ")}` : "");
  }

  /** @param {string} rank */
  key(rank) {
    return part(`[data-rank="${rank}"]`, this.root);
  }

  /** @param {string} rank */
  left(rank) {
    const gone = [...this.lines().flatMap((line) => tokens(line.text).map(rankOf)), ...this.cards().map(rankOf)];
    return Number(this.key(rank).dataset.copies) - gone.filter((one) => one === rank).length;
  }

  /* ----- taps ----- */
  /** @param {string} seat */
  choose(seat) {
    this.passes = 0;
    this.turn(seat);
  }

  /** Makes it the turn of a seat, to which the cards that are not played yet go over. @param {string} seat */
  turn(seat) {
    const held = this.cards();
    this.by = seat;
    this.hold(held);
    this.settle();
  }

  /** @param {HTMLElement} button */
  command(button) {
    const data = button.dataset;
    if (data.rank) this.tap(data.rank, button);
    else if ("undo" in data) this.undo();
    else if ("pass" in data) this.pass();
    else if ("put" in data) this.put();
    else if (data.place) {
      this.hold(this.cards().filter((_, at) => at !== Number(data.place)));
      this.settle();
    }
  }

  /** @param {string} rank @param {HTMLElement} key */
  tap(rank, key) {
    if (this.left(rank) <= 0) {
      const text = this.fill("tNoneLeft", { rank: key.dataset.label });
      this.part("[data-verdict]").textContent = text;
      flash(key, text);
      return;
    }
    buzz();
    this.hold([...this.cards(), key.dataset.typed ?? ""]);
    this.settle();
  }

  undo() {
    const held = this.cards();
    if (held.length) this.hold(held.slice(0, -1));
    else if (this.passes) {
      this.passes -= 1;
      this.by = this.after(this.by, -1);
    } else this.takeBack();
    say(this.texts.tUndone);
    this.settle();
  }

  takeBack() {
    const last = this.pop();
    if (!last?.by) return;
    this.by = last.by;
    this.hold(tokens(last.text));
  }

  /* Passes are not written: they follow from the next play. */
  pass() {
    this.passes += 1;
    this.turn(this.after(this.by));
  }

  put() {
    const cards = this.cards();
    if (!cards.length) return;
    const plain = cards.every((one) => one.length === 1 || one === "10");
    this.hold([]);
    this.append(cards.join(plain ? "" : " "));
    this.passes = 0;
    this.by = this.after(this.by);
    this.settle();
  }

  /* ----- drawing ----- */
  render() {
    super.render();
    const cards = this.cards();
    const tray = this.part("[data-trying-cards]");
    this.part("[data-who]").textContent = this.fill("tPlays", { name: this.name(this.by) });
    tray.classList.toggle("many", cards.length > FAN);
    tray.replaceChildren(...cards.map((card, place) => this.face(card, place)));
    for (const key of this.keys) this.renderKey(key);
    button("[data-put]", this.root).disabled = cards.length === 0;
    button("[data-undo]", this.root).disabled = cards.length === 0 && this.lines().length === 0 && !this.passes;
    if (!cards.length) this.part("[data-verdict]").textContent = "";
  }

  /** @param {HTMLElement} key */
  renderKey(key) {
    const { rank = "", label = "", copies } = key.dataset;
    const count = Math.max(this.left(rank), 0);
    const less = count < Number(copies);
    key.classList.toggle("used", count === 0);
    part("small", key).textContent = less ? String(count) : "";
    key.setAttribute("aria-label", less ? this.fill("tLeft", { rank: label, count }) : label);
  }

  /** @param {string} card @param {number} place */
  face(card, place) {
    const rank = this.key(rankOf(card)).dataset.label;
    const made = trayCard(faceOf(card), this.fill("tRemove", { rank }));
    made.button.dataset.place = String(place);
    return made.item;
  }

  /** A play with spaces between its cards, and jokers in words. @param {string} text */
  shown(text) {
    if (!isRead(text)) return super.shown(text);
    const word = (/** @type {string} */ one) => (faceOf(one).rank === "Jk" ? this.key(rankOf(one)).dataset.label : one);
    return tokens(text).map(word).join(" ");
  }

  /** @param {number} place */
  remarks(place) {
    const words = this.said[place];
    if (!words) return [];
    const remark = element("small", words);
    remark.dataset.state = this.states[place];
    return [remark];
  }

  /** Shows the verdicts of the server, by the index of the play.
      @param {Record<string, string>} said @param {Record<string, string>} states */
  check(said, states) {
    this.said = said;
    this.states = states;
    this.renderLines();
    const verdict = this.part("[data-verdict]");
    verdict.textContent = this.cards().length ? (said[TRYING] ?? "") : "";
    verdict.dataset.state = states[TRYING] ?? "";
    for (const place of parts("[data-summary]", this.fields.form)) place.textContent = said[SUMMARY] ?? "";
  }
}
