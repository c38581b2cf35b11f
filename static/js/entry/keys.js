/* The keyboard on an entry page: each key presses a button of the page. Loaded when there is a keyboard. */
import { ask, beside, find, hit, pageOf, part, parts } from "../tools.js";

const TEN = ["10", "T"];
/** @type {Record<string, string[]>} */
const RANKS = { 0: TEN, 1: TEN, T: TEN, X: ["Jk", "B"], O: ["Jk", "R"] };
const SUITS = "SHDC";
/** @type {Record<string, string>} */
const BUTTONS = {
  BACKSPACE: "[data-undo]",
  N: "[data-none]",
  P: "[data-pass], [data-call='-'], [data-other-way]",
  "+": "[data-more]",
};
/** @type {Record<string, [number, boolean]>} */
const ARROWS = {
  ARROWLEFT: [-1, true],
  ARROWRIGHT: [1, true],
  ARROWUP: [-1, false],
  ARROWDOWN: [1, false],
};
const TYPED_INTO = "select, textarea, [contenteditable], input:not([type=radio], [type=checkbox])";
const PRESSED = "button, a, summary, input";
const MOVED_IN = "input, [tabindex='0']";

/**
 * What a page offers to the keys. `enter` presses its main button; `walk` follows an arrow, and returns a button to be
 * focused.
 * @typedef {object} Keyed
 * @property {HTMLFormElement} form
 * @property {() => void} enter
 * @property {{ walk?: (step: number, along: boolean) => HTMLElement | null }} pad
 */

/** The ranks that a key may mean, as the keys of the pads are named. Where a number is asked, 1 is the ace.
    @param {string} key @param {boolean} [counting] */
export const ranksOf = (key, counting = false) => (counting && key === "1" ? ["A"] : (RANKS[key] ?? [key]));

/* The last key, as the first of a pair: 1 and 0, or a suit and a rank. */
let before = "";

/** The pad for the keys: the one with the focus, else the first visible one. @param {Keyed} page */
const padOf = ({ form }) => {
  const open = (/** @type {HTMLElement} */ pad) => pad.offsetParent && pad.closest("details")?.open !== false;
  const pads = parts("[data-pad]", form).filter(open);
  return pads.find((pad) => (pad.closest("details") ?? pad).contains(document.activeElement)) ?? pads[0];
};

/* Focuses what has to be answered first, else the pad itself, so that Enter works for the bar. */
/** @param {HTMLElement} pad @param {HTMLElement | null} [to] */
const settle = (pad, to) => {
  const asked = to ?? find("[data-notice]:not([hidden]) button", pad);
  if (asked) asked.focus();
  else if (!document.activeElement?.matches(TYPED_INTO)) rest(pad);
};

/** @param {HTMLElement} pad */
const rest = (pad) => {
  pad.tabIndex = -1;
  pad.focus({ preventScroll: true });
};

/* ----- card keys and the buttons beside them ----- */
/** @param {string} selector @param {HTMLElement} pad */
const button = (selector, pad) => parts(selector, pad).find((one) => one.offsetParent);

/** @param {string} key @param {string} suit @param {HTMLElement} pad */
const card = (key, suit, pad) => {
  const ranks = ranksOf(key, pad.classList.contains("counting"));
  const keys = parts("[data-rank]", pad).filter(({ dataset }) => ranks.includes(dataset.rank ?? ""));
  return keys.find(({ dataset }) => dataset.suit === suit) ?? keys[0];
};

/** The button for a key, if there is one.
    @param {string} key @param {string} last @param {HTMLElement} pad */
const pressed = (key, last, pad) => {
  if (key in BUTTONS) return button(BUTTONS[key] ?? "", pad);
  if (!/^[0-9A-Z]$/.test(key) || pad.classList.contains("no-keys")) return undefined;
  return button(`[data-call="${key}"]`, pad) ?? card(key, SUITS.includes(last) ? last : "", pad);
};

/** 1 and then 0 are a ten: where a number is asked, the ace of the 1 is replaced. @param {HTMLElement} pad */
const makeTen = (pad) => {
  if (!pad.classList.contains("counting")) return;
  button("[data-undo]", pad)?.click();
  card("0", "", pad)?.click();
};

