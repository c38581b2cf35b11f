/* The names of a new table, in seat order: add, move, remove, or choose offered ones. */
import { button, field, hit, part, parts, press, say } from "../tools.js";

const FEWEST = 2;
const OFFERED = 4;
/* Only this keyCode says in Safari that an Enter ended a composition. */
const COMPOSED = 229;

class Seats {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.list = part("[data-seats]", root);
    this.add = part("[data-add]", root);
    root.addEventListener("click", (event) => this.click(hit(event, "button")));
    this.list.addEventListener("keydown", (event) => this.keydown(event));
    this.list.addEventListener("input", () => this.refresh());
    const blank = this.rows().filter((row) => !this.name(row));
    // A few empty rows are enough to begin with.
    for (const row of blank.slice(Math.max(1, OFFERED - this.used().length))) row.hidden = true;
    this.refresh();
  }

  rows() {
    return /** @type {HTMLElement[]} */ ([...this.list.children]);
  }

  shown() {
    return this.rows().filter((row) => !row.hidden);
  }

  /** @param {HTMLElement} row */
  input(row) {
    return field("input", row);
  }

  /** @param {HTMLElement} row */
  name(row) {
    return this.input(row).value.trim();
  }

  used() {
    return this.rows()
      .map((row) => this.name(row))
      .filter(Boolean);
  }

  /** @param {HTMLElement | null} button */
  click(button) {
    if (!button) return;
    const row = /** @type {HTMLElement | null} */ (button.closest("[data-seats] > li"));
    if (row) this.change(row, button);
    else if (button.dataset.name !== undefined) this.toggle(button.dataset.name);
    else if (button === this.add) this.focus(this.reveal());
  }

  /** @param {HTMLElement} row @param {HTMLElement} button */
  change(row, button) {
    if ("drop" in button.dataset) this.drop(row);
    else if ("up" in button.dataset || "down" in button.dataset) {
      this.move(row, "up" in button.dataset ? -1 : 1);
      button.focus();
    }
  }

  /** @param {KeyboardEvent} event */
  keydown(event) {
    const row = /** @type {HTMLElement | null} */ (hit(event, "li"));
    if (!row || event.key !== "Enter" || event.isComposing || event.keyCode === COMPOSED) return;
    event.preventDefault();
    const all = this.shown();
    this.focus(all[all.indexOf(row) + 1] ?? this.reveal());
  }

  /** @param {HTMLElement | undefined} row */
  focus(row) {
    if (row) this.input(row).focus();
  }

  refresh() {
    const all = this.shown();
    all.forEach((row, index) => {
      button("[data-up]", row).disabled = index === 0;
      button("[data-down]", row).disabled = index === all.length - 1;
      button("[data-drop]", row).disabled = all.length <= FEWEST && !this.name(row);
      part("[data-no]", row).textContent = String(index + 1);
    });
    this.add.hidden = all.length === this.rows().length;
    const names = this.used();
    for (const chip of parts("[data-name]", this.root)) {
      press(chip, names.includes(chip.dataset.name ?? ""));
    }
  }

  /** Shows one more row, if there is one. */
  reveal() {
    const row = this.rows().find((one) => one.hidden);
    if (row) {
      row.hidden = false;
      this.list.append(...this.rows().filter((one) => one.hidden));
    }
    this.refresh();
    return row;
  }

  /** @param {HTMLElement} row @param {number} step */
  move(row, step) {
    const all = this.shown();
    const other = all[all.indexOf(row) + step];
    if (step < 0) other?.before(row);
    else other?.after(row);
    this.refresh();
  }

  /** @param {HTMLElement} row */
  drop(row) {
    this.input(row).value = "";
    if (this.shown().length > FEWEST) {
      row.hidden = true;
      this.list.append(row);
    }
    this.refresh();
  }

  /** @param {string} name */
  toggle(name) {
    const taken = this.rows().find((row) => this.name(row) === name);
    const row = taken ?? this.shown().find((one) => !this.name(one)) ?? this.reveal();
    if (!row) return;
    this.input(row).value = taken ? "" : name;
    if (!taken) say(name);
    this.refresh();
  }
}

for (const root of parts("[data-seat-form]")) new Seats(root);
