/* A text field with one line for each call or play ("name: text"), which the pads of a deal write and read. */
/** @import { Fields, Input } from "../entry/fields.js" */
/** @import { Seat } from "../pad/state.js" */
import { element, fill, hit, part, parts, press } from "../tools.js";

const PASSED = "-";
const BIDS = ["1", "2", "3"];
const HIGHEST = 3;

/** @typedef {{ by: string, text: string }} Line a call or play of a seat; by is "" if the name is unknown */

/** A name in a form that ignores case and width; ß in capitals is SS. @param {string} name */
const sameName = (name) => name.normalize("NFKC").toUpperCase().toLowerCase();

/** Splits a line into player and text. The longest name counts: one may begin like another.
    @param {string} line @param {Seat[]} seats @returns {Line} */
const readLine = (line, seats) => {
  const longest = [...seats].sort((one, other) => other.name.length - one.name.length);
  const exact = longest.find(({ name }) => line.startsWith(name) && /^(?:[\s:：]|$)/.test(line.slice(name.length)));
  if (exact) return { by: exact.seat, text: line.slice(exact.name.length).replace(/^\s*[:：]?\s*/, "") };
  const [head = "", ...rest] = line.split(/[:：]/);
  const match = seats.find(({ name }) => sameName(name) === sameName(head.trim()));
  return match ? { by: match.seat, text: rest.join(":").trim() } : { by: "", text: line };
};

/** The lines of a text that are not blank. @param {string} text @param {Seat[]} seats */
export const readLines = (text, seats) => {
  const lines = text.split("\n").map((line) => line.trim());
  return lines.filter(Boolean).map((line) => readLine(line, seats));
};

/** The bid of a call; 0 for a pass. @param {string} text */
const bidOf = (text) => {
  const plain = text.normalize("NFKC").trim();
  return BIDS.includes(plain) ? Number(plain) : 0;
};

/** The seat that becomes landlord: the first highest bid; "" if all passed. @param {Line[]} calls */
export const taker = (calls) => {
  const bids = calls.map(({ text }) => bidOf(text));
  const highest = Math.max(0, ...bids);
  return (highest && calls[bids.indexOf(highest)]?.by) || "";
};

/** Whether the auction is over: after a bid of 3, or when all others have passed.
    @param {Line[]} calls @param {number} players */
export const isOver = (calls, players) => {
  const bids = calls.map(({ text }) => bidOf(text));
  const last = bids.findLastIndex((bid) => bid > 0);
  const passes = bids.length - 1 - last;
  return bids.includes(HIGHEST) || passes >= players - (last < 0 ? 0 : 1);
};

/** A pad for one such field; the seats take turns. */
export class Turns {
  /** @param {HTMLElement} root @param {string} field @param {Fields} fields @param {() => void} changed */
  constructor(root, field, fields, changed) {
    this.root = root;
    this.field = field;
    this.fields = fields;
    this.changed = changed;
    this.texts = fields.form.dataset;
    this.chips = parts("[data-by]", root);
    this.seats = this.chips.map(({ dataset }) => ({ seat: dataset.by ?? "", name: dataset.name ?? "" }));
    this.by = this.first();
    root.addEventListener("click", (event) => this.click(hit(event, "button")));
  }

  /** @param {string} selector */
  part(selector) {
    return part(selector, this.root);
  }

  /** @param {HTMLElement | null} button */
  click(button) {
    if (!button) return;
    if (button.dataset.by) this.choose(button.dataset.by);
    else this.command(button);
  }

  /** A player was tapped. @param {string} seat */
  choose(seat) {
    this.by = seat;
    this.render();
  }

  /** Another button was tapped. @param {HTMLElement} _button */
  command(_button) {}

  /** Follows what was typed into a field of the form. @param {Input} input */
  typed(input) {
    const begins = input.name === "landlord" && this.lines().length === 0;
    if (input.name === this.field || begins) this.by = this.afterLast();
  }

  /** @param {string} seat */
  name(seat) {
    return this.seats.find((one) => one.seat === seat)?.name ?? "";
  }

  /** @returns {string} the seat that begins */
  first() {
    return this.fields.chosen("landlord")[0] || (this.seats[0]?.seat ?? "");
  }

  /** The seat some steps after another one; -1 is the one before. @param {string} seat @param {number} [steps] */
  after(seat, steps = 1) {
    const place = this.seats.findIndex((one) => one.seat === seat);
    return this.seats.at((place + steps) % this.seats.length)?.seat ?? "";
  }

  afterLast() {
    const last = this.lines().at(-1);
    return last?.by ? this.after(last.by) : this.first();
  }

  lines(field = this.field) {
    return readLines(this.fields.text(field), this.seats);
  }

  /** @param {Line[]} lines */
  write(lines) {
    const texts = lines.map(({ by, text }) => (by ? `${this.name(by)}: ${text}` : text));
    this.fields.write(this.field, texts.join("\n"));
  }

  /** @param {string} text */
  append(text) {
    this.write([...this.lines(), { by: this.by, text }]);
  }

  /** Removes and returns the last line. */
  pop() {
    const lines = this.lines();
    const last = lines.pop();
    if (last) this.write(lines);
    return last;
  }

  settle() {
    this.render();
    this.changed();
  }

  render() {
    for (const chip of this.chips) {
      chip.classList.toggle("now", chip.dataset.by === this.by);
      press(chip, chip.dataset.by === this.by);
    }
    this.renderLines();
  }

  renderLines() {
    const list = this.part("[data-played]");
    list.replaceChildren(...this.lines().map((line, place) => this.item(line, place)));
    list.scrollTop = list.scrollHeight;
  }

  /** @param {Line} line @param {number} place */
  item({ by, text }, place) {
    const item = document.createElement("li");
    item.append(element("bdi", this.name(by), "cut"), element("span", this.shown(text), "num"), ...this.remarks(place));
    return item;
  }

  /** The text of a line in the list. @param {string} text */
  shown(text) {
    return (text === PASSED ? this.texts.tPass : text) ?? "";
  }

  /** Remarks beside a line. @param {number} _place @returns {HTMLElement[]} */
  remarks(_place) {
    return [];
  }

  /** @param {string} key @param {Record<string, unknown>} values */
  fill(key, values) {
    return fill(this.texts[key], values);
  }
}
