/* Reading typed hands, in the same spellings the server reads: "2 J", "♠2 ♥10", full width, run together. */
const SYMBOLS = { "♠": "S", "♤": "S", "♥": "H", "♡": "H", "♦": "D", "♢": "D", "♣": "C", "♧": "C" };
const RUN = /JK[BR]?|[SHDC]?(?:10|[2-9AJQKT])/g;
const WORD = /[^\s,、。・;|+，；｜＋]+/g;
const ONE = /^(?:(JK)[BR]?|([SHDC]?)(10|[1-9AJQKT]))$/;

/** The text that stands for an empty hand. */
export const NO_CARDS = "-";

const plain = (text) => [...text.replace(/[\ufe0e\ufe0f]/g, "")].map((sign) => SYMBOLS[sign] || sign).join("")
  .normalize("NFKC").trim().toUpperCase().replace(/JOKER|ジョーカー|小丑/g, "JK");

const card = (text) => {
  const found = ONE.exec(text);
  if (!found) return null;
  if (found[1]) return { rank: "Jk", text };
  return { rank: { 1: "A", T: "10" }[found[3]] || found[3], suit: found[2], text };
};

const readWord = (word) => {
  const text = plain(word);
  const whole = card(text);
  if (whole) return [{ ...whole, text: word }];
  const parts = text.match(RUN) || [];
  return parts.length && parts.join("") === text ? parts.map(card) : [{ rank: null, text: word }];
};

/** Whether the text says "no cards at all". */
export const isEmptyHand = (text) => ["-", "－", "ー", "−", "なし", "0", "0枚"].includes(text.trim());

/** The cards of a typed hand, in order; an unreadable word has the rank null. */
export const readCards = (text) => (isEmptyHand(text) ? [] : (text.match(WORD) || []).flatMap(readWord));

/** The typed form of a hand; no cards left means not entered. */
export const writeCards = (cards) => cards.map((one) => one.text).join(" ");
