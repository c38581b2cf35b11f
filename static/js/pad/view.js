/* Draws the card pad from its state: slots, seats, tray and keys. */
/** @import { Card, Face } from "../cards.js" */
/** @import { Choice, Question } from "./actions.js" */
/** @import { Deck } from "../types.js" */
/** @import { Place, Seat, State } from "./state.js" */
import { SYMBOLS, trayCard, written } from "../cards.js";
import { button, element, field, fill, find, isolate, named, part, parts, press, whole, wished } from "../tools.js";
import { CARDS, ROLES, SHOWN } from "./state.js";

/* The elements of a pad, from data of the page: a button for each seat, the tray, and a key for each card. */

const JOKER = "Jk";

/** The button of a seat, with mark and name of its text field. @param {HTMLElement} row */
const seatButton = (row) => {
  const seat = field("[name^=hand-]", row).name.slice("hand-".length);
  const made = Object.assign(element("button", "", "who-chip"), { type: "button" });
  const top = element("span", "", "who-top level");
  top.append(...[part(".mark", row), part("bdi", row)].map((one) => one.cloneNode(true)));
  Object.assign(made.dataset, { seat, name: part("bdi", row).textContent ?? "", testid: `who-${seat}` });
  made.append(top, element("small", "", "num"));
  return made;
};

const TRAY = [
  '<p class="tray-ask level" data-ask-text></p><p class="tray-hint" data-says="tAskPhones"></p>',
  '<p class="tray-who" data-hand-name hidden></p>',
  '<ul class="tray-cards" data-cards data-testid="hand-cards"></ul>',
  '<label class="tray-sum level" data-sum hidden><span data-says="tSum"></span>',
  '<input type="text" inputmode="numeric" data-testid="sum-field" autocomplete="off"></label>',
  '<div class="tray-choices" data-choices role="group" hidden></div>',
  '<div class="tray-counts" data-counts hidden></div>',
  '<div class="tray-total" hidden><b class="num" data-total data-testid="hand-total"></b>',
  '<small class="num" data-detail></small></div>',
  '<div class="notice" data-notice role="group" hidden><p class="clamp"></p><div class="notice-do"></div></div>',
];
const FUNCTIONS = [
  '<button type="button" class="fn-key" data-none data-testid="key-none" data-says="tNoCards"></button>',
  '<button type="button" class="fn-key" data-other-way data-suits="♠♥♦♣" data-testid="key-sum"></button>',
  '<button type="button" class="fn-key" data-type data-testid="key-type" data-says="tType"></button>',
  '<button type="button" class="fn-key next" data-next data-testid="next">',
  '<span class="cut"></span> <i aria-hidden="true">›</i></button>',
];

/** A button of the tray. @param {Choice} choice */
const trayButton = ({ label, testid, look, pressed, name, change }) => {
  const made = Object.assign(element("button", label, look), { type: "button" });
  made.dataset.testid = testid;
  if (pressed !== undefined) press(made, pressed);
  if (name) made.setAttribute("aria-label", name);
  made.addEventListener("click", change);
  return made;
};

/** @param {HTMLElement} root @returns {Seat[]} */
export const seatsOf = (root) =>
  parts("[data-seat]", root).map(({ dataset }) => ({ seat: dataset.seat ?? "", name: dataset.name ?? "" }));

/** Ranks and their points, from the page. @param {DOMStringMap} texts */
const ranksOf = ({ ranks = "" }) => ranks.split(" ").map((one) => one.split(":"));

/** The cards of the game, from the page. @param {DOMStringMap} texts @returns {Deck} */
export const deckOf = (texts) => ({
  copies: Number(texts.copies),
  decks: Number(texts.decks),
  jokers: Number(texts.jokers),
  together: texts.together === "1",
  most: Number(texts.most),
  values: Object.fromEntries(ranksOf(texts).map(([rank, value]) => [rank, Number(value)])),
});

/** A key; `natural` is the number of its rank. @param {Face} card @param {number} natural @param {string} testid */
const key = ({ rank, suit }, natural, testid) => {
  const look = rank === JOKER ? "key joker" : "key";
  const made = Object.assign(element("button", "", suit ? `key suited suit-${suit}` : look), { type: "button" });
  const left = element("small", "", "num");
  left.hidden = Boolean(suit);
  left.setAttribute("aria-hidden", "true");
  Object.assign(made.dataset, { rank, suit, natural, testid });
  made.append(element("span", rank), left);
  return made;
};

