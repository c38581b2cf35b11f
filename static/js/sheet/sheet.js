/* The pad of the score sheet: digits and places by taps, written into the fields of the form. The server scores the
   round. */
/** @import { EntryPad, HandsPad, Hooks } from "../types.js" */
/** @import { Fields, Input } from "../entry/fields.js" */
import { buzz, dotted, fill, find, hit, isolate, named, part, parts, press, say, whole } from "../tools.js";

const LONGEST = 7;
const MINUS = "−";

/** Parses a typed number with an optional sign; null if it is none. @param {string} text */
const signed = (text) => {
  const plain = text.normalize("NFKC").trim();
  const number = whole(plain.replace(/^[-+−ー]/, ""));
  return number === null ? null : number * (/^[-−ー]/.test(plain) ? -1 : 1);
};

/** @param {number} number */
const shown = (number) => `${number < 0 ? MINUS : number ? "+" : "±"}${Math.abs(number).toLocaleString("en")}`;

/** @implements {EntryPad} @implements {HandsPad} */
class Sheet {
  /** @param {Fields} fields @param {Hooks} hooks */
  constructor(fields, hooks) {
    this.fields = fields;
    this.hooks = hooks;
    this.form = fields.form;
    this.texts = this.form.dataset;
    this.rows = parts("[data-seat]", this.form);
    this.takes = /** @type {HTMLButtonElement[]} */ (parts("[data-take]", this.form));
    this.same = false; // whether the next player shares the last place
    /** @type {Record<string, string>} */
    this.said = {};
    /** @type {{ sent: Set<string>, kind: () => string, skipped: (seat: string) => boolean }} */
    this.state = { sent: new Set(), kind: () => this.kind(), skipped: (/** @type {string} */ seat) => this.pays(seat) };
    /** @type {HandsPad | undefined} */
    this.hands = find("#asking") ? this : undefined;
    for (const row of this.rows) this.input(row).inputMode = "none";
    this.active = this.firstOpen() ?? this.rows[0];
    this.form.addEventListener("click", (event) => this.click(hit(event, "button")));
    this.form.addEventListener("focusin", (event) => this.focused(hit(event, "[data-seat]")));
  }

  kind() {
    return this.fields.chosen("kind")[0] ?? "points";
  }

  /** Whether a seat enters no points of its own: the winner. @param {string} seat */
  pays(seat) {
    return this.kind() === "winner" && this.fields.chosen("winner")[0] === seat;
  }

  /** @param {HTMLElement} row */
  input(row) {
    return /** @type {Input} */ (part("input[type=text]", row));
  }

  /** The rows that take a number in this kind of round. */
  openRows() {
    return this.rows.filter((row) => !this.pays(row.dataset.seat ?? ""));
  }

  blank() {
    return this.openRows().filter((row) => !this.input(row).value.trim() && !this.isHidden(row));
  }

  /** Whether another phone has sent points that are not shown here. @param {HTMLElement} row */
  isHidden(row) {
    return this.state.sent.has(row.dataset.seat ?? "") && !this.input(row).value.trim();
  }

  /** Whether some points are not shown here, so that the sum is unknown. */
  hides() {
    return this.openRows().some((row) => this.isHidden(row));
  }

  firstOpen() {
    return this.blank()[0];
  }

  sum() {
    return this.openRows().reduce((sum, row) => sum + (signed(this.input(row).value) ?? 0), 0);
  }

  /** The points of the last open row, if the game fixes the total of a round; else null. */
  rest() {
    const total = this.kind() === "points" ? (this.texts.total ?? "") : "";
    if (total === "" || this.hides()) return null;
    const [whole, sum] = [Number(total), this.sum()];
    return sum < whole || !whole ? whole - sum : (whole - (sum % whole)) % whole;
  }

  /* ----- taps ----- */
  /** @param {HTMLElement | null} button */
  click(button) {
    if (!button) return;
    const { digit, take } = button.dataset;
    if (digit) this.type((text) => text + digit);
    else if (take) this.take(take);
    else if ("sign" in button.dataset) this.type((text) => (text.startsWith(MINUS) ? text.slice(1) : MINUS + text));
    else if ("next" in button.dataset) this.next();
    else if ("same" in button.dataset) this.join();
    else if ("undo" in button.dataset) this.undo();
  }