/** @param {string} key @param {string} last @param {HTMLElement} pad */
const tap = (key, last, pad) => {
  const ten = last === "1" && key === "0" && find("[data-rank]", pad);
  const suit = key.length === 1 && SUITS.includes(key) && button("[data-suit-keys]", pad);
  const target = ten || suit ? undefined : pressed(key, last, pad);
  if (!ten && !suit && !target) return false;
  if (ten) makeTen(pad);
  else before = key;
  target?.click();
  settle(pad);
  return true;
};

/* ----- arrows, Enter, Escape ----- */
/** @param {Keyed} page @param {HTMLElement} pad @param {[number, boolean]} arrow */
const walk = (page, pad, [step, along]) => {
  const turns = parts("[data-by]", pad);
  if (turns.length && !along) return false;
  const at = turns.findIndex((one) => one.classList.contains("now"));
  beside(turns, at, step)?.click();
  settle(pad, page.pad.walk?.(step, along));
  return true;
};

/** @param {Keyed} page @param {HTMLElement | undefined} pad */
const enter = (page, pad) => {
  const put = pad && find("[data-put]:not(:disabled)", pad);
  if (put) {
    put.click();
    settle(pad);
  } else page.enter();
  return true;
};

/** @param {Keyed} page @param {HTMLElement | undefined} pad */
const leave = ({ form }, pad) => {
  for (const notice of parts("[data-notice]", form)) notice.hidden = true;
  for (const fold of parts(".more[open]", form)) fold.removeAttribute("open");
  if (pad) rest(pad);
  return Boolean(pad);
};

/** @param {KeyboardEvent} event @param {Keyed} page @param {HTMLElement | undefined} pad */
const command = (event, page, pad) => {
  const key = event.key.toUpperCase();
  const arrow = ARROWS[key];
  if (key === "ESCAPE") return leave(page, pad);
  if (hit(event, TYPED_INTO)) return false;
  if (arrow) return Boolean(pad) && !hit(event, MOVED_IN) && walk(page, /** @type {HTMLElement} */ (pad), arrow);
  if (event.repeat && key !== "BACKSPACE") return false;
  return plain(event, page, pad);
};

/** @param {KeyboardEvent} event @param {Keyed} page @param {HTMLElement | undefined} pad */
const plain = (event, page, pad) => {
  const key = event.key.toUpperCase();
  const last = before;
  before = "";
  if (key === "?") show();
  else if (key === "ENTER") return !hit(event, PRESSED) && enter(page, pad);
  else return Boolean(pad) && tap(key, last, /** @type {HTMLElement} */ (pad));
  return true;
};

/** @param {KeyboardEvent} event */
const isOthers = (event) =>
  event.ctrlKey || event.altKey || event.metaKey || event.isComposing || Boolean(find("dialog[open]"));

/** Handles a key on a page. @param {KeyboardEvent} event @param {Keyed} page */
export const press = (event, page) => {
  if (!page.form.inert && !isOthers(event) && command(event, page, padOf(page))) event.preventDefault();
};

/* ----- the list of keys, in the language of the page ----- */
const load = async () => {
  const page = await ask("/keys/", {}, pageOf);
  const sheet = /** @type {HTMLDialogElement} */ (document.adoptNode(part("dialog", page)));
  for (const row of parts("[data-where]", sheet)) row.hidden = !find(row.dataset.where ?? "");
  sheet.addEventListener("click", (event) => event.target === sheet && sheet.close());
  const opener = document.adoptNode(part("[data-keys-open]", page));
  opener.addEventListener("click", show);
  document.body.append(sheet);
  return { sheet, opener };
};

/** @type {ReturnType<typeof load> | null} */
let loading = null;
const sheet = () => {
  loading ??= load();
  loading.catch(() => {
    loading = null; // loaded again at the next attempt
  });
  return loading;
};

const show = () =>
  sheet()
    .then((module) => module.sheet.showModal())
    .catch(() => {});

/** Adds the button of the list to the header. */
export const offer = async () => {
  const { opener } = await sheet();
  find(".felt-row > :last-child")?.before(opener);
};