/** The card of a key. @param {HTMLElement} key @returns {Face} */
const faceOf = ({ dataset }) => ({ rank: dataset.rank ?? "", suit: dataset.suit ?? "" });

/** The keys of one suit, or of the ranks (""), in the order of their numbers. @param {DOMStringMap} texts */
const row = (texts, suit = "") => {
  const ranks = ranksOf(texts).map(([rank = ""]) => rank);
  const numbered = ranks.filter((rank) => rank !== JOKER);
  return numbered.map((rank, place) => key({ rank, suit }, place + 1, `key-${suit}${rank}`));
};

/** The key of the joker, which has no number; none in a game without one.
    @param {DOMStringMap} texts @param {string} testid */
const joker = (texts, testid) =>
  ranksOf(texts).some(([rank]) => rank === JOKER) ? [key({ rank: JOKER, suit: "" }, 0, testid)] : [];

/** Adds seats, tray and keys to the pad; the form of a round after one in the outbox has tray and keys already.
    @param {HTMLElement} root @param {HTMLFormElement} form */
export const lay = (root, form) => {
  const texts = form.dataset;
  part(".who-chips", root).replaceChildren(...parts(".hand-row", form).map(seatButton));
  const tray = part(".tray", root);
  if (tray.children.length) return;
  tray.innerHTML = TRAY.join("");
  part(".fns", root).insertAdjacentHTML("beforeend", FUNCTIONS.join(""));
  for (const one of parts("[data-says]", root)) one.textContent = texts[one.dataset.says ?? ""] ?? "";
  const { tSumOnly: sum, tCountOnly: count, tCards: cards, tWhole: whole } = texts;
  Object.assign(part("[data-other-way]", root).dataset, { sum, count, cards, whole });
  part("[data-keys]", root).prepend(...row(texts), ...joker(texts, `key-${JOKER}`));
};

/** The element beside the king of a suit: the joker, the undo button, or a gap.
    @param {HTMLElement} root @param {DOMStringMap} texts @param {string} suit */
const beside = (root, texts, suit) => {
  const [joking] = joker(texts, `suit-${JOKER}`);
  if (suit === "S" && joking) return joking;
  if (suit !== "C" || joking) return element("span");
  const undo = /** @type {HTMLElement} */ (part("[data-undo]", root).cloneNode(true));
  undo.dataset.testid = "suit-undo";
  return undo;
};

/** The setting for the hint about asking other phones. */
export const PHONES = "ask-phones";
const PAYMENTS_ROOM = 56;
const LOW = 480;
const FAN = 5;
const SPELT = 13;

/** The pad on the page. */
export class View {
  /** @param {HTMLElement} root @param {State} state @param {DOMStringMap} texts */
  constructor(root, state, texts) {
    this.root = root;
    this.state = state;
    this.texts = texts;
    this.seats = parts("[data-seat]", root);
    this.keys = parts("[data-rank]", root);
    /** @type {Record<string, string>} */
    this.checks = {};
    /** @type {Record<string, string>} the hands that these checks are about */
    this.judged = {};
    this.drawn = false;
    this.reached = false;
  }

  /** @param {string} selector */
  part(selector) {
    return part(selector, this.root);
  }

  /** The name of a seat, or the word for one that follows from the rounds before. @param {string} seat */
  name(seat) {
    return this.state.name(seat) || (this.texts.tAuto ?? "");
  }

  /** The number of a card. @param {Face} card */
  natural(card) {
    return this.keys.find((key) => key.dataset.rank === card.rank)?.dataset.natural ?? "";
  }

  /** @param {Face} card */
  keyOf(card) {
    const same = (/** @type {HTMLElement} */ key) => written(faceOf(key)) === written(card) && !key.closest("[hidden]");
    return this.keys.find(same) ?? this.part(".tray");
  }

