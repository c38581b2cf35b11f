/* Small things that several modules need: finding parts of the page, texts, asking the server. */
const PATIENCE_MS = 10_000;
const TICK_MS = 12;
const REFUSED_MS = 70;
const BRIEF = 7;
const CALM = "(prefers-reduced-motion: reduce)";

/** The first part that fits, if there is one. @param {string} selector @param {ParentNode} [root] */
export const find = (selector, root = document) => /** @type {HTMLElement | null} */ (root.querySelector(selector));

/** The first part that fits; the page is known to have it. @param {string} selector @param {ParentNode} [root] */
export const part = (selector, root = document) => {
  const match = find(selector, root);
  if (!match) throw new Error(`nothing here is ${selector}`);
  return match;
};

/** All parts that fit. @param {string} selector @param {ParentNode} [root] */
export const parts = (selector, root = document) => /** @type {HTMLElement[]} */ ([...root.querySelectorAll(selector)]);

/** The field that fits; the page is known to have it. @param {string} selector @param {ParentNode} [root] */
export const field = (selector, root = document) => /** @type {HTMLInputElement} */ (part(selector, root));

/** The button that fits; the page is known to have it. @param {string} selector @param {ParentNode} [root] */
export const button = (selector, root = document) => /** @type {HTMLButtonElement} */ (part(selector, root));

/** What was hit by an event, or what it lies in. @param {Event} event @param {string} selector */
export const hit = (event, selector) =>
  event.target instanceof Element ? /** @type {HTMLElement | null} */ (event.target.closest(selector)) : null;

/** The table that an address belongs to, as "/t/…/". @param {string} path */
export const tableOf = (path) => path.match(/^\/t\/[\w-]+\//)?.[0] ?? "";

/** A part made of words.
    @template {keyof HTMLElementTagNameMap} T @param {T} tag @param {string} [text] @param {string} [className] */
export const element = (tag, text = "", className = "") =>
  Object.assign(document.createElement(tag), { textContent: text, className });

/** Words without the blanks that only lay the page out. @param {Element} part */
export const wordsOf = (part) => (part.textContent ?? "").replace(/\s+/g, " ").trim();

/** Tells those who listen to the page. @param {string | undefined} text */
export const say = (text) => {
  const live = find("#live");
  if (live) live.textContent = text ?? "";
};

/** A text with its {places} filled. @param {string | undefined} text @param {Record<string, unknown>} values */
export const fill = (text, values) => (text ?? "").replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));

/** What stands between things said one after the other, in the language of the page. @param {string[]} parts */
export const dotted = (parts) => parts.filter(Boolean).join(document.body.dataset.dot);

/** The same between names. @param {string[]} names */
export const named = (names) => names.filter(Boolean).join(document.body.dataset.and);

/** A whole number as people type it, full-width digits and grouping commas too; null where it is none.
    @param {string} text */
export const whole = (text) => {
  const plain = text.normalize("NFKC").replace(/[,\s]/g, "");
  return /^\d{1,9}$/.test(plain) ? Number(plain) : null;
};

/** What comes some steps after a place in a list that goes round; from nowhere (-1) the first or the last.
    @template T @param {T[]} list @param {number} at @param {number} step */
export const beside = (list, at, step) => list.at(at < 0 ? Math.min(step, 0) : (at + step) % list.length);

/** A name for the middle of a sentence, whatever its direction of writing. @param {string} name */
export const isolate = (name) => `\u2068${name}\u2069`;

/** A name that fits on a button. @param {string} name */
export const brief = (name) => {
  const signs = [...new Intl.Segmenter().segment(name)].map((one) => one.segment);
  return signs.length > BRIEF ? `${signs.slice(0, BRIEF - 1).join("")}…` : name;
};

/** Shows whether a button stays pressed. @param {HTMLElement} button @param {boolean} on */
export const press = (button, on) => button.setAttribute("aria-pressed", String(on));

/** Shows that what a button sends is on its way; until it has come it cannot be pressed again.
    @param {HTMLButtonElement} button @param {boolean} on */
export const busy = (button, on) => {
  button.disabled = on;
  button.setAttribute("aria-busy", String(on));
};

/* ----- what this phone keeps, or this tab; a store that is full or closed keeps nothing ----- */
/** @typedef {"localStorage" | "sessionStorage"} Area */

/** @param {string} name @param {Area} [area] */
export const kept = (name, area = "localStorage") => {
  try {
    return window[area].getItem(name);
  } catch {
    return null;
  }
};

/** @param {string} name @param {string} text @param {Area} [area] */
export const keep = (name, text, area = "localStorage") => {
  try {
    window[area].setItem(name, text);
  } catch {
    /* the page itself still holds it */
  }
};

/** Whether this phone is to do something; it does unless said otherwise. @param {string} name */
export const wished = (name) => kept(name) !== "off";

/** Keeps whether it is to do something. @param {string} name @param {boolean} on */
export const wish = (name, on) => keep(name, on ? "on" : "off");

/** The finger feels a tap where the phone can and is to; longer where it was refused. @param {number} [ms] */
export const buzz = (ms = TICK_MS) => {
  if (!("vibrate" in navigator) || !wished("buzz") || window.matchMedia(CALM).matches) return;
  navigator.vibrate(ms);
};

/** Draws attention to a part, and says why. @param {HTMLElement} part @param {string} text */
export const flash = (part, text) => {
  say(text);
  buzz(REFUSED_MS);
  part.classList.remove("flash");
  void part.offsetWidth;
  part.classList.add("flash");
};

/** A page as it came from the server. @param {string} html */
export const read = (html) => new DOMParser().parseFromString(html, "text/html");

/** The page in an answer; rejects where the server refused. @param {Response} answer */
export const pageOf = async (answer) => {
  if (!answer.ok) throw new Error(`status ${answer.status}`);
  return read(await answer.text());
};

/** Puts the parts of a page that came from the server in the place of this one's. @param {Document} page */
export const replaceParts = (page) => {
  for (const name of ["header.felt", "#main", "#bar"]) part(name).replaceWith(document.adoptNode(part(name, page)));
};

/**
 * What `take` makes of an answer; rejects where it does not come whole in time, or when `stop` says so.
 * @template T
 * @param {string | URL} url
 * @param {RequestInit} options
 * @param {(answer: Response) => T | Promise<T>} take
 * @param {{ patience?: number, stop?: AbortController }} [limits]
 */
export const ask = async (url, options, take, { patience = PATIENCE_MS, stop = new AbortController() } = {}) => {
  const timer = setTimeout(() => stop.abort(), patience);
  try {
    const answer = await fetch(url, { credentials: "same-origin", cache: "no-store", signal: stop.signal, ...options });
    return await take(answer);
  } finally {
    clearTimeout(timer);
  }
};
