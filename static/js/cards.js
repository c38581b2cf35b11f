/* Reading typed hands, in the same spellings the server reads: "2 J", "♠2 ♥10", full width, run together. */
const SYMBOLS = { "♠": "S", "♤": "S", "♥": "H", "♡": "H", "♦": "D", "♢": "D", "♣": "C", "♧": "C" };
const RUN = /[Jj]k[BRbr]?|[SHDCshdc]?(?:10|[2-9AJQKTajqkt])/g;
const WORD = /[^\s,、。・;|+，．；｜＋]+/g;
const ONE = /^(?:(JK)[BR]?|([SHDC]?)(10|[1-9AJQKT]))$/;

/** The text that stands for an empty hand. */
export const NO_CARDS = "-";

const spelled = (text) =>
  [...text.replace(/[\ufe0e\ufe0f]/g, "")]
    .map((sign) => SYMBOLS[sign] || sign)
    .join("")
    .normalize("NFKC")
    .trim();

const card = (text) => {
  const found = ONE.exec(text.toUpperCase().replace(/^(?:JOKER|ジョーカー|小丑)$/, "JK"));
  if (!found) return null;
  if (found[1]) return { rank: "Jk", suit: "", text };
  return { rank: { 1: "A", T: "10" }[found[3]] || found[3], suit: found[2], text };
};

/* Two capitals "JK" are a jack and a king; "Jk" and "jk" are a joker. */
const readWord = (word) => {
  const text = spelled(word);
  const whole = text === "JK" ? null : card(text);
  if (whole) return [{ ...whole, text: word }];
  const parts = text.match(RUN) || [];
  return parts.length && parts.join("") === text ? parts.map(card) : [{ rank: null, suit: "", text: word }];
};

/** Whether the text says "no cards at all". */
export const isEmptyHand = (text) => ["-", "－", "ー", "−", "なし", "0", "0枚"].includes(text.trim());

/** The cards of a typed hand, in order; an unreadable word has the rank null. */
export const readCards = (text) => (isEmptyHand(text) ? [] : (text.match(WORD) || []).flatMap(readWord));

/** The typed form of a hand; no cards left means not entered. */
export const writeCards = (cards) => cards.map((one) => one.text).join(" ");