  /** @param {Choice[]} choices @param {Question | null} counts @param {boolean} canUndo */
  render(choices, counts, canUndo) {
    this.renderSlots();
    for (const chip of this.seats) this.renderSeat(chip);
    this.renderTray(choices);
    this.renderCounts(counts);
    this.renderPads();
    const laid = this.state.laid();
    for (const key of this.keys) this.renderKey(key, laid);
    this.renderFunctions(canUndo);
    this.reach();
    this.drawn = true;
  }

  /* With the first hand, scrolls the keys once above the bar and its future payments. Keys with suits already fill the
     screen, so they stay, except on a phone in landscape. */
  reach() {
    if (this.reached || this.state.active.slot !== "hand") return;
    this.reached = true;
    const low = window.innerHeight <= LOW;
    if (!this.drawn || (this.root.classList.contains("suits") && !low)) return;
    const below = this.part(".fns").getBoundingClientRect().bottom + PAYMENTS_ROOM;
    const hidden = below - part("#bar").getBoundingClientRect().top;
    if (hidden <= 0 || (hidden >= window.innerHeight / 4 && !low)) return;
    this.root.style.marginBottom = `${PAYMENTS_ROOM}px`;
    window.scrollBy(0, Math.min(hidden, Math.max(0, this.part(".tray").getBoundingClientRect().top)));
  }

  /* ----- slots ----- */
  renderSlots() {
    const { state } = this;
    const here = state.here();
    const asked = [...state.slots(), state.active.slot];
    const unsaid = state.unsaid()?.slot;
    for (const slot of parts("[data-slot]", this.root)) this.renderSlot(slot, here, asked, unsaid);
    for (const one of parts("[data-switch]", this.root)) {
      one.hidden = !here.includes(one.dataset.switch ?? "");
      one.setAttribute("aria-checked", String(state.isOn(one.dataset.switch ?? "")));
    }
    const several = state.slots().includes("callers") && state.holds("callers").length > 0;
    this.part("[data-more]").hidden = !several || state.fields.isSingle("callers");
    this.part(".slots").hidden = !parts(".slots:not(.beside) > [data-slot]", this.root).some((one) => !one.hidden);
    this.part("[data-beside]").hidden = state.extras().length === 0;
    this.root.classList.toggle("idle", here.length === 0 && state.order().length === 0);
  }

  /**
   * @param {HTMLElement} slot
   * @param {string[]} here what is asked or offered in this kind of round
   * @param {string[]} asked
   * @param {string} [unsaid]
   */
  renderSlot(slot, here, asked, unsaid) {
    const { state } = this;
    const name = slot.dataset.slot ?? "";
    const elsewhere = slot.dataset.kinds && !slot.dataset.kinds.split(" ").includes(state.kind());
    slot.hidden = !here.includes(name) || Boolean(elsewhere) || !state.isOn(name);
    const words = this.slotWords(name, state.holds(name));
    const open = asked.includes(name) ? "?" : "＋";
    part("b", slot).textContent = (name === "returns" ? words.join(" → ") : named(words)) || open;
    slot.classList.toggle("open", words.length === 0);
    slot.classList.toggle("unsaid", unsaid === name);
    if (state.active.slot === name) slot.setAttribute("aria-current", "step");
    else slot.removeAttribute("aria-current");
  }

  /** @param {string} name @param {string[]} values */
  slotWords(name, values) {
    if (name === "count") return this.countWords(values);
    if (name === "riichi") {
      return values.length ? [`×${values.reduce((sum, seat) => sum + this.state.declared(seat), 0)}`] : [];
    }
    if (name === "drawn") return this.state.drawn().map(written);
    if (name === "doublings") return this.doublingWords(values);
    if (this.state.isUnknown(name)) return [this.texts.tUnknown ?? ""];
    if (CARDS.includes(name)) return this.state.shown(name).map(written);
    return name === "target" ? values : values.map((seat) => isolate(this.name(seat)));
  }

  /** @param {string[]} values */
  doublingWords([typed = ""]) {
    const times = whole(typed);
    return times ? [`×${2 ** times}`] : [];
  }

  /** @param {string[]} values */
  countWords([count = ""]) {
    const times = whole(count) || 1;
    const target = this.state.fields.text("target").trim();
    return times > 1 || target ? [`×${times}${target ? `=${target}` : ""}`] : [];
  }

