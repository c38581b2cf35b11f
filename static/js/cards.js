/* Cards: reading typed hands in the spellings that the server reads ("2 J", "♠2 ♥10", full width, run together), and
   drawing them. */
import { element } from "./tools.js";

/** @typedef {{ rank: string, suit: string, text: string }} Card a card as typed; an unreadable word has no rank ("") */
/** @typedef {Pick<Card, "rank" | "suit">} Face */

/** @type {Record<string, string>} */
export const SYMBOLS = { S: "♠", H: "♥", D: "♦", C: "♣" };
/** @type {Record<string, string>} */
const SUITS = { "♠": "S", "♤": "S", "♥": "H", "♡": "H", "♦": "D", "♢": "D", "♣": "C", "♧": "C" };
const RUN = /[Jj]k[BRbr]?|[小大]?王|鬼|[SHDCshdc]?(?:10|[2-9AJQKTajqkt])/g;
const WORD = /[^\s,、。・;|+，．；｜＋]+/g;
const ONE = /^(?:(JK)([BR]?)|([SHDC]?)(10|[1-9AJQKT]))$/;
const COUNT = /^([SHDC])[X×*]([0-9]{1,2})$/;
const JOKER_WORD = /^(?:JOKER|ジョーカー|小丑|王|鬼)$/;
/** @type {Record<string, string>} */
const COLOURED = { 小王: "JKB", 大王: "JKR" };
const EMPTY = ["-", "ー", "−", "なし", "0", "0枚"];
/** @type {Record<string, string>} */
const RANKS = { 1: "A", T: "10" };

/** The text that stands for an empty hand. */
export const NO_CARDS = "-";

/** @param {string} text */
const spelled = (text) =>
  [...text.replace(/[\ufe0e\ufe0f]/g, "")]
    .map((sign) => SUITS[sign] ?? sign)
    .join("")
    .normalize("NFKC")
    .trim();

/** @param {string} text @returns {Card | null} */
const card = (text) => {
  const upper = text.toUpperCase().replace(JOKER_WORD, "JK");
  const match = ONE.exec(COLOURED[upper] ?? upper);
  if (!match) return null;
  const [, joker, colour = "", suit = "", rank = ""] = match;
  return joker ? { rank: "Jk", suit: colour, text } : { rank: RANKS[rank] ?? rank, suit, text };
};

/** Two capitals "JK" are a jack and a king; "Jk" and "jk" are a joker. @param {string} word @returns {Card[]} */
const readWord = (word) => {
  const text = spelled(word);
  const whole = text === "JK" ? null : card(text);
  if (whole) return [{ ...whole, text: word }];
  const parts = text.match(RUN) ?? [];
  const cards = parts.join("") === text ? parts.flatMap((part) => card(part) ?? []) : [];
  return cards.length ? cards : [{ rank: "", suit: "", text: word }];
};

/** Whether the text says "no cards at all". @param {string} text */
export const isEmptyHand = (text) => EMPTY.includes(text.normalize("NFKC").trim());

/** How many are of a suit ("♠×2"). @param {string} word */
const counted = (word) => COUNT.exec(spelled(word).toUpperCase());

/** @param {string} text */
const words = (text) => (isEmptyHand(text) ? [] : (text.match(WORD) ?? []));

/** The cards of a typed hand, in order. @param {string} text */
export const readCards = (text) =>
  words(text)
    .filter((word) => !counted(word))
    .flatMap(readWord);

/** How many cards of a typed hand are of a suit, where that was entered for the whole hand.
    @param {string} text @returns {Record<string, number>} */
export const readSuits = (text) =>
  Object.fromEntries(
    words(text).flatMap((word) => {
      const [, suit, count] = counted(word) ?? [];
      return suit ? [[suit, Number(count)]] : [];
    }),
  );

/** How many of the cards are of a suit at least and at most: one of a rank in each deck.
    @param {Face[]} cards @param {string} suit @param {number} decks @returns {[number, number]} */
export const suitBounds = (cards, suit, decks) => {
  const known = cards.filter((one) => one.suit === suit);
  const free = cards.filter((one) => !one.suit && one.rank !== "Jk").map(({ rank }) => rank);
  const may = [...new Set(free)].map((rank) => {
    const left = Math.max(decks - known.filter((one) => one.rank === rank).length, 0);
    return Math.min(free.filter((one) => one === rank).length, left);
  });
  return [known.length, may.reduce((sum, one) => sum + one, known.length)];
};

/** A card that is only looked at: a suit alone will do, and has no rank. @param {string} text @returns {Card[]} */
export const readShown = (text) => {
  const suit = spelled(text).toUpperCase();
  if (suit in SYMBOLS) return [{ rank: "", suit, text }];
  return readCards(text)
    .filter((one) => one.rank)
    .slice(0, 1);
};

/** The typed form of a hand; no cards left means not entered. @param {Card[]} cards */
export const writeCards = (cards) => cards.map((one) => one.text).join(" ");

/** The typed form of a hand of which is entered apart from the cards how many cards are of a suit.
    @param {Card[]} cards @param {Record<string, number>} suits */
export const writeHeld = (cards, suits) =>
  [writeCards(cards), ...Object.entries(suits).map(([suit, count]) => `${SYMBOLS[suit]}×${count}`)]
    .filter(Boolean)
    .join(" ");

/** How a card is typed. @param {Face} card */
export const written = ({ rank, suit }) => (SYMBOLS[suit] ?? "") + rank;

/** Whether a card is the one that is looked for; without a suit any of its rank is.
    @param {Face} wanted @param {Face} card */
export const alike = (wanted, card) => wanted.rank === card.rank && (!wanted.suit || wanted.suit === card.suit);

/* ----- drawing ----- */
/** @param {Face} card */
const look = ({ rank, suit }) => {
  if (rank === "Jk") return suit ? `joker joker-${suit}` : "joker";
  return suit ? `suit-${suit}` : "plain";
};

/** A card as it lies in the tray, to be taken out of it by a tap. @param {Face} card @param {string} label */
export const trayCard = (card, label) => {
  const item = element("li");
  const button = Object.assign(element("button", "", "tray-card"), { type: "button" });
  const face = element("span", "", `pc ${look(card)}`);
  face.append(element("span", card.rank || "?", "pc-r"));
  button.setAttribute("aria-label", label);
  button.append(face);
  item.append(button);
  return { item, button };
};
