/* The pad: chips, cards and keys that read and write the inputs of the form. It adds card values and knows no other rule. */
import { NO_CARDS, writeCards } from "./cards.js";
import { cardFace, SYMBOLS, trayButton } from "./faces.js";
import { alike, Reading } from "./reading.js";

const PAYMENTS_ROOM = 56;
const MANY = ["callers", "returns"];
const ROLES = {
  winner: "winner",
  starter: "starter",
  player: "player",
  callers: "caller",
  returns: "returner",
  victim: "victim",
};
const TOLD = ["winner", "player", "starter", "callers", "victim", "returns"];
const CARDS = ["card", "turnup", "bottom"];
const WITH_SUIT = ["turnup", "bottom"];
const NOT_COUNTED = [...WITH_SUIT, "drawn"];
const MOST_SHOWN_DOUBLINGS = 5;
const MOST_TOGETHER = 4;
const UNDO_DEPTH = 200;
const FAN = 5;
const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
const BRIEF = 7;
const brief = (name) => {
  const signs = [...new Intl.Segmenter().segment(name)].map((one) => one.segment);
  return signs.length > BRIEF ? `${signs.slice(0, BRIEF - 1).join("")}…` : name;
};
const isolate = (name) => `\u2068${name}\u2069`;
const written = ({ rank, suit }) => (SYMBOLS[suit] || "") + rank;

/** The pad over one form; `changed` is called after every change, `say` speaks to the live region. */
export class Pad extends Reading {
  constructor(root, fields, { changed, say }) {
    super(root, fields);
    Object.assign(this, { changed, say, history: [], active: { slot: "" }, checks: {} });
    this.last = this.state();
    this.listen();
    this.active = this.rest();
  }

  part(selector) {
    return this.root.querySelector(selector);
  }

  parts(selector) {
    return this.root.querySelectorAll(selector);
  }

  listen() {
    this.root.addEventListener("click", (event) => this.click(event.target.closest("button")));
    this.root.addEventListener("keydown", (event) => this.keydown(event));
    this.part("[data-sum] input").addEventListener("input", (event) => this.typeSum(event.target.value));
  }

  click(button) {
    if (!button || button.closest("[data-notice], [data-choices]")) return;
    this.hideNotice();
    const data = button.dataset;
    if (data.slot) this.go({ slot: data.slot });
    else if (data.seat) this.tapSeat(data.seat);
    else if (data.rank) this.tapKey({ rank: data.rank, suit: data.suit || "" });
    else this.command(data);
  }

  command(data) {
    if ("more" in data) this.go({ slot: "callers" });
    else if ("undo" in data) this.undo();
    else if ("none" in data) this.tapNone();
    else if ("otherWay" in data) this.toggleWay();
    else if ("next" in data) this.goNext();
  }

  keydown(event) {
    if (event.target.matches("input, select") || event.ctrlKey || event.metaKey || event.altKey) return;
    const rank = { 1: "10", 0: "10", T: "10" }[event.key.toUpperCase()] || event.key.toUpperCase();
    if (event.key === "Backspace") this.undo();
    else if (rank in this.values) {
      this.hideNotice();
      this.tapKey({ rank, suit: "" });
    } else return;
    event.preventDefault();
  }

