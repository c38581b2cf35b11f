/* Searches house rules by words in either kana, full or half width, or romaji. */
import { field, fill, find, part, parts, say, wordsOf } from "../tools.js";

const VOWELS = "aiueo";
const SMALL_Y = "ゃぃゅぇょ";
/** @type {Record<string, string>} */
const ROWS = {
  "": "あ い う え お",
  k: "か き く け こ",
  s: "さ し す せ そ",
  t: "た ち つ て と",
  n: "な に ぬ ね の",
  h: "は ひ ふ へ ほ",
  m: "ま み む め も",
  r: "ら り る れ ろ",
  g: "が ぎ ぐ げ ご",
  z: "ざ じ ず ぜ ぞ",
  d: "だ ぢ づ で ど",
  b: "ば び ぶ べ ぼ",
  p: "ぱ ぴ ぷ ぺ ぽ",
  y: "や い ゆ いぇ よ",
  w: "わ うぃ う うぇ を",
  f: "ふぁ ふぃ ふ ふぇ ふぉ",
  j: "じゃ じ じゅ じぇ じょ",
  sh: "しゃ し しゅ しぇ しょ",
  ch: "ちゃ ち ちゅ ちぇ ちょ",
  ts: "つぁ つぃ つ つぇ つぉ",
};
const SOUND = /n(?=[^aiueoy]|$)|([bcdfghjkmpqrstvwz])(?=\1)|(sh|ch|ts|[bdfghjkmnprstwyz])?(y)?([aiueo])/g;

/** @param {(string | undefined)[]} heard a doubled consonant; or consonant, y and vowel; otherwise an n */
const syllable = ([twice, row = "", y, vowel]) => {
  if (!vowel) return twice ? "っ" : "ん";
  const sounds = (ROWS[row] ?? "").split(" ");
  const at = VOWELS.indexOf(vowel);
  return y ? `${sounds[1]}${SMALL_Y[at]}` : sounds[at];
};

/** Romaji as kana; "" if it is none. @param {string} text */
const kana = (text) => {
  const said = text.replace(SOUND, (_, ...heard) => syllable(heard) ?? "").replace(/[a-z]+$/, "");
  return /[a-z]/.test(said) ? "" : said;
};

/** Normalizes a text for comparison: hiragana, lower case, no long marks or spaces. @param {string} text */
const folded = (text) =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[ァ-ヶ]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0x60))
    .replace(/[ー・_\s-]/g, "");

/** A text as it is written and as it is read. @param {string} text @param {string[][]} readings */
const both = (text, readings) =>
  `${text} ${readings.reduce((said, [written = "", sound = ""]) => said.replaceAll(written, sound), text)}`;

/** @param {HTMLElement} row @param {string[][]} words @param {string[][]} readings */
const fits = (row, words, readings) => {
  const name = find("[name]", row)?.getAttribute("name") ?? "";
  const text = folded(both(wordsOf(row), readings) + name);
  return words.every((ways) => ways.some((way) => way && text.includes(way)));
};

/** Opens a fold while it has a match; afterwards it is as it was before.
    @param {HTMLDetailsElement} fold @param {boolean} seeking */
const unfold = (fold, seeking) => {
  const hit = Boolean(find(".opt:not([hidden])", fold));
  fold.dataset.was ??= fold.open ? "open" : "";
  fold.hidden = !hit;
  fold.open = seeking ? hit : Boolean(fold.dataset.was);
  if (!seeking) delete fold.dataset.was;
};

const seek = () => {
  const box = field("[data-find]");
  const board = part("[data-board]");
  const words = box.value.split(/\s+/).filter((word) => folded(word));
  const ways = words.map((word) => [folded(word), kana(folded(word))]);
  const readings = (box.dataset.readings ?? "").split(" ").map((pair) => pair.split("="));
  const rows = parts(".opt", board);
  for (const row of rows) row.hidden = !fits(row, ways, readings);
  for (const fold of /** @type {HTMLDetailsElement[]} */ (parts("details", board))) unfold(fold, words.length > 0);
  const count = rows.filter((row) => !row.hidden).length;
  const none = part("[data-none]");
  none.hidden = count > 0;
  if (words.length) say(count ? fill(count === 1 ? box.dataset.tOne : box.dataset.tMany, { n: count }) : wordsOf(none));
};

document.addEventListener("input", (event) => {
  if (event.target instanceof Element && event.target.matches("[data-find]")) seek();
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && event.target instanceof Element && event.target.matches("[data-find]")) {
    event.preventDefault();
  }
});
if (field("[data-find]").value) seek();
