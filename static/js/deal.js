/* The entry page of a deal. The chips are the form itself; this adds the pads for plays and calls. */
import { run } from "./form.js";
import { Plays } from "./plays.js";
import { Turns } from "./turns.js";

const TAKEN = -3;
const HIGHEST = 3;
const NEEDED = [
  ["landlord", "auction"],
  ["bid", "auction"],
  ["result", "plays"],
];

/** The auction, a call a tap. */
class Calls extends Turns {
  constructor(root, fields, hooks) {
    super(root, "auction", fields, hooks);
    this.by = this.afterLast();
  }

  first() {
    return this.chips[0].dataset.by;
  }

  /* Who is tapped is asked, also after the end: the table decides. */
  choose(seat) {
    [this.by, this.named] = [seat, true];
    this.render();
  }

  command(data) {
    this.named = false;
    if (data.call) {
      this.append(data.call);
      this.by = this.after(this.by);
    } else if ("undo" in data) this.by = this.pop()?.by || this.by;
    this.settle();
  }

  bids() {
    return this.lines().map(({ text }) => Number(text.normalize("NFKC")) || 0);
  }

  /* Nobody is asked after the highest bid, or when everybody passed who could still bid. */
  over() {
    const bids = this.bids();
    const passes = bids.length - 1 - bids.findLastIndex((bid) => bid > 0);
    return bids.includes(HIGHEST) || passes >= this.chips.length - (passes < bids.length ? 1 : 0);
  }

  shown(text) {
    return text === "-" ? this.texts.tNoBid : super.shown(text);
  }

  render() {
    super.render();
    const over = this.over() && !this.named;
    this.part("[data-who]").textContent = over ? this.texts.tCalled : this.fill("tCalls", { name: this.name(this.by) });
    for (const chip of over ? this.chips : []) {
      chip.classList.remove("now");
      chip.setAttribute("aria-pressed", false);
    }
    for (const call of this.root.querySelectorAll("[data-call]")) call.disabled = over;
    this.part("[data-undo]").disabled = this.lines().length === 0;
  }
}

/** Both pads, and what the form needs of the pad of a game. */
class Deal {
  constructor(fields, hooks) {
    Object.assign(this, { fields, hooks, form: fields.form });
    const called = () => {
      for (const pad of this.pads) pad.follow?.();
      hooks.changed();
    };
    const pads = {
      plays: (root) => new Plays(root, fields, hooks),
      auction: (root) => new Calls(root, fields, { ...hooks, changed: called }),
    };
    this.pads = [...this.form.querySelectorAll("[data-pad]")].map((root) => pads[root.dataset.pad](root));
    for (const pad of this.pads) this.openFilled(pad.root.closest("details"));
    this.form.addEventListener("click", (event) => this.step(event.target.closest("[data-step]")));
  }

  /* What a draft brought back is not hidden. */
  openFilled(fold) {
    fold.open ||= [...fold.querySelectorAll("textarea, input")].some((field) => field.value.trim());
  }

  render() {
    for (const pad of this.pads) pad.render();
  }

  typed(input) {
    for (const pad of this.pads) pad.typed(input);
    this.render();
    this.hooks.changed();
  }

  check(said, states) {
    for (const pad of this.pads) pad.check?.(said, states);
    for (const place of this.form.querySelectorAll("[data-taken]")) place.textContent = said[TAKEN] ?? "";
  }

  announce() {}

  /** What was entered, in words: the chips chosen, then calls and plays as typed. */
  told() {
    const chosen = [...this.form.querySelectorAll(".deal input:checked")]
      .filter((input) => input.value)
      .map((input) => input.closest("label").textContent.trim());
    const typed = ["auction", "plays"]
      .flatMap((name) => this.fields.text(name).split("\n"))
      .filter((line) => line.trim());
    return [chosen.join(" · "), ...typed];
  }

  /* One bomb more or less, where there are more than there are chips. */
  step(button) {
    if (!button) return;
    const input = button.parentElement.querySelector("input");
    const most = Number(button.closest("fieldset").querySelector("label:nth-last-of-type(2) input").value);
    input.value = Math.max(most + 1, (Number(input.value.normalize("NFKC")) || 0) + Number(button.dataset.step));
    this.hooks.changed();
  }

  firstOpen() {
    if (this.fields.chosen("kind")[0] !== "deal") return null;
    const open = NEEDED.find(
      ([name, lines]) =>
        this.fields.all(name).length &&
        !this.fields.text(lines).trim() &&
        !this.fields.chosen(name).filter(Boolean).length,
    );
    if (open) return this.form.querySelector(`#f-${open[0]}`);
    return this.fields.text("trying").trim() ? this.form.querySelector(".plays") : null;
  }

  go(place) {
    if (place.matches("details")) place.open = true;
    place.querySelector("input, button")?.focus({ preventScroll: true });
    return place;
  }

  flash(element, text) {
    this.hooks.say(text);
    element.classList.remove("flash");
    void element.offsetWidth;
    element.classList.add("flash");
  }
}

run((fields, hooks) => new Deal(fields, hooks));
