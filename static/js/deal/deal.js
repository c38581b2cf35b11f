/* 闘地主: the chips are plain inputs of the form; this file adds the pads for calls and plays. */
/** @import { EntryPad, Hooks } from "../types.js" */
/** @import { Fields, Input } from "../entry/fields.js" */
import { button, dotted, find, hit, part, parts, press, whole } from "../tools.js";
import { Plays } from "./plays.js";
import { isOver, Turns } from "./turns.js";

const TAKEN = -3;
const NEEDED = [
  { name: "landlord", lines: "auction" },
  { name: "bid", lines: "auction" },
  { name: "result", lines: "plays" },
];

/** The pad of the auction: a tap for each call. */
class Calls extends Turns {
  /** @param {HTMLElement} root @param {Fields} fields @param {() => void} changed */
  constructor(root, fields, changed) {
    super(root, "auction", fields, changed);
    this.named = false;
    this.by = this.afterLast();
  }

  first() {
    return this.seats[0]?.seat ?? "";
  }

  /** A player who is tapped may call, also after the end: the table decides. @param {string} seat */
  choose(seat) {
    this.named = true;
    super.choose(seat);
  }

  /** @param {HTMLElement} button */
  command({ dataset }) {
    this.named = false;
    if (dataset.call) {
      this.append(dataset.call);
      this.by = this.after(this.by);
    } else if ("undo" in dataset) this.by = this.pop()?.by || this.by;
    this.settle();
  }

  /** @param {string} text */
  shown(text) {
    return (text === "-" ? this.texts.tNoBid : super.shown(text)) ?? "";
  }

  render() {
    super.render();
    const over = isOver(this.lines(), this.seats.length) && !this.named;
    const asks = this.fill("tCalls", { name: this.name(this.by) });
    this.part("[data-who]").textContent = over ? (this.texts.tCalled ?? "") : asks;
    for (const chip of over ? this.chips : []) {
      chip.classList.remove("now");
      press(chip, false);
    }
    for (const call of parts("[data-call]", this.root)) /** @type {HTMLButtonElement} */ (call).disabled = over;
    button("[data-undo]", this.root).disabled = this.lines().length === 0;
  }
}

/** Both pads, as the pad of the game. @implements {EntryPad} */
class Deal {
  /** @param {Fields} fields @param {Hooks} hooks */
  constructor(fields, hooks) {
    this.fields = fields;
    this.hooks = hooks;
    this.form = fields.form;
    this.plays = new Plays(part('[data-pad="plays"]', this.form), fields, hooks.changed);
    const called = () => {
      this.plays.follow();
      hooks.changed();
    };
    const auction = find('[data-pad="auction"]', this.form);
    this.calls = auction && new Calls(auction, fields, called);
    for (const fold of this.pads().map((pad) => pad.root.closest("details"))) {
      // Restored text is visible.
      if (fold) fold.open ||= parts("textarea, input", fold).some((one) => /** @type {Input} */ (one).value.trim());
    }
    this.form.addEventListener("click", (event) => this.step(hit(event, "[data-step]")));
    this.form.addEventListener("toggle", ({ target }) => this.opened(target), true);
  }

  /** Scrolls an opened fold up if the bar covers it. @param {EventTarget | null} fold */
  opened(fold) {
    if (!(fold instanceof HTMLDetailsElement && fold.open && fold.contains(document.activeElement))) return;
    const hidden = fold.getBoundingClientRect().bottom > part("#bar").getBoundingClientRect().top;
    if (hidden) fold.scrollIntoView({ block: "start" });
  }

  pads() {
    return this.calls ? [this.plays, this.calls] : [this.plays];
  }

  render() {
    for (const pad of this.pads()) pad.render();
    this.hooks.asked();
  }

  /** @param {Input} input */
  typed(input) {
    for (const pad of this.pads()) pad.typed(input);
    this.render();
    this.hooks.changed();
  }

  /** @param {Record<string, string>} said @param {Record<string, string>} states */
  check(said, states) {
    this.plays.check(said, states);
    for (const place of parts("[data-taken]", this.form)) place.textContent = said[TAKEN] ?? "";
  }

  announce() {}

  /** The entered deal in words: the chosen chips, then calls and plays as typed. */
  told() {
    const inputs = /** @type {Input[]} */ (parts(".deal input:checked", this.form));
    const chosen = inputs.filter((input) => input.value).map((input) => input.closest("label")?.textContent?.trim());
    const typed = ["auction", "plays"].flatMap((name) => this.fields.text(name).split("\n"));
    return [dotted(chosen.map((one) => one ?? "")), ...typed.filter((line) => line.trim())];
  }

  /** One bomb more or less, where there are more than there are chips. @param {HTMLElement | null} button */
  step(button) {
    const choices = button?.closest("fieldset");
    if (!button?.parentElement || !choices) return;
    const input = /** @type {Input} */ (part("input", button.parentElement));
    const most = /** @type {Input} */ (part("label:nth-last-of-type(2) input", choices));
    const wanted = (whole(input.value) ?? 0) + Number(button.dataset.step);
    input.value = String(Math.max(Number(most.value) + 1, wanted));
    this.hooks.changed();
  }

  open() {
    // Cards are tapped and not played, or are left in the hand of the last player.
    const unfinished = this.isDeal() && (this.fields.text("trying").trim() || find('#bar [value="leave"]'));
    const place = this.missing() ?? (unfinished ? part(".plays", this.form) : null);
    return (
      place &&
      (() => {
        if (place instanceof HTMLDetailsElement) place.open = true;
        find("input, button", place)?.focus({ preventScroll: true });
        return place;
      })
    );
  }

  /** What is asked next. @param {boolean} ready */
  asks(ready) {
    return (!ready && this.missing()?.dataset.ask) || "";
  }

  isDeal() {
    return this.fields.chosen("kind")[0] === "deal";
  }

  /** The first question without an answer. */
  missing() {
    const { fields } = this;
    const isAsked = (/** @type {{ name: string, lines: string }} */ { name, lines }) =>
      fields.all(name).length > 0 && !fields.text(lines).trim() && !fields.chosen(name).some(Boolean);
    const missing = this.isDeal() && NEEDED.find(isAsked);
    return missing ? part(`#f-${missing.name}`, this.form) : null;
  }
}

/** @param {Fields} fields @param {Hooks} hooks @returns {EntryPad} */
export const makePad = (fields, hooks) => new Deal(fields, hooks);
