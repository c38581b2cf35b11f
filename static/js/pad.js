/* The pad: chips, cards and keys that read and write the inputs of the form. It adds card values and knows no other rule. */
import { NO_CARDS, isEmptyHand, readCards, writeCards } from "./cards.js";

const NEEDED = { out: ["winner"], dobon: ["callers", "victim", "card"], deckout: ["starter"], nogame: [], adjust: [] };
const MANY = ["callers", "returns"];
const ROLES = { winner: "winner", starter: "starter", callers: "caller", victim: "victim" };
const UNDO_DEPTH = 200;
const FAN = 5;
const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
const SVG = "http://www.w3.org/2000/svg";
const BRIEF = 7;
const brief = (name) => {
  const signs = [...new Intl.Segmenter().segment(name)].map((one) => one.segment);
  return signs.length > BRIEF ? `${signs.slice(0, BRIEF - 1).join("")}…` : name;
};
const isolate = (name) => `\u2068${name}\u2069`;

const pip = (name, suit) => {
  const svg = document.createElementNS(SVG, "svg");
  const use = document.createElementNS(SVG, "use");
  svg.setAttribute("class", name);
  use.setAttribute("href", `#suit-${suit}`);
  svg.append(use);
  return svg;
};

const cardFace = ({ rank, suit }) => {
  const face = document.createElement("span");
  const text = document.createElement("span");
  face.className = `pc ${suit ? `suit-${suit}` : "plain"}`;
  text.className = "pc-r";
  text.textContent = rank || "?";
  face.append(text, ...(suit ? [pip("pc-c", suit), pip("pc-p", suit)] : []));
  return face;
};

/** The pad over one form; `changed` is called after every change, `say` speaks to the live region. */
export class Pad {
  constructor(root, fields, { changed, say }) {
    Object.assign(this, { root, fields, changed, say, history: [], active: { slot: "" }, summing: "", checks: {} });
    this.texts = fields.form.dataset;
    this.copies = Number(this.texts.copies);
    this.seats = [...root.querySelectorAll("[data-seat]")];
    this.keys = [...root.querySelectorAll("[data-rank]")];
    this.values = Object.fromEntries(this.keys.map((key) => [key.dataset.rank, Number(key.dataset.value)]));
    this.last = this.state();
    this.listen();
    this.active = this.firstOpen() || this.firstHand() || { slot: "" };
  }

  part(selector) { return this.root.querySelector(selector); }

  name(seat) { return this.seats.find((chip) => chip.dataset.seat === seat)?.dataset.name ?? ""; }

  listen() {
    this.root.addEventListener("click", (event) => this.click(event.target.closest("button")));
    this.root.addEventListener("keydown", (event) => this.keydown(event));
    this.part("[data-sum] input").addEventListener("input", (event) => this.typeSum(event.target.value));
  }

  click(button) {
    if (!button || button.closest("[data-notice]")) return;
    this.hideNotice();
    const data = button.dataset;
    if (data.slot) this.go({ slot: data.slot });
    else if (data.seat) this.tapSeat(data.seat);
    else if (data.rank) this.tapRank(data.rank);
    else this.command(data);
  }

  command(data) {
    if ("more" in data) this.go({ slot: "callers" });
    else if ("undo" in data) this.undo();
    else if ("none" in data) this.tapNone();
    else if ("sumOnly" in data) this.toggleSum();
    else if ("next" in data) this.goNext();
  }

  keydown(event) {
    if (event.target.matches("input") || event.ctrlKey || event.metaKey || event.altKey) return;
    const rank = { 1: "10", 0: "10", T: "10" }[event.key.toUpperCase()] || event.key.toUpperCase();
    if (event.key === "Backspace") this.undo();
    else if (rank in this.values) { this.hideNotice(); this.tapRank(rank); }
    else return;
    event.preventDefault();
  }

  /* ----- what the form says ----- */
  kind() { return this.fields.chosen("kind")[0] || ""; }