  /* ----- seats ----- */
  /** @param {HTMLElement} chip */
  renderSeat(chip) {
    const { state } = this;
    const seat = chip.dataset.seat ?? "";
    const { slot } = state.active;
    const role = state.role(seat);
    const now = slot === "hand" && state.active.seat === seat;
    const chosen = (ROLES.includes(slot) || slot === "riichi") && state.holds(slot).includes(seat);
    chip.dataset.role = role;
    if (state.extras().includes("riichi") && state.declared(seat)) chip.dataset.riichi = String(state.declared(seat));
    else delete chip.dataset.riichi;
    chip.classList.toggle("done", !state.skipped(seat) && state.entered(seat));
    chip.classList.toggle("now", now);
    press(chip, now || chosen);
    part("small", chip).textContent = this.seatText(seat, this.roleText(role));
  }

  /** @param {string} role */
  roleText(role) {
    return this.state.ask().roles[role] ?? "";
  }

  /** @param {string} seat @param {string} role */
  seatText(seat, role) {
    if (this.state.skipped(seat)) return role;
    if (!this.state.entered(seat)) return role || "–";
    if (!this.state.typedIn(seat)) return role ? `${role}\u00a0✓` : "✓";
    if (this.state.mode(seat) === "count") return this.total(seat);
    return `${role || "✓"}\u00a0${this.verdict(seat).slice(-1) || this.total(seat)}`;
  }

  /** The verdict of the server on the cards of a hand whose sum is not paid. @param {string} seat */
  verdict(seat) {
    const known = this.judged[seat] === this.state.written(seat) && !this.state.adds(seat);
    return (known && this.checks[seat]) || "";
  }

  /** The total of a hand in words. @param {string} seat */
  total(seat) {
    const total = this.state.total(seat);
    const counted = !this.state.sum(seat) && this.state.mode(seat) === "count";
    return counted ? fill(this.texts.tCount, { count: total }) : total;
  }

  /* ----- the tray ----- */
  /** @param {Choice[]} choices */
  renderTray(choices) {
    const { slot, seat } = this.state.active;
    const isHand = slot === "hand" && this.state.order().length > 0;
    const mode = isHand ? this.state.mode(seat) : "";
    const complete = isHand && !this.state.isOpen(this.state.active);
    const ask = this.part("[data-ask-text]");
    ask.hidden = complete;
    ask.textContent = complete ? "" : this.askOf({ ...this.state.active, slot: this.state.topic() });
    this.part(".tray").classList.toggle("asking", !complete);
    const isFirst = slot === this.state.slots()[0] && this.state.holds(slot).length === 0;
    this.part(".tray").classList.toggle("first", !complete && wished(PHONES) && isFirst);
    this.part(".tray").dataset.step = slot;
    for (const one of ["[data-hand-name]", ".tray-total"]) this.part(one).hidden = !complete;
    this.part("[data-cards]").hidden = mode !== "cards" || !complete;
    this.part("[data-sum]").hidden = mode !== "sum";
    if (complete) this.renderHand(seat);
    else if (mode === "sum") this.renderSum(seat);
    const place = this.part("[data-choices]");
    place.hidden = choices.length === 0;
    place.replaceChildren(...choices.map(trayButton));
  }

  /** A row of numbers: how many cards are of a suit. @param {Question | null} counts */
  renderCounts(counts) {
    const place = this.part("[data-counts]");
    place.hidden = !counts;
    const row = element("div", "", counts?.open ? "suit-count open" : "suit-count");
    row.append(element("span", counts?.label), ...(counts?.choices ?? []).map(trayButton));
    place.replaceChildren(row);
  }

  /** The button of a slot in this kind of round. @param {string} slot */
  slot(slot) {
    return parts(`[data-slot="${slot}"]`, this.root).find((one) => !one.hidden);
  }

  /** The question for a slot or a hand. @param {Place} place */
  askOf({ slot, seat, more }) {
    if (more) return this.texts.tAskOther ?? "";
    return slot === "hand" ? this.askHand(seat) : this.askSlot(slot);
  }

  /** @param {string} slot */
  askSlot(slot) {
    const { state } = this;
    const { ask = "", askMore = ask } = this.slot(slot)?.dataset ?? {};
    if (state.holds(slot).length === 0) return ask;
    const isAll = state.slots().includes(slot) && state.order().length === 0 && !state.asked();
    return isAll ? (this.texts.tAskNothing ?? "") : askMore;
  }

