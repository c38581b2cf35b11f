/* What a pad is made of before anything is drawn: a button for each seat, the tray with its buttons, a key for each
   card, and what they are worth. Pages name only what differs from game to game. */
/** @import { Face } from "../cards.js" */
/** @import { Choice } from "./choices.js" */
/** @import { Deck, Seat } from "./state.js" */
import { element, field, find, part, parts, press } from "../tools.js";

const JOKER = "Jk";

/** A button for each seat, with its mark and its name as the typed entry has them. @param {HTMLElement} row */
const seatButton = (row) => {
  const seat = field("[name^=hand-]", row).name.slice("hand-".length);
  const made = Object.assign(element("button", "", "who-chip"), { type: "button" });
  const top = element("span", "", "who-top");
  top.append(...[part(".mark", row), part("bdi", row)].map((one) => one.cloneNode(true)));
  Object.assign(made.dataset, { seat, name: part("bdi", row).textContent ?? "", testid: `who-${seat}` });
  made.append(top, element("small", "", "num"));
  return made;
};

/**
 * Puts the buttons of the seats on the pad, in place of those of a round that waits in the phone.
 * @param {HTMLElement} root
 * @param {HTMLElement} form
 */
export const laySeats = (root, form) =>
  part(".who-chips", root).replaceChildren(...parts(".hand-row", form).map((row) => seatButton(row)));

const TRAY = [
  '<p class="tray-ask" data-ask-text></p><p class="tray-hint" data-says="tAskPhones"></p>',
  '<p class="tray-who" data-hand-name hidden></p>',
  '<ul class="tray-cards" data-cards data-testid="hand-cards"></ul>',
  '<label class="tray-sum" data-sum hidden><span data-says="tSum"></span>',
  '<input type="text" inputmode="numeric" data-testid="sum-field" autocomplete="off"></label>',
  '<div class="tray-choices" data-choices role="group" hidden></div>',
  '<div class="tray-counts" data-counts hidden></div>',
  '<div class="tray-total" hidden><b class="num" data-total data-testid="hand-total"></b>',
  '<small class="num" data-detail></small></div>',
  '<div class="notice" data-notice role="group" hidden><p></p><div class="notice-do"></div></div>',
];
const FUNCTIONS = [
  '<button type="button" class="fn-key" data-none data-testid="key-none" data-says="tNoCards"></button>',
  '<button type="button" class="fn-key" data-other-way data-suits="♠♥♦♣" data-testid="key-sum"></button>',
  '<button type="button" class="fn-key" data-type data-testid="key-type" data-says="tType"></button>',
  '<button type="button" class="fn-key next" data-next data-testid="next">',
  '<span></span> <i aria-hidden="true">›</i></button>',
];

/**
 * Puts the tray and the keys below the cards on the pad; that of a round after one that waits has them already.
 * @param {HTMLElement} root
 * @param {DOMStringMap} texts
 */
export const layTray = (root, texts) => {
  const tray = part(".tray", root);
  if (tray.children.length) return;
  tray.innerHTML = TRAY.join("");
  part(".fns", root).insertAdjacentHTML("beforeend", FUNCTIONS.join(""));
  for (const one of parts("[data-says]", root)) one.textContent = texts[one.dataset.says ?? ""] ?? "";
  const { tSumOnly, tCountOnly, tCards, tWhole, tTyped = "" } = texts;
  part("[data-type]", root).setAttribute("aria-label", tTyped);
  Object.assign(part("[data-other-way]", root).dataset, {
    sum: tSumOnly,
    count: tCountOnly,
    cards: tCards,
    whole: tWhole,
  });
};

/** A button of the tray. @param {Choice} choice */
export const trayButton = ({ label, testid, look, pressed, name, change }) => {
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

/** The keys that the page names, each with the points of its rank. @param {DOMStringMap} texts */
const ranksOf = ({ ranks = "" }) => ranks.split(" ").map((one) => one.split(":"));

/** What the page says of cards and their values. @param {DOMStringMap} texts @returns {Deck} */
export const deckOf = (texts) => ({
  copies: Number(texts.copies),
  decks: Number(texts.decks),
  jokers: Number(texts.jokers),
  together: texts.together === "1",
  most: Number(texts.most),
  values: Object.fromEntries(ranksOf(texts).map(([rank, value]) => [rank, Number(value)])),
});

/**
 * A key; `natural` is the number of its rank.
 * @param {Face} card
 * @param {number} natural
 * @param {string} testid
 */
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

/** The card that a key stands for. @param {HTMLElement} key @returns {Face} */
export const faceOf = ({ dataset }) => ({ rank: dataset.rank ?? "", suit: dataset.suit ?? "" });

/** The keys of the pad, in the order of their numbers; a joker has none. */
export class Keys {
  /**
   * @param {HTMLElement} root
   * @param {DOMStringMap} texts
   */
  constructor(root, texts) {
    const ranks = ranksOf(texts).map(([rank = ""]) => rank);
    this.root = root;
    this.ranks = ranks.filter((rank) => rank !== JOKER);
    this.joker = ranks.includes(JOKER);
  }

  /** Puts them on the pad; that of a round after one that waits in the phone has them already. */
  lay() {
    if (find("[data-rank]", this.root)) return;
    const joker = this.joker ? [key({ rank: JOKER, suit: "" }, 0, `key-${JOKER}`)] : [];
    part("[data-keys]", this.root).prepend(...this.row(""), ...joker);
  }

  /** Puts those with suits on the pad, when they are first wanted. */
  laySuits() {
    const suits = find("[data-suit-keys]", this.root);
    const all = suits?.children.length ? [] : [...(suits?.dataset.suitKeys ?? "")];
    suits?.append(...all.flatMap((suit) => [...this.row(suit), this.last(suit)]));
  }

  /** @param {string} suit */
  row(suit) {
    return this.ranks.map((rank, place) => key({ rank, suit }, place + 1, `key-${suit}${rank}`));
  }

  /** What stands beside the king of a suit. @param {string} suit */
  last(suit) {
    if (suit === "S" && this.joker) return key({ rank: JOKER, suit: "" }, 0, `suit-${JOKER}`);
    return suit === "C" && !this.joker ? this.undo() : element("span");
  }

  undo() {
    const undo = /** @type {HTMLElement} */ (part("[data-undo]", this.root).cloneNode(true));
    undo.dataset.testid = "suit-undo";
    return undo;
  }
}