  slots() { return NEEDED[this.kind()] || []; }

  holds(slot) { return slot === "card" ? this.claimed() : this.fields.chosen(slot); }

  claimed() { return readCards(this.fields.text("card")).map((one) => one.rank).filter(Boolean).slice(0, 1); }

  hand(seat) { return readCards(this.fields.text(`hand-${seat}`)); }

  ranks(seat) { return this.hand(seat).map((one) => one.rank).filter(Boolean); }

  entered(seat) { return Boolean(this.fields.text(`hand-${seat}`).trim() || this.fields.text(`sum-${seat}`).trim()); }

  skipped(seat) {
    const slot = { out: "winner", deckout: "starter" }[this.kind()];
    return !slot ? this.slots().length === 0 : this.holds(slot).includes(seat);
  }

  order() {
    const front = this.kind() === "dobon" ? [...this.holds("callers"), ...this.holds("victim")] : [];
    const all = this.seats.map((chip) => chip.dataset.seat);
    return [...new Set([...front, ...all])].filter((seat) => !this.skipped(seat));
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

  next() {
    const order = this.order();
    const here = order.indexOf(this.active.seat);
    return [...order.slice(here + 1), ...order.slice(0, Math.max(here, 0))].find((seat) => !this.entered(seat));
  }

  count(rank) {
    const inHands = this.seats.reduce((sum, chip) => sum + this.ranks(chip.dataset.seat).filter((one) => one === rank).length, 0);
    return inHands + (this.kind() === "dobon" && this.claimed()[0] === rank ? 1 : 0);
  }

  left(rank) { return this.copies - this.count(rank); }

  total(seat) {
    const typed = this.fields.text(`sum-${seat}`).trim();
    if (typed) return typed.normalize("NFKC");
    return String(this.ranks(seat).reduce((sum, rank) => sum + (this.values[rank] ?? 0), 0));
  }

  /* ----- changing it; every change can be taken back ----- */
  state() { return { fields: this.fields.snapshot(), active: { ...this.active }, summing: this.summing }; }

  remember(tag = "") {
    if (tag && this.history.at(-1)?.tag === tag) return;
    this.history.push({ ...this.last, tag });
    if (this.history.length > UNDO_DEPTH) this.history.shift();
  }

  settle() {
    this.render();
    this.last = this.state();
    this.changed();
  }

  act(change) {
    this.last = this.state();
    this.remember();
    change();
    this.settle();
  }

  /** Somebody typed into the plain form. */
  typed(input) {
    this.remember(input.type === "text" ? input.name : "");
    if (input.name === "kind") this.active = this.firstOpen() || this.firstHand() || { slot: "" };
    this.keepActive();
    this.settle();
  }

  keepActive() {
    const lost = this.active.slot === "hand" ? this.skipped(this.active.seat) : !this.slots().includes(this.active.slot) && this.active.slot !== "returns";
    if (lost) this.active = this.firstOpen() || this.firstHand() || { slot: "" };
  }

  undo() {
    const before = this.history.pop();
    if (!before) return;
    this.fields.restore(before.fields);
    this.active = before.active;
    this.summing = before.summing;
    this.say(this.texts.tUndone);
    this.settle();
  }

  go(active) {
    this.active = active;
    this.summing = "";
    this.render();
    this.last = this.state();
  }

  goNext() {
    const seat = this.next();
    if (seat !== undefined) this.go({ slot: "hand", seat });
  }

  advance() { this.active = this.firstOpen() || this.firstHand() || this.active; }

  tapSeat(seat) {
    const { slot } = this.active;
    if (slot in ROLES || slot === "returns") this.act(() => this.toggleRole(slot, seat));
    else if (this.skipped(seat)) this.flash(this.seats.find((chip) => chip.dataset.seat === seat), fill(this.texts.tNow, { name: isolate(this.name(seat)), sum: this.texts.tSkip }));
    else this.go({ slot: "hand", seat });
  }

  toggleRole(slot, seat) {
    const now = this.holds(slot);
    const back = now.includes(seat);
    const others = MANY.includes(slot) ? now.filter((one) => one !== seat) : [];
    if (slot === "victim" && this.holds("callers").includes(seat)) return this.takeBackCaller(seat);
    if (slot === "callers" && !back && this.holds("victim").includes(seat)) this.fields.choose("victim", []);
    this.fields.choose(slot, back ? others : [...others, seat]);
    if (!back && slot !== "returns") this.advance();
    return undefined;
  }

  takeBackCaller(seat) {
    this.fields.choose("callers", this.holds("callers").filter((one) => one !== seat));
    if (this.holds("callers").length === 0) this.active = { slot: "callers" };
  }

  tapRank(rank) {
    const { slot } = this.active;
    const toCard = slot === "card" || (this.kind() === "dobon" && slot !== "hand");
    if (!toCard && slot !== "hand") this.flash(this.part(".tray"), this.part("[data-ask-text]").textContent);
    else if (this.left(rank) <= 0 && !(toCard && this.claimed()[0] === rank)) this.showNotice(rank, toCard);
    else this.act(() => this.put(rank, toCard));
  }

  put(rank, toCard) {
    if (!toCard) { this.addCard(this.active.seat, rank); return; }
    this.fields.write("card", rank);
    if (this.active.slot === "card") this.advance();
  }

  addCard(seat, rank) {
    this.summing = "";
    this.fields.write(`sum-${seat}`, "");
    const now = this.fields.text(`hand-${seat}`).trim();
    this.fields.write(`hand-${seat}`, isEmptyHand(now) || !now ? rank : `${now} ${rank}`);
  }

  takeCard(seat, index) {
    this.fields.write(`hand-${seat}`, writeCards(this.hand(seat).filter((_, at) => at !== index)));
  }

  tapNone() {
    if (this.active.slot !== "hand") return;
    const { seat } = this.active;
    this.act(() => {
      this.summing = "";
      this.fields.write(`sum-${seat}`, "");
      this.fields.write(`hand-${seat}`, isEmptyHand(this.fields.text(`hand-${seat}`)) ? "" : NO_CARDS);
    });
  }

  toggleSum() {
    if (this.active.slot !== "hand") return;
    const { seat } = this.active;
    const back = this.summingNow();
    if (back && this.fields.text(`sum-${seat}`)) this.act(() => { this.fields.write(`sum-${seat}`, ""); this.summing = ""; });
    else { this.summing = back ? "" : seat; this.render(); }
    if (this.summingNow()) this.part("[data-sum] input").focus();
  }

  summingNow() {
    const { slot, seat } = this.active;
    return slot === "hand" && (this.summing === seat || Boolean(this.fields.text(`sum-${seat}`).trim()));
  }

  typeSum(value) {
    const { seat } = this.active;
    this.remember(`sum-${seat}`);
    this.fields.write(`sum-${seat}`, value);
    if (value.trim()) this.fields.write(`hand-${seat}`, "");
    this.summing = seat;
    this.settle();
  }

  /* ----- one deck: who holds the card that is used up ----- */
  holders(rank) {
    const hands = this.seats.map((chip) => ({ seat: chip.dataset.seat, name: isolate(brief(chip.dataset.name)), count: this.ranks(chip.dataset.seat).filter((one) => one === rank).length }));
    const table = { seat: "card", name: this.texts.tTable, count: this.kind() === "dobon" && this.claimed()[0] === rank ? 1 : 0 };
    return [...hands, table].filter((one) => one.count > 0);
  }

  showNotice(rank, toCard) {
    const holders = this.holders(rank);
    const listed = holders.map((one) => fill(this.texts.tHolder, one)).join(" · ");
    const text = fill(this.texts.tHeld, { rank, holders: listed });
    const others = holders.filter((one) => one.seat !== (toCard ? "card" : this.active.seat));
    const moves = others.map((one) => this.noticeButton(fill(this.texts.tMove, one), "move-here", () => this.move(one.seat, rank, toCard)));
    const anyway = this.noticeButton(this.texts.tAdd, "add-anyway", () => this.put(rank, toCard));
    this.part("[data-notice] p").textContent = text;
    this.part(".notice-do").replaceChildren(...moves, anyway);
    this.part("[data-notice]").hidden = false;
    this.flash(this.keys.find((key) => key.dataset.rank === rank), text);
  }

  noticeButton(label, testid, change) {
    const button = document.createElement("button");
    Object.assign(button, { type: "button", textContent: label });
    button.dataset.testid = testid;
    button.addEventListener("click", () => { this.hideNotice(); this.act(change); });
    return button;
  }

  move(from, rank, toCard) {
    if (from === "card") this.fields.write("card", "");
    else this.takeCard(from, this.hand(from).findLastIndex((one) => one.rank === rank));
    this.put(rank, toCard);
  }

  hideNotice() { this.part("[data-notice]").hidden = true; }

  flash(element, text) {
    this.say(text);
    element.classList.remove("flash");
    void element.offsetWidth;
    element.classList.add("flash");
  }

  /* ----- drawing ----- */
  render() {
    this.renderSlots();
    this.seats.forEach((chip) => this.renderSeat(chip));
    this.renderTray();
    this.keys.forEach((key) => this.renderKey(key));
    this.renderFunctions();
  }

  renderSlots() {
    for (const slot of this.root.querySelectorAll("[data-kinds]")) slot.hidden = slot.dataset.kinds !== this.kind();
    this.part("[data-more]").hidden ||= this.holds("callers").length === 0;
    for (const slot of this.root.querySelectorAll("[data-slot]")) this.renderSlot(slot);
    this.part(".slots").hidden = this.slots().length === 0;
    this.root.classList.toggle("idle", this.slots().length === 0);
  }

  renderSlot(slot) {
    const name = slot.dataset.slot;
    const values = this.holds(name);
    const words = name === "card" ? values : values.map((seat) => isolate(this.name(seat)));
    slot.querySelector("b").textContent = words.join("・") || "?";
    slot.classList.toggle("open", values.length === 0);
    if (this.active.slot === name) slot.setAttribute("aria-current", "step");
    else slot.removeAttribute("aria-current");
  }

  role(seat) {
    const slot = this.slots().find((one) => one in ROLES && this.holds(one).includes(seat));
    return slot ? ROLES[slot] : "";
  }

  renderSeat(chip) {
    const { seat } = chip.dataset;
    const role = this.role(seat);
    const { slot } = this.active;
    chip.dataset.role = role;
    chip.classList.toggle("done", !this.skipped(seat) && this.entered(seat));
    chip.classList.toggle("now", slot === "hand" && this.active.seat === seat);
    chip.setAttribute("aria-pressed", slot === "hand" ? this.active.seat === seat : slot in ROLES && this.holds(slot).includes(seat));
    chip.querySelector("small").textContent = this.seatText(seat, role && this.roleText(role));
  }

  roleText(role) { return this.part(".tray").dataset[`role${role[0].toUpperCase()}${role.slice(1)}`]; }

  seatText(seat, role) {
    if (this.skipped(seat)) return role;
    if (!this.entered(seat)) return role || "–";
    return `${role || "✓"}\u00a0${this.total(seat)}`;
  }

  renderTray() {
    const isHand = this.active.slot === "hand";
    const ask = this.part("[data-ask-text]");
    ask.hidden = isHand;
    ask.textContent = this.part(`[data-slot="${this.active.slot}"]`)?.dataset.ask || "";
    this.part(".tray").classList.toggle("asking", !isHand);
    this.part(".tray").dataset.step = this.active.slot;
    for (const part of ["[data-hand-name]", ".tray-total"]) this.part(part).hidden = !isHand;
    this.part("[data-cards]").hidden = !isHand || this.summingNow();
    this.part("[data-sum]").hidden = !this.summingNow();
    if (isHand) this.renderHand(this.active.seat);
  }

  renderHand(seat) {
    const cards = this.hand(seat);
    const empty = isEmptyHand(this.fields.text(`hand-${seat}`));
    this.renderHandName(seat);
    this.part("[data-cards]").classList.toggle("many", cards.length > FAN);
    this.part("[data-cards]").replaceChildren(...(empty ? [this.emptyMark()] : cards.map((one, index) => this.cardItem(seat, one, index))));
    const sum = this.part("[data-sum] input");
    if (document.activeElement !== sum) sum.value = this.fields.text(`sum-${seat}`);
    this.part("[data-total]").textContent = this.entered(seat) ? this.total(seat) : "";
    this.part("[data-detail]").textContent = this.detail(seat, cards);
    this.part("[data-cards]").scrollLeft = this.part("[data-cards]").scrollWidth;
  }

  renderHandName(seat) {
    const role = this.role(seat);
    const name = document.createElement("bdi");
    name.textContent = this.name(seat);
    const check = document.createElement("span");
    check.className = "tray-check num";
    check.textContent = this.checks[seat] || (role && this.roleText(role)) || "";
    this.part("[data-hand-name]").replaceChildren(name, check);
  }

  detail(seat, cards) {
    const bad = cards.find((one) => !one.rank);
    if (bad) return fill(this.texts.tUnread, { text: bad.text });
    if (this.summingNow() || cards.length < 2) return "";
    return cards.map((one) => this.values[one.rank] ?? "?").join("+");
  }

  emptyMark() {
    const item = document.createElement("li");
    item.className = "none";
    item.textContent = this.texts.tNone;
    return item;
  }

  cardItem(seat, one, index) {
    const item = document.createElement("li");
    const button = document.createElement("button");
    Object.assign(button, { type: "button", className: "tray-card" });
    button.setAttribute("aria-label", fill(this.texts.tRemove, { rank: one.text }));
    button.dataset.testid = `card-${index}`;
    button.append(cardFace(one));
    button.addEventListener("click", () => this.act(() => this.takeCard(seat, index)));
    item.append(button);
    return item;
  }

  renderKey(key) {
    const { rank } = key.dataset;
    const left = this.left(rank);
    key.classList.toggle("used", left <= 0);
    key.querySelector("small").textContent = left < this.copies ? String(Math.max(left, 0)) : "";
    key.setAttribute("aria-label", left < this.copies ? fill(this.texts.tLeft, { rank, count: Math.max(left, 0) }) : rank);
    key.classList.toggle("picked", this.active.slot === "card" && this.claimed()[0] === rank);
  }

  renderFunctions() {
    const seat = this.active.slot === "hand" ? this.next() : undefined;
    const next = this.part("[data-next]");
    next.disabled = seat === undefined;
    next.querySelector("span").textContent = seat === undefined ? "" : fill(this.texts.tNext, { name: isolate(this.name(seat)) });
    this.part("[data-none]").disabled = this.active.slot !== "hand";
    this.part("[data-sum-only]").disabled = this.active.slot !== "hand";
    this.part("[data-sum-only]").setAttribute("aria-pressed", this.summingNow());
    this.part("[data-undo]").disabled = this.history.length === 0;
  }

  /** What the server says about each hand, as "2+J=13 ✓". */
  check(checks) {
    this.checks = checks;
    if (this.active.slot === "hand") this.renderHandName(this.active.seat);
  }

  announce() {
    const { slot, seat } = this.active;
    if (slot === "hand" && this.entered(seat)) this.say(fill(this.texts.tNow, { name: this.name(seat), sum: this.total(seat) }));
  }
}