  /** @param {string} seat */
  askHand(seat) {
    const suit = SYMBOLS[this.state.openSuit(seat)];
    const ask = this.state.mode(seat) === "count" ? this.texts.tAskCount : this.texts.tAskHand;
    return fill(suit ? this.texts.tAskSuit : ask, { name: isolate(this.name(seat)), suit });
  }

  /** @param {string} seat */
  renderHand(seat) {
    const { state } = this;
    const cards = state.hand(seat);
    const tray = this.part("[data-cards]");
    tray.classList.toggle("many", cards.length > FAN);
    const none = element("li", this.texts.tNone, "none");
    const items = cards.map((one, index) => {
      const { item, button } = trayCard(one, fill(this.texts.tRemove, { rank: one.text }));
      Object.assign(button.dataset, { testid: `card-${index}`, place: String(index) });
      return item;
    });
    tray.replaceChildren(...(state.isEmpty(seat) ? [none] : items));
    this.renderSum(seat);
    this.renderSaid(seat, cards);
    tray.scrollTo(tray.scrollWidth, tray.scrollHeight);
  }

  /** The owner of the hand, and its total or verdict. @param {string} seat @param {Card[]} cards */
  renderSaid(seat, cards) {
    const verdict = this.verdict(seat);
    const said = this.checks[seat] || this.roleText(this.state.role(seat));
    const name = [element("bdi", this.name(seat), "cut"), element("span", said, "tray-check cut num")];
    const made = /[^=]*$/.exec(verdict)?.[0];
    this.part("[data-hand-name]").replaceChildren(...name);
    this.part("[data-total]").textContent = made || (this.state.typedIn(seat) ? this.state.total(seat) : "");
    this.part("[data-detail]").textContent = verdict ? "" : this.detail(seat, cards);
  }

  /** @param {string} seat */
  renderSum(seat) {
    const sum = field("[data-sum] input", this.root);
    if (document.activeElement !== sum) sum.value = this.state.fields.text(`sum-${seat}`);
  }

  /** The sum of a hand in one line, or its number of cards if it is long.
      @param {string} seat @param {Card[]} cards */
  detail(seat, cards) {
    if (this.state.mode(seat) === "count") return this.texts.tCounting ?? "";
    const bad = cards.find((one) => !one.rank);
    if (bad) return fill(this.texts.tUnread, { text: bad.text });
    if (this.state.mode(seat) !== "cards" || cards.length < 2) return "";
    const spelt = cards.map((one) => String(this.state.deck.values[one.rank] ?? "?")).join("+");
    return spelt.length > SPELT ? fill(this.texts.tCount, { count: String(cards.length) }) : spelt;
  }

  /** @param {string} text @param {Choice[]} choices */
  showNotice(text, choices) {
    const notice = this.part("[data-notice]");
    part("p", notice).textContent = text;
    const closing = choices.map((one) => ({
      ...one,
      change: () => {
        this.hideNotice();
        one.change();
      },
    }));
    part(".notice-do", notice).replaceChildren(...closing.map(trayButton));
    notice.hidden = false;
  }

  hideNotice() {
    this.part("[data-notice]").hidden = true;
  }

  /* ----- keys ----- */
  renderPads() {
    const { state } = this;
    const { slot, seat } = state.active;
    const counting = slot === "hand" && state.mode(seat) === "count";
    const whole = SHOWN.includes(slot) && state.summing === slot;
    this.choosePad(whole || (slot === "hand" && state.bySuits(seat) && !counting));
    const card = state.placeOf(slot) || state.slots().includes("card");
    // Before the question is answered there is no place for a card.
    this.root.classList.toggle("resting", !state.placeOf(slot) && (state.waits() || !state.firstOpen()));
    this.root.classList.toggle("no-keys", !card && state.order().length === 0);
    this.root.classList.toggle("counting", counting || slot === "target");
  }