  /** @param {HTMLElement | null} row */
  focused(row) {
    if (!row) return;
    this.active = row;
    this.render();
  }

  /** @param {(text: string) => string} change */
  type(change) {
    if (!this.active) return;
    const input = this.input(this.active);
    const text = change(input.value.replace(/^-/, MINUS)).replace(/^(−?)0+(?=\d)/, "$1");
    if (text.replace(MINUS, "").length > LONGEST) return;
    input.value = text;
    buzz();
    this.settle();
  }

  next() {
    const rows = this.openRows();
    const at = this.active ? rows.indexOf(this.active) : -1;
    const behind = [...rows.slice(at + 1), ...rows.slice(0, at)];
    const blank = this.blank();
    this.active = behind.find((row) => blank.includes(row)) ?? rows[(at + 1) % rows.length];
    this.active?.scrollIntoView({ block: "nearest" });
    this.render();
  }

  undo() {
    if (this.kind() !== "places") this.type((text) => text.slice(0, -1));
    else this.takeBack();
  }

  /* ----- places ----- */
  /** The seats with a place, in the order of their places. */
  places() {
    const taken = this.takes.map(({ dataset: { take = "" } }) => ({
      seat: take,
      place: whole(this.placeOf(take)) ?? 0,
    }));
    return taken.filter(({ place }) => place > 0).sort((one, other) => one.place - other.place);
  }

  /** @param {string} seat */
  placeOf(seat) {
    return this.fields.text(`place-${seat}`);
  }

  /** @param {string} seat */
  take(seat) {
    const before = this.places();
    const last = before.at(-1);
    const shares = this.same && last;
    this.fields.write(`place-${seat}`, String(shares ? last.place : before.length + 1));
    this.same = false;
    const left = this.takes.filter(({ dataset }) => !this.placeOf(dataset.take ?? ""));
    if (left.length === 1 && !shares) this.fields.write(`place-${left[0]?.dataset.take}`, String(this.takes.length));
    buzz();
    this.settle();
  }

  /* The next player shares the last place; with everybody placed, the last two share theirs. */
  join() {
    const places = this.places();
    const [before, last] = places.slice(-2);
    if (places.length < this.takes.length) this.same = places.length > 0 && !this.same;
    else if (before && last) {
      const apart = before.place === last.place;
      this.fields.write(`place-${last.seat}`, String(apart ? places.length : before.place));
    }
    this.settle();
  }

  /* The last place, which was filled by itself, goes together with the one before. */
  takeBack() {
    const places = this.places();
    const full = places.length === this.takes.length;
    for (const { seat } of places.slice(full ? -2 : -1)) this.fields.write(`place-${seat}`, "");
    this.same = false;
    this.settle();
  }

  /* ----- what the page shows ----- */
  render() {
    const kind = this.kind();
    if (kind === "places") this.renderPlaces();
    else this.renderNumbers();
    this.hooks.asked();
  }

  renderNumbers() {
    if (this.active && this.pays(this.active.dataset.seat ?? "")) this.active = this.firstOpen();
    const blank = this.blank();
    const rest = this.rest();
    const follows = blank.length === 1 && rest !== null ? shown(rest) : "";
    for (const row of this.rows) this.renderRow(row, row === blank[0] ? follows : "");
    const line = find("[data-sum]", this.form);
    if (line) line.textContent = this.line(rest, blank);
  }

  /** @param {HTMLElement} row @param {string} instead the placeholder of an empty row */
  renderRow(row, instead) {
    const won = this.pays(row.dataset.seat ?? "");
    const input = this.input(row);
    row.classList.toggle("now", row === this.active);
    row.classList.toggle("won", won);
    input.readOnly = won;
    input.placeholder = won && !this.hides() ? shown(this.sum()) : instead || (this.isHidden(row) ? "✓" : "");
    input.classList.toggle("loss", (signed(input.value) ?? 0) < 0);
  }

  /** @param {number | null} rest @param {HTMLElement[]} blank */
  line(rest, blank) {
    const values = { sum: shown(this.sum()), left: shown(rest ?? 0), name: isolate(blank[0]?.dataset.name ?? "") };
    if (rest === null || blank.length === this.openRows().length) return fill(this.texts.tSum, values);
    if (rest === 0) return fill(this.texts.tEven, values);
    const missing = blank.length === 1 ? this.texts.tLeft : this.texts.tMissing;
    return dotted([fill(this.texts.tSum, values), fill(missing, values)]);
  }

