/* Who plays or calls what, a line each in a text field: the pads of a deal write those lines and read them back. */
const PASSED = "-";
const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);

/** A pad over one field of lines; the seats take turns. */
export class Turns {
  constructor(root, field, fields, { changed, say }) {
    Object.assign(this, { root, field, fields, changed, say, by: "", texts: fields.form.dataset });
    this.chips = [...root.querySelectorAll("[data-by]")];
    this.by = this.first();
    root.addEventListener("click", (event) => this.click(event.target.closest("button")));
  }

  part(selector) {
    return this.root.querySelector(selector);
  }

  click(button) {
    if (!button) return;
    const data = button.dataset;
    if (data.by) this.choose(data.by);
    else this.command(data, button);
  }

  /** Other words than the pad's own; what it shows follows. */
  typed(input) {
    if (input.name === this.field || (input.name === "landlord" && this.lines().length === 0))
      this.by = this.afterLast();
  }

  name(seat) {
    return this.chips.find((chip) => chip.dataset.by === seat)?.dataset.name ?? "";
  }

  first() {
    return this.fields.chosen("landlord")[0] || this.chips[0].dataset.by;
  }

  after(seat) {
    return this.beside(seat, 1);
  }

  before(seat) {
    return this.beside(seat, this.chips.length - 1);
  }

  beside(seat, steps) {
    const place = this.chips.findIndex((chip) => chip.dataset.by === seat);
    return this.chips[(place + steps) % this.chips.length].dataset.by;
  }

  afterLast() {
    const last = this.lines().at(-1);
    return last?.by ? this.after(last.by) : this.first();
  }

  /* The longest name in front counts: one may begin like another. */
  lines(field = this.field) {
    const seats = [...this.chips].sort((one, other) => other.dataset.name.length - one.dataset.name.length);
    return this.fields
      .text(field)
      .split("\n")
      .map((line) => line.trim())
      .filter(Boolean)
      .map((line) => {
        const chip = seats.find(
          (one) => line.startsWith(one.dataset.name) && /^(\s|:|：|$)/.test(line.slice(one.dataset.name.length)),
        );
        return chip
          ? { by: chip.dataset.by, text: line.slice(chip.dataset.name.length).replace(/^\s*[:：]?\s*/, "") }
          : { by: "", text: line };
      });
  }

  write(lines) {
    this.fields.write(this.field, lines.map(({ by, text }) => (by ? `${this.name(by)}: ${text}` : text)).join("\n"));
  }

  append(text) {
    this.write([...this.lines(), { by: this.by, text }]);
  }

  /** Takes the last line away and gives it back. */
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
      chip.setAttribute("aria-pressed", chip.dataset.by === this.by);
    }
    const list = this.part("[data-played]");
    list.replaceChildren(...this.lines().map((line, place) => this.item(line, place)));
    list.scrollTop = list.scrollHeight;
  }

  item({ by, text }, place) {
    const item = document.createElement("li");
    const who = document.createElement("bdi");
    const what = document.createElement("span");
    who.textContent = this.name(by);
    what.textContent = this.shown(text);
    what.className = "num";
    item.append(who, what, ...this.remarks(place));
    return item;
  }

  /* How a line reads in the list. */
  shown(text) {
    return text === PASSED ? this.texts.tPass : text;
  }

  remarks() {
    return [];
  }

  fill(key, values) {
    return fill(this.texts[key], values);
  }
}
