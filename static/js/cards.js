/* Cards: reads typed hands in all spellings that the server accepts ("2 J", "♠2 ♥10", full width, no spaces), and draws
   them. */
import { element } from "./tools.js";

/** @typedef {{ rank: string, suit: string, text: string }} Card a typed card; an unreadable word has the rank "" */
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

/** The text of an empty hand. */
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

/** "JK" in capitals is a jack and a king; "Jk" and "jk" are a joker. @param {string} word @returns {Card[]} */
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

/** Matches a count of a suit ("♠×2"). @param {string} word */
const counted = (word) => COUNT.exec(spelled(word).toUpperCase());

/** @param {string} text */
const words = (text) => (isEmptyHand(text) ? [] : (text.match(WORD) ?? []));

/** The cards of a typed hand, in order. @param {string} text */
export const readCards = (text) =>
  words(text)
    .filter((word) => !counted(word))
    .flatMap(readWord);

/** The counts of suits in a typed hand ("♠×2").
    @param {string} text @returns {Record<string, number>} */
export const readSuits = (text) =>
  Object.fromEntries(
    words(text).flatMap((word) => {
      const [, suit, count] = counted(word) ?? [];
      return suit ? [[suit, Number(count)]] : [];
    }),
  );

/** The least and the greatest number of cards of a suit: a deck has one of each rank.
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

/** A card that is turned up, such as the dora: a suit alone has the rank "". @param {string} text @returns {Card[]} */
export const readShown = (text) => {
  const suit = spelled(text).toUpperCase();
  if (suit in SYMBOLS) return [{ rank: "", suit, text }];
  return readCards(text)
    .filter((one) => one.rank)
    .slice(0, 1);
};

/** The typed form of cards; "" means not entered. @param {Card[]} cards */
export const writeCards = (cards) => cards.map((one) => one.text).join(" ");

/** The typed form of a hand: its cards, then the counts of suits.
    @param {Card[]} cards @param {Record<string, number>} suits */
export const writeHeld = (cards, suits) =>
  [writeCards(cards), ...Object.entries(suits).map(([suit, count]) => `${SYMBOLS[suit]}×${count}`)]
    .filter(Boolean)
    .join(" ");

/** The typed form of a card. @param {Face} card */
export const written = ({ rank, suit }) => (SYMBOLS[suit] ?? "") + rank;

/** Whether a card is the wanted one; a wanted rank without suit matches any suit.
    @param {Face} wanted @param {Face} card */
export const alike = (wanted, card) => wanted.rank === card.rank && (!wanted.suit || wanted.suit === card.suit);

/* ----- drawing ----- */
/** @param {Face} card */
const look = ({ rank, suit }) => {
  if (rank === "Jk") return suit ? `joker joker-${suit}` : "joker";
  return suit ? `suit-${suit}` : "plain";
};

/** A card in the tray; a tap removes it. @param {Face} card @param {string} label */
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