  /* ----- changing it; every change can be taken back ----- */
  state() {
    return { fields: this.fields.snapshot(), active: { ...this.active }, summing: this.summing };
  }

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
    if (input.name === "kind") this.changeKind();
    this.keepActive();
    this.settle();
  }

  changeKind() {
    if (this.kind() === "draw" && !this.slots().includes("victim")) this.fields.choose("victim", []);
    this.active = this.rest();
  }

  keepActive() {
    const { slot, seat } = this.active;
    const lost = slot === "hand" ? this.skipped(seat) : ![...this.slots(), ...this.extras()].includes(slot);
    if (lost) this.active = this.rest();
  }

  /** What another phone sent stays when one's own taps are taken back. */
  receive(name, value) {
    this.fields.write(name, value);
    for (const { fields } of this.history) {
      const kept = fields.find(([one]) => one === name);
      if (kept) kept[1] = value;
    }
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

  /** The seat to go on to: the next without a hand; from what is offered beside, back to the hands. */
  next() {
    const { slot, seat } = this.active;
    if (slot === "hand") return this.nextAfter(seat);
    return (slot === "drawn" || this.extras().includes(slot)) &&
      !this.slots().some((one) => this.holds(one).length === 0)
      ? this.openHand()?.seat
      : undefined;
  }

  goNext() {
    const seat = this.next();
    if (seat !== undefined) this.go({ slot: "hand", seat });
  }

  advance() {
    this.active = this.rest() || this.active;
  }

  /* ----- people ----- */
  tapSeat(seat) {
    const { slot } = this.active;
    if (slot in ROLES) this.act(() => this.toggleRole(slot, seat));
    else if (slot === "riichi") this.act(() => this.declare(seat, 1));
    else if (this.skipped(seat))
      this.flash(
        this.seats.find((chip) => chip.dataset.seat === seat),
        fill(this.texts.tNow, { name: isolate(this.name(seat)), sum: this.texts.tSkip }),
      );
    else this.go({ slot: "hand", seat });
  }

  toggleRole(slot, seat) {
    if (slot === "returns") return this.toggleReturn(seat);
    const now = this.holds(slot);
    const back = now.includes(seat);
    const others = MANY.includes(slot) && !this.oneCaller() ? now.filter((one) => one !== seat) : [];
    if (slot === "victim" && this.slots().includes("callers") && this.holds("callers").includes(seat))
      return this.takeBackCaller(seat);
    if (slot === "callers" && !back && this.holds("victim").includes(seat)) this.fields.choose("victim", []);
    this.fields.choose(slot, back ? others : [...others, seat]);
    if (!back && this.skips(seat)) this.writeHand(seat, "hand", "");
    if (!back) this.advance();
    return undefined;
  }

  oneCaller() {
    return this.fields.all("callers")[0]?.type === "radio";
  }

  takeBackCaller(seat) {
    this.fields.choose(
      "callers",
      this.holds("callers").filter((one) => one !== seat),
    );
    if (this.holds("callers").length === 0) this.active = { slot: "callers" };
  }

  /* A chain in the order of the taps: a second tap on the last one takes it back. */
  toggleReturn(seat) {
    const now = this.holds("returns");
    const back = now.at(-1) === seat;
    const once = this.fields.all("returns").length === 1;
    this.fields.choose("returns", back ? now.slice(0, -1) : [...(once ? [] : now), seat]);
    if (once && !back) this.advance();
    return undefined;
  }

  declare(seat, step) {
    const times = Math.max(0, this.declared(seat) + step);
    this.fields.write(`riichi-${seat}`, times ? String(times) : "");
  }

  /* ----- cards ----- */
  tapKey(card) {
    const { slot, seat } = this.active;
    const place = this.placeOf(slot);
    if (!place) {
      this.flash(this.part(".tray"), this.part("[data-ask-text]").textContent);
      return;
    }
    if (place === "target") this.act(() => this.putNumber(card));
    else if (place === "hand" && this.mode(seat) === "count") this.act(() => this.putCount(seat, card));
    else if (this.left(card) <= 0 && !this.picked(place, card) && !NOT_COUNTED.includes(place))
      this.showNotice(card, place);
    else this.act(() => this.put(card, place));
  }

  /** Where a card goes: into the open hand or slot, or onto the table. */
  placeOf(slot) {
    if (["hand", "target", "drawn"].includes(slot) || CARDS.includes(slot)) return slot;
    return this.slots().includes("card") ? "card" : "";
  }

  picked(place, card) {
    return CARDS.includes(place) && this.shown(place).some((one) => alike(card, one));
  }

  put(card, place) {
    if (place === "hand") {
      this.addCard(this.active.seat, card);
      return;
    }
    if (place === "drawn") {
      this.addDrawn(card);
      return;
    }
    this.fields.write(place, written(card));
    if (this.active.slot === place) this.advance();
  }

  addDrawn(card) {
    this.fields.write("drawn", `${writeCards(this.drawnCards())} ${written(card)}`.trim());
    if (!this.plan.several_drawn) this.advance();
  }

  putNumber(card) {
    this.fields.write("target", this.natural(card));
    this.advance();
  }

  putCount(seat, card) {
    this.writeHand(seat, "count", this.natural(card));
    this.active = this.openHand() || this.active;
  }

  natural(card) {
    return this.keys.find((key) => key.dataset.rank === card.rank).dataset.natural;
  }

  /** One way to tell a hand takes the place of the others. */
  writeHand(seat, way, value) {
    for (const one of ["hand", "sum", "count"]) this.fields.write(`${one}-${seat}`, one === way ? value : "");
    this.summing = way === "hand" && this.usual() === "count" ? seat : "";
  }

  addCard(seat, card) {
    const now = this.isEmpty(seat) ? "" : this.fields.text(`hand-${seat}`).trim();
    this.writeHand(seat, "hand", `${now} ${written(card)}`.trim());
  }

  takeCard(seat, index) {
    this.fields.write(`hand-${seat}`, writeCards(this.hand(seat).filter((_, at) => at !== index)));
  }

  tapNone() {
    if (this.active.slot !== "hand") return;
    const { seat } = this.active;
    this.act(() => {
      if (this.mode(seat) === "count") this.writeHand(seat, "count", "0");
      else this.writeHand(seat, "hand", this.isEmpty(seat) ? "" : NO_CARDS);
    });
  }

  toggleWay() {
    if (this.active.slot !== "hand" || !this.other()) return;
    const { seat } = this.active;
    const back = this.mode(seat) !== this.usual();
    const clear = () => {
      for (const one of ["hand", "sum", "count"])
        if (one !== "hand" || this.usual() === "count") this.fields.write(`${one}-${seat}`, "");
      this.summing = back ? "" : seat;
    };
    if (this.sum(seat) || this.count(seat) || (back && this.entered(seat))) this.act(clear);
    else {
      this.summing = back ? "" : seat;
      this.render();
    }
    if (this.mode(seat) === "sum") this.part("[data-sum] input").focus();
  }

  typeSum(value) {
    const { seat } = this.active;
    this.remember(`sum-${seat}`);
    this.fields.write(`sum-${seat}`, value);
    if (value.trim()) for (const one of ["hand", "count"]) this.fields.write(`${one}-${seat}`, "");
    this.summing = seat;
    this.settle();
  }

  /* ----- one deck: who holds the card that is used up ----- */
  holders(card) {
    const hands = this.seats.map((chip) => ({
      seat: chip.dataset.seat,
      name: isolate(brief(chip.dataset.name)),
      count: this.cards(chip.dataset.seat).filter((one) => alike(card, one)).length,
    }));
    const table = {
      seat: "card",
      name: this.texts.tTable,
      count: this.onTable().filter((one) => alike(card, one)).length,
    };
    return [...hands, table].filter((one) => one.count > 0);
  }

  showNotice(card, place) {
    const found = this.holders(card);
    const holders = found.length ? found : this.holders({ rank: card.rank });
    const listed = holders.map((one) => fill(this.texts.tHolder, one)).join(" · ");
    const text = fill(this.texts.tHeld, { rank: written(card), holders: listed });
    const others = holders.filter((one) => one.seat !== (place === "card" ? "card" : this.active.seat));
    const moves = others.map((one) =>
      this.noticeButton(fill(this.texts.tMove, one), "move-here", () => this.move(one.seat, card, place)),
    );
    const anyway = this.noticeButton(this.texts.tAdd, "add-anyway", () => this.put(card, place));
    this.part("[data-notice] p").textContent = text;
    this.part(".notice-do").replaceChildren(...moves, anyway);
    this.part("[data-notice]").hidden = false;
    this.flash(this.keyOf(card), text);
  }

  keyOf(card) {
    return (
      this.keys.find(
        (key) => key.dataset.rank === card.rank && (key.dataset.suit || "") === card.suit && !key.closest("[hidden]"),
      ) || this.part(".tray")
    );
  }

  noticeButton(label, testid, change) {
    return trayButton({ label, testid }, () => {
      this.hideNotice();
      this.act(change);
    });
  }

  move(from, card, place) {
    if (from === "card") this.fields.write("card", "");
    else
      this.takeCard(
        from,
        this.hand(from).findLastIndex(
          (one) => one.rank === card.rank && (!card.suit || !one.suit || one.suit === card.suit),
        ),
      );
    this.put(card, place);
  }

  hideNotice() {
    this.part("[data-notice]").hidden = true;
  }

  flash(element, text) {
    this.say(text);
    element.classList.remove("flash");
    void element.offsetWidth;
    element.classList.add("flash");
  }

  /* ----- drawing ----- */
  render() {
    this.renderSlots();
    for (const chip of this.seats) this.renderSeat(chip);
    this.renderTray();
    this.renderPads();
    for (const key of this.keys) this.renderKey(key);
    this.renderFunctions();
    this.reach();
    this.drawn = true;
  }

  /* When the hands begin, the keys come up once above the bar and the payments it will hold; then they stay. */
  reach() {
    if (this.reached || this.active.slot !== "hand") return;
    this.reached = true;
    if (!this.drawn) return;
    const hidden =
      this.part(".fns").getBoundingClientRect().bottom +
      PAYMENTS_ROOM -
      document.getElementById("bar").getBoundingClientRect().top;
    if (hidden > 0 && hidden < window.innerHeight / 4) window.scrollBy(0, hidden);
  }

  renderSlots() {
    const here = [...this.slots(), ...this.extras()];
    for (const slot of this.parts("[data-slot]")) {
      slot.hidden = !here.includes(slot.dataset.slot) || (slot.dataset.kinds ?? this.kind()) !== this.kind();
      this.renderSlot(slot);
    }
    this.part("[data-more]").hidden =
      !this.slots().includes("callers") || this.oneCaller() || this.holds("callers").length === 0;
    this.part(".slots").hidden = this.slots().length === 0;
    const beside = this.part("[data-beside]");
    beside.hidden = this.extras().length === 0;
    this.root.classList.toggle("idle", here.length === 0 && this.order().length === 0);
  }

  renderSlot(slot) {
    const name = slot.dataset.slot;
    const words = this.slotWords(name, this.holds(name));
    slot.querySelector("b").textContent = words.join(name === "returns" ? " → " : "・") || slot.dataset.open || "?";
    slot.classList.toggle("open", words.length === 0);
    if (this.active.slot === name) slot.setAttribute("aria-current", "step");
    else slot.removeAttribute("aria-current");
  }

  slotWords(name, values) {
    if (name === "count") return this.countWords(values);
    if (name === "riichi")
      return values.length ? [`×${values.reduce((sum, seat) => sum + this.declared(seat), 0)}`] : [];
    if (name === "drawn") return this.drawnCards().map(written);
    if (name === "doublings") return Number(values[0]) ? [`×${2 ** Number(values[0])}`] : [];
    if (CARDS.includes(name)) return this.shown(name).map(written);
    return name === "target" ? values : values.map((seat) => isolate(this.name(seat)));
  }

  countWords([count]) {
    const times = Number(count) || 1;
    const target = this.fields.text("target").trim();
    return times > 1 || target ? [`×${times}${target ? `=${target}` : ""}`] : [];
  }

  role(seat) {
    const asked = [...this.slots(), ...this.extras()];
    const slot = ["returns", ...asked].find(
      (one) => asked.includes(one) && one in ROLES && this.holds(one).includes(seat),
    );
    return slot ? ROLES[slot] : "";
  }

  renderSeat(chip) {
    const { seat } = chip.dataset;
    const role = this.role(seat);
    const { slot } = this.active;
    chip.dataset.role = role;
    if (this.extras().includes("riichi") && this.declared(seat)) chip.dataset.riichi = this.declared(seat);
    else delete chip.dataset.riichi;
    chip.classList.toggle("done", !this.skipped(seat) && this.entered(seat));
    chip.classList.toggle("now", slot === "hand" && this.active.seat === seat);
    chip.setAttribute(
      "aria-pressed",
      slot === "hand"
        ? this.active.seat === seat
        : (slot in ROLES || slot === "riichi") && this.holds(slot).includes(seat),
    );
    chip.querySelector("small").textContent = this.seatText(seat, role && this.roleText(role));
  }

  roleText(role) {
    return this.part(".tray").dataset[`role${role[0].toUpperCase()}${role.slice(1)}`];
  }

  seatText(seat, role) {
    if (this.skipped(seat)) return role;
    if (!this.entered(seat)) return role || "–";
    if (!this.typedIn(seat)) return role ? `${role}\u00a0✓` : "✓";
    return this.mode(seat) === "count" ? this.total(seat) : `${role || "✓"}\u00a0${this.total(seat)}`;
  }

  renderTray() {
    const { slot, seat } = this.active;
    const isHand = slot === "hand";
    const mode = isHand ? this.mode(seat) : "";
    const ask = this.part("[data-ask-text]");
    ask.hidden = isHand;
    ask.textContent = [...this.parts(`[data-slot="${slot}"]`)].find((one) => !one.hidden)?.dataset.ask || "";
    this.part(".tray").classList.toggle("asking", !isHand);
    this.part(".tray").dataset.step = slot;
    for (const part of ["[data-hand-name]", ".tray-total"]) this.part(part).hidden = !isHand;
    this.part("[data-cards]").hidden = mode !== "cards";
    this.part("[data-sum]").hidden = mode !== "sum";
    if (isHand) this.renderHand(seat);
    this.renderChoices(this.choices(slot, mode, seat));
  }

  renderHand(seat) {
    const cards = this.hand(seat);
    this.renderHandName(seat);
    this.part("[data-cards]").classList.toggle("many", cards.length > FAN);
    this.part("[data-cards]").replaceChildren(
      ...(this.isEmpty(seat) ? [this.emptyMark()] : cards.map((one, index) => this.cardItem(seat, one, index))),
    );
    const sum = this.part("[data-sum] input");
    if (document.activeElement !== sum) sum.value = this.fields.text(`sum-${seat}`);
    this.part("[data-total]").textContent = this.typedIn(seat)
      ? this.mode(seat) === "count"
        ? this.count(seat)
        : this.total(seat)
      : "";
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
    if (this.mode(seat) === "count") return this.texts.tCounting;
    if (this.mode(seat) !== "cards" || cards.length < 2) return "";
    return cards.map((one) => this.values[one.rank] ?? "?").join("+");
  }

  /* ----- choices in the tray: how many cards, which number, whose riichi to take back ----- */
  renderChoices(choices) {
    const place = this.part("[data-choices]");
    place.hidden = choices.length === 0;
    place.replaceChildren(...choices.map((one) => trayButton(one, () => this.act(one.change))));
  }

  choices(slot, mode, seat) {
    if (mode === "count") return this.stepper(seat);
    if (slot === "count") return [...this.times(), ...this.targets()];
    if (slot === "riichi") return this.holds("riichi").map((one) => this.lessRiichi(one));
    if (slot === "drawn") return this.drawnCards().map((one, index) => this.lessDrawn(one, index));
    if (slot === "doublings") return this.doublings();
    return [];
  }

  stepper(seat) {
    const now = Number(this.count(seat).normalize("NFKC")) || 0;
    const write = (count) => () => this.writeHand(seat, "count", String(Math.max(0, count)));
    return [
      { label: "−", testid: "count-less", name: this.texts.tLess, change: write(now - 1) },
      { label: "＋", testid: "count-more", name: this.texts.tMore, change: write(now + 1) },
    ];
  }

  times() {
    const now = Number(this.fields.text("count")) || 1;
    return [...Array(MOST_TOGETHER).keys()].map((index) => ({
      label: `×${index + 1}`,
      testid: `times-${index + 1}`,
      pressed: now === index + 1,
      change: () => this.setTimes(index + 1),
    }));
  }

  doublings() {
    const now = Number(this.fields.text("doublings").normalize("NFKC")) || 0;
    const most = Math.max(MOST_SHOWN_DOUBLINGS, now);
    return [...Array(most + 1).keys()].map((times) => ({
      label: `×${2 ** times}`,
      testid: `doubled-${times}`,
      pressed: now === times,
      change: () => {
        this.fields.write("doublings", times ? String(times) : "");
        this.advance();
      },
    }));
  }

  lessDrawn(one, index) {
    const left = () => this.drawnCards().filter((_, at) => at !== index);
    return {
      label: `${written(one)} −`,
      testid: `drawn-less-${index}`,
      name: fill(this.texts.tRemove, { rank: one.text }),
      change: () => this.fields.write("drawn", writeCards(left())),
    };
  }

  setTimes(times) {
    this.fields.write("count", times > 1 ? String(times) : "");
    this.fields.write("target", "");
    if (times === 1 || !this.targets().length) this.advance();
  }

  targets() {
    const times = Number(this.fields.text("count")) || 1;
    const [card] = this.shown("card");
    if (!this.together || times < 2 || !card || card.rank === "Jk") return [];
    const one = Number(this.natural(card));
    const now = this.fields.text("target").trim() || String(one);
    return [one, one * times].map((number) => ({
      label: `= ${number}`,
      testid: `target-${number}`,
      pressed: now === String(number),
      change: () => {
        this.fields.write("target", number === one ? "" : String(number));
        this.advance();
      },
    }));
  }

  lessRiichi(seat) {
    const name = isolate(this.name(seat));
    return {
      label: `${isolate(brief(this.name(seat)))} ×${this.declared(seat)} −`,
      testid: `riichi-less-${seat}`,
      name: fill(this.texts.tLessRiichi, { name }),
      change: () => this.declare(seat, -1),
    };
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

  /* ----- keys ----- */
  renderPads() {
    const { slot, seat } = this.active;
    const counting = slot === "hand" && this.mode(seat) === "count";
    const withSuits = WITH_SUIT.includes(slot) || (slot === "hand" && this.suited(seat) && !counting);
    const suits = this.part("[data-suit-keys]");
    if (suits) suits.hidden = !withSuits;
    this.part("[data-keys]").hidden = Boolean(suits) && withSuits;
    this.root.classList.toggle("no-keys", !this.placeOf(slot) && this.order().length === 0);
    this.showSuits(Boolean(suits) && withSuits);
    this.root.classList.toggle("counting", counting || slot === "target");
  }

  /* The keys with suits need the height of the screen: the hand goes to its top, and back. */
  showSuits(on) {
    if (this.root.classList.contains("suits") === on) return;
    this.root.classList.toggle("suits", on);
    const top = this.part(".tray").getBoundingClientRect().top + window.scrollY;
    if (this.drawn) window.scrollTo({ top: on ? top - 4 : 0 });
  }

  renderKey(key) {
    const card = { rank: key.dataset.rank, suit: key.dataset.suit || "" };
    const counting = this.root.classList.contains("counting");
    const left = this.left(card);
    const less = left < this.whole(card) && !counting;
    const text = card.suit ? key.dataset.name : card.rank;
    key.classList.toggle("used", left <= 0 && !counting);
    key.querySelector("small").textContent = less && !card.suit ? String(Math.max(left, 0)) : "";
    key.querySelector("span").textContent = counting ? key.dataset.natural : card.rank;
    key.setAttribute(
      "aria-label",
      less ? fill(this.texts.tLeft, { rank: text, count: Math.max(left, 0) }) : counting ? key.dataset.natural : text,
    );
    key.classList.toggle("picked", CARDS.includes(this.active.slot) && this.picked(this.active.slot, card));
  }

  renderFunctions() {
    const isHand = this.active.slot === "hand";
    const seat = this.next();
    const next = this.part("[data-next]");
    next.disabled = seat === undefined;
    next.querySelector("span").textContent =
      seat === undefined ? "" : fill(this.texts.tNext, { name: isolate(this.name(seat)) });
    this.part("[data-none]").disabled = !isHand;
    const way = this.part("[data-other-way]");
    way.hidden = !this.other();
    way.disabled = !isHand;
    way.textContent = way.dataset[this.other()] || "";
    way.setAttribute("aria-pressed", isHand && this.mode(this.active.seat) !== this.usual());
    for (const undo of this.parts("[data-undo]")) undo.disabled = this.history.length === 0;
  }

  /** What the server says about each hand, as "2+J=13 ✓". */
  check(checks) {
    this.checks = checks;
    if (this.active.slot === "hand") this.renderHandName(this.active.seat);
  }

  /** What was entered, in words: who did what on which card, then every hand. */
  told() {
    const text = (name) => this.fields.text(name).trim();
    const people = TOLD.map((role) =>
      this.fields
        .chosen(role)
        .map((seat) => this.name(seat))
        .join("・"),
    ).filter(Boolean);
    const hands = this.seats.map((chip) => [
      chip.dataset.name,
      ["hand", "sum", "count"].map((one) => text(`${one}-${chip.dataset.seat}`)).find(Boolean),
    ]);
    return [
      [people.join(" → "), text("card")].filter(Boolean).join(" "),
      ...hands.filter(([, hand]) => hand).map(([name, hand]) => `${name}: ${hand}`),
    ];
  }

  announce() {
    const { slot, seat } = this.active;
    if (slot === "hand" && this.entered(seat))
      this.say(fill(this.texts.tNow, { name: this.name(seat), sum: this.total(seat) }));
  }
}