  /** The keys of ranks, or those with suits. @param {boolean} on */
  choosePad(on) {
    const suits = find("[data-suit-keys]", this.root);
    if (!suits) return;
    if (on && !suits.children.length) {
      const all = [...(suits.dataset.suitKeys ?? "")];
      suits.append(...all.flatMap((suit) => [...row(this.texts, suit), beside(this.root, this.texts, suit)]));
      this.keys = parts("[data-rank]", this.root);
    }
    suits.hidden = !on;
    this.part("[data-keys]").hidden = on;
    if (this.root.classList.contains("suits") === on) return;
    // Keys with suits need the height of the screen: the hand scrolls to its top.
    this.root.classList.toggle("suits", on);
    const top = this.part(".tray").getBoundingClientRect().top + window.scrollY;
    if (this.drawn) window.scrollTo({ top: on ? top - 4 : 0 });
  }

  /** @param {HTMLElement} key @param {Card[]} laid all cards in hands and on the table */
  renderKey(key, laid) {
    const card = faceOf(key);
    const counting = this.root.classList.contains("counting");
    const left = Math.max(this.state.left(card, laid), 0);
    const less = left < this.state.whole(card) && !counting;
    const rank = written(card);
    const number = key.dataset.natural ?? "";
    const name = less ? fill(this.texts.tLeft, { rank, count: left }) : rank;
    key.classList.toggle("used", left === 0 && !counting);
    key.classList.toggle("picked", this.state.picked(this.state.active.slot, card));
    part("small", key).textContent = less && !card.suit ? String(left) : "";
    part("span", key).textContent = counting ? number : card.rank;
    key.setAttribute("aria-label", counting ? number : name);
    key.setAttribute("aria-disabled", String(this.root.classList.contains("resting")));
  }

  /** @param {boolean} canUndo */
  renderFunctions(canUndo) {
    const { state } = this;
    const place = state.next();
    const next = button("[data-next]", this.root);
    next.disabled = !place;
    const slot = place && this.slot(place.slot);
    const name = slot ? (part("small", slot).textContent ?? "") : this.name(place?.seat ?? "");
    part("span", next).textContent = place ? fill(this.texts.tNext, { name: isolate(name) }) : "";
    button("[data-none]", this.root).disabled = state.active.slot !== "hand";
    this.renderWay();
    for (const undo of parts("[data-undo]", this.root)) /** @type {HTMLButtonElement} */ (undo).disabled = !canUndo;
  }

  /* The other way of entry: a whole card instead of its suit, or the sum of a hand. */
  renderWay() {
    const { state } = this;
    const { slot, seat } = state.active;
    const isHand = slot === "hand";
    const isShown = SHOWN.includes(slot);
    const other = this.otherWay(slot, seat);
    const way = button("[data-other-way]", this.root);
    way.hidden = !other;
    way.disabled = !isHand && !isShown;
    way.textContent = way.dataset[other] || "";
    if (other === "suits") way.setAttribute("aria-label", this.texts.tSuits ?? "");
    else way.removeAttribute("aria-label");
    press(way, this.isOther(slot, seat));
  }

  /** @param {string} slot @param {string} seat */
  otherWay(slot, seat) {
    const { state } = this;
    if (SHOWN.includes(slot)) return "whole";
    if (slot !== "hand" || !state.suited(seat)) return state.other();
    return state.canCount() ? "suits" : "";
  }

  /** @param {string} slot @param {string} seat */
  isOther(slot, seat) {
    const { state } = this;
    if (SHOWN.includes(slot)) return state.summing === slot;
    if (slot !== "hand") return false;
    return state.suited(seat) ? state.bySuits(seat) : state.mode(seat) !== state.usual();
  }

  /** The buttons of the notice if it is shown, else those that answer a slot. @param {string} slot */
  row(slot) {
    const notice = this.part("[data-notice]");
    if (!notice.hidden) return parts("button", notice);
    const people = ROLES.includes(slot) || slot === "riichi" ? this.seats : [];
    return slot === "hand" ? [] : [...people, ...parts("[data-choices] button", this.root)];
  }

  /** Shows the checks of the server for each hand. @param {Record<string, string>} checks */
  check(checks) {
    const { slot, seat } = this.state.active;
    this.checks = checks;
    this.judged = Object.fromEntries(Object.keys(checks).map((one) => [one, this.state.written(one)]));
    for (const chip of this.seats) this.renderSeat(chip);
    if (slot === "hand") this.renderSaid(seat, this.state.hand(seat));
  }
}