  renderPlaces() {
    const places = this.places();
    for (const button of this.takes) button.hidden = Boolean(whole(this.placeOf(button.dataset.take ?? "")));
    for (const [at, rung] of parts("[data-rungs] > li", this.form).entries()) {
      this.renderRung(rung, at, places[at]);
      rung.classList.toggle("now", at === places.length);
    }
    const same = find("[data-same]", this.form);
    if (same) press(same, this.same);
  }

  /** @param {HTMLElement} rung @param {number} at @param {{ seat: string, place: number } | undefined} taken */
  renderRung(rung, at, taken) {
    const button = taken && this.takes.find(({ dataset }) => dataset.take === taken.seat);
    const worth = Number(rung.dataset.worth);
    part("b", rung).textContent = String(taken?.place ?? at + 1);
    part(".who", rung).replaceChildren(...(button?.cloneNode(true).childNodes ?? []));
    part(".num:last-child", rung).textContent = (taken && this.said[taken.seat]) || shown(worth);
  }

  settle() {
    this.render();
    this.hooks.changed();
  }

  /* ----- the interface of a pad ----- */
  /** @param {Input} input */
  typed(input) {
    if (input.name === "winner" || input.name === "kind") this.active = this.firstOpen() ?? this.active;
    this.settle();
  }

  /** @param {Record<string, string>} said */
  check(said) {
    this.said = said;
    if (this.kind() === "places") this.renderPlaces();
  }

  announce() {
    if (this.kind() !== "places") say(find("[data-sum]", this.form)?.textContent ?? "");
  }

  /** The entered round in words. */
  told() {
    if (this.kind() === "places") {
      const names = Object.fromEntries(this.takes.map(({ dataset }) => [dataset.take, dataset.name]));
      return this.places().map(({ seat, place }) => `${place} ${names[seat]}`);
    }
    return this.rows.map((row) => `${row.dataset.name} ${this.input(row).value}`);
  }

  /** @param {boolean} ready */
  asks(ready) {
    if (ready) return "";
    const chosen = this.unchosen();
    if (chosen) return chosen.dataset.ask ?? "";
    if (this.kind() === "places") return this.takes.length ? this.asksPlace() : "";
    return this.asksPoints();
  }

  /** The question for missing points, except for those that follow from the others. */
  asksPoints() {
    const blank = ["points", "winner"].includes(this.kind()) ? this.blank() : [];
    if (blank.length === 1 && this.rest() !== null) return "";
    const names = named(blank.map((row) => isolate(row.dataset.name ?? "")));
    return names && fill(blank.length === 1 ? this.texts.tPoints : this.texts.tOthers, { name: names, names });
  }

  asksPlace() {
    const count = this.places().length;
    return count < this.takes.length ? fill(this.texts.tPlace, { place: count + 1 }) : "";
  }

  /** The open question with chips: who won, or who was last. */
  unchosen() {
    const asked = { winner: "winner", places: "last" }[this.kind()] ?? "";
    const field = asked && find(`#f-${asked}`, this.form);
    return field && !this.fields.chosen(asked).length ? field : null;
  }

  open() {
    const chosen = this.unchosen();
    if (chosen) return () => chosen;
    const places = find("[data-ladder]", this.form);
    if (this.kind() === "places") return places && this.asksPlace() ? () => places : null;
    const row = this.firstOpen();
    if (!row || (this.blank().length === 1 && this.rest() !== null)) return null;
    return () => {
      this.focused(row);
      return row;
    };
  }

  /** @param {number} step */
  walk(step) {
    const rows = this.openRows();
    const at = this.active ? rows.indexOf(this.active) : -1;
    this.active = rows.at((at + step) % rows.length);
    this.render();
    return null;
  }

  /* ----- points of other phones ----- */
  /** @param {string} name @param {string} value */
  receive(name, value) {
    this.fields.write(name, value);
  }

  keepActive() {
    if (this.active && this.input(this.active).value.trim()) this.active = this.firstOpen() ?? this.active;
  }
}

/** @param {Fields} fields @param {Hooks} hooks @returns {EntryPad} */
export const makePad = (fields, hooks) => new Sheet(fields, hooks);
