/* The pad for plays: choose who, tap the cards, play them. What they are comes from the server. */
import { cardFace } from "./faces.js";
import { Turns } from "./turns.js";

const TOKEN = /小王|大王|[Jj]k[BRbr]|[SHDCshdc♠♥♦♣]?(?:10|[2-9AJQKTajqkt])|[BRbr]/g;
const JOKERS = { 小王: "B", 大王: "R", JKB: "B", JKR: "R" };
const SUMMARY = -1;
const TRYING = -2;
const FAN = 5;
const LONE = /^[SHDC♠♥♦♣](?=.)/i;

const rankOf = (token) => {
  const text = token.normalize("NFKC");
  const upper = text.toUpperCase();
  if (text in JOKERS || upper in JOKERS) return JOKERS[text] ?? JOKERS[upper];
  const bare = upper.length > 1 ? upper.replace(LONE, "") : upper;
  return bare === "10" ? "T" : bare;
};

const tokens = (text) => text.normalize("NFKC").match(TOKEN) || [];
const ranks = (text) => tokens(text).map(rankOf);
const SIGNS = { "♠": "S", "♥": "H", "♦": "D", "♣": "C" };
const suitOf = (token) => (token.length > 1 && LONE.test(token) ? (SIGNS[token[0]] ?? token[0].toUpperCase()) : "");

/** Reads and writes the fields `plays` (played) and `trying` (being tapped). */
export class Plays extends Turns {
  constructor(root, fields, hooks) {
    super(root, "plays", fields, hooks);
    this.keys = [...root.querySelectorAll("[data-rank]")];
    [this.said, this.states, this.passes] = [{}, {}, 0];
    this.by = this.tryingBy() || this.afterLast();
  }

  /* The landlord leads, also one who comes out of the auction. */
  first() {
    return this.taker() || super.first();
  }

  /* Who bid most, and first. */
  taker() {
    const calls = this.lines("auction").map(({ by, text }) => ({ by, bid: Number(text.normalize("NFKC")) || 0 }));
    const highest = Math.max(0, ...calls.map(({ bid }) => bid));
    return highest ? calls.find(({ bid }) => bid === highest).by : "";
  }

  /** The calls have changed: as long as nothing is played, whoever takes the landlord's cards leads. */
  follow() {
    if (this.lines().length || this.cards().length) return;
    this.by = this.first();
    this.render();
  }

  typed(input) {
    super.typed(input);
    if (input.name === "auction") this.follow();
  }

  /* ----- the cards being tapped ----- */
  tryingLine() {
    return this.fields.text("trying");
  }

  tryingBy() {
    return this.chips.find((chip) => this.tryingLine().startsWith(`${chip.dataset.name}:`))?.dataset.by;
  }

  /** The cards as they were typed, with their suits, or as their keys write them. */
  cards() {
    return tokens(this.tryingLine().slice(this.name(this.by).length));
  }

  hold(cards) {
    this.fields.write("trying", cards.length ? `${this.name(this.by)}: ${cards.join(" ")}` : "");
  }

  key(rank) {
    return this.keys.find((key) => key.dataset.rank === rank);
  }

  left(rank) {
    const gone = [...this.lines().flatMap((line) => ranks(line.text)), ...this.cards().map(rankOf)];
    return Number(this.key(rank).dataset.copies) - gone.filter((one) => one === rank).length;
  }

  /* ----- taps ----- */
  choose(seat) {
    this.passes = 0;
    this.turn(seat);
  }

  /* Cards that are being tapped go along: they are nobody's before they are played. */
  turn(seat) {
    const held = this.cards();
    this.by = seat;
    this.hold(held);
    this.settle();
  }

  command(data, button) {
    if (data.rank) this.tap(data.rank, button);
    else if ("undo" in data) this.undo();
    else if ("pass" in data) this.pass();
    else if ("put" in data) this.put();
    else if (data.place) {
      this.hold(this.cards().filter((_, place) => place !== Number(data.place)));
      this.settle();
    }
  }

  tap(rank, key) {
    if (this.left(rank) <= 0) {
      this.say(this.fill("tNoneLeft", { rank: key.dataset.label }));
      key.classList.remove("flash");
      void key.offsetWidth;
      key.classList.add("flash");
      return;
    }
    this.hold([...this.cards(), key.dataset.typed]);
    this.settle();
  }

  undo() {
    const held = this.cards();
    if (held.length) this.hold(held.slice(0, -1));
    else if (this.passes) this.takeBackPass();
    else this.takeBack();
    this.say(this.texts.tUndone);
    this.settle();
  }

  takeBack() {
    const last = this.pop();
    if (!last?.by) return;
    this.by = last.by;
    this.hold(tokens(last.text));
  }

  takeBackPass() {
    this.passes -= 1;
    this.by = this.before(this.by);
  }

  /* Passes are left out: the next player who plays tells that the others passed. */
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
    [this.passes, this.by] = [0, this.after(this.by)];
    this.settle();
  }

  /* ----- drawing ----- */
  render() {
    super.render();
    const cards = this.cards();
    this.part("[data-who]").textContent = this.fill("tPlays", { name: this.name(this.by) });
    this.part("[data-trying-cards]").classList.toggle("many", cards.length > FAN);
    this.part("[data-trying-cards]").replaceChildren(...cards.map((card, place) => this.face(card, place)));
    for (const key of this.keys) this.renderKey(key);
    this.part("[data-put]").disabled = cards.length === 0;
    this.part("[data-undo]").disabled = cards.length === 0 && this.lines().length === 0 && !this.passes;
    if (!cards.length) this.part("[data-verdict]").textContent = "";
  }

  renderKey(key) {
    const left = Math.max(this.left(key.dataset.rank), 0);
    const whole = Number(key.dataset.copies);
    key.classList.toggle("used", left === 0);
    key.querySelector("small").textContent = left < whole ? String(left) : "";
    key.setAttribute(
      "aria-label",
      left < whole ? this.fill("tLeft", { rank: key.dataset.label, count: left }) : key.dataset.label,
    );
  }

  face(card, place) {
    const { typed, label } = this.key(rankOf(card)).dataset;
    const item = document.createElement("li");
    const button = Object.assign(document.createElement("button"), { type: "button", className: "tray-card" });
    button.dataset.place = place;
    button.setAttribute("aria-label", this.fill("tRemove", { rank: label }));
    button.append(
      cardFace(typed.startsWith("Jk") ? { rank: "Jk", suit: typed.at(-1) } : { rank: typed, suit: suitOf(card) }),
    );
    item.append(button);
    return item;
  }

  /* Jokers are told in words, and so apart from the other cards. */
  shown(text) {
    const found = tokens(text);
    if (
      found.join("") !== text.normalize("NFKC").replace(/\s/g, "") ||
      !found.some((one) => "BR".includes(rankOf(one)))
    )
      return super.shown(text);
    return found.map((one) => ("BR".includes(rankOf(one)) ? this.key(rankOf(one)).dataset.label : one)).join(" ");
  }

  remarks(place) {
    if (!this.said[place]) return [];
    const words = document.createElement("small");
    words.textContent = this.said[place];
    words.dataset.state = this.states[place];
    return [words];
  }

  /** What the server says of each play, by its place. */
  check(said, states) {
    Object.assign(this, { said, states });
    super.render();
    const verdict = this.part("[data-verdict]");
    verdict.textContent = this.cards().length ? (said[TRYING] ?? "") : "";
    verdict.dataset.state = states[TRYING] ?? "";
    for (const place of this.fields.form.querySelectorAll("[data-summary]")) place.textContent = said[SUMMARY] ?? "";
  }
}
