/* Helpers of several modules: finding elements, texts, storage, requests. */
const PATIENCE_MS = 10_000;
const TICK_MS = 12;
const REFUSED_MS = 70;
const BRIEF = 7;
const CALM = "(prefers-reduced-motion: reduce)";

/** The first match, if there is one. @param {string} selector @param {ParentNode} [root] */
export const find = (selector, root = document) => /** @type {HTMLElement | null} */ (root.querySelector(selector));

/** The first match, which the page must have. @param {string} selector @param {ParentNode} [root] */
export const part = (selector, root = document) => {
  const match = find(selector, root);
  if (!match) throw new Error(`nothing here is ${selector}`);
  return match;
};

/** All matches. @param {string} selector @param {ParentNode} [root] */
export const parts = (selector, root = document) => /** @type {HTMLElement[]} */ ([...root.querySelectorAll(selector)]);

/** The first match, which must be a field. @param {string} selector @param {ParentNode} [root] */
export const field = (selector, root = document) => /** @type {HTMLInputElement} */ (part(selector, root));

/** The first match, which must be a button. @param {string} selector @param {ParentNode} [root] */
export const button = (selector, root = document) => /** @type {HTMLButtonElement} */ (part(selector, root));

/** The closest match around the target of an event. @param {Event} event @param {string} selector */
export const hit = (event, selector) =>
  event.target instanceof Element ? /** @type {HTMLElement | null} */ (event.target.closest(selector)) : null;

/** The path of the table that an address belongs to, such as "/t/…/". @param {string} path */
export const tableOf = (path) => path.match(/^\/t\/[\w-]+\//)?.[0] ?? "";

/** A new element.
    @template {keyof HTMLElementTagNameMap} T @param {T} tag @param {string} [text] @param {string} [className] */
export const element = (tag, text = "", className = "") =>
  Object.assign(document.createElement(tag), { textContent: text, className });

/** The text of an element with white space collapsed. @param {Element} part */
export const wordsOf = (part) => (part.textContent ?? "").replace(/\s+/g, " ").trim();

/** Announces a text in the live region, for screen readers. @param {string | undefined} text */
export const say = (text) => {
  const live = find("#live");
  if (live) live.textContent = text ?? "";
};

/** Fills the {placeholders} of a text. @param {string | undefined} text @param {Record<string, unknown>} values */
export const fill = (text, values) => (text ?? "").replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));

/** Joins texts with the separator of the page's language. @param {string[]} parts */
export const dotted = (parts) => parts.filter(Boolean).join(document.body.dataset.dot);

/** Joins names with that language's separator for names. @param {string[]} names */
export const named = (names) => names.filter(Boolean).join(document.body.dataset.and);

/** Parses a whole number, with full-width digits and grouping commas too; null where it is none.
    @param {string} text */
export const whole = (text) => {
  const plain = text.normalize("NFKC").replace(/[,\s]/g, "");
  return /^\d{1,9}$/.test(plain) ? Number(plain) : null;
};

/** The item some steps after an index, cyclically; from -1 (nothing) the first or the last.
    @template T @param {T[]} list @param {number} at @param {number} step */
export const beside = (list, at, step) => list.at(at < 0 ? Math.min(step, 0) : (at + step) % list.length);

/** A name inside marks that isolate its writing direction. @param {string} name */
export const isolate = (name) => `\u2068${name}\u2069`;

/** A name cut to the length of a button. @param {string} name */
export const brief = (name) => {
  const signs = [...new Intl.Segmenter().segment(name)].map((one) => one.segment);
  return signs.length > BRIEF ? `${signs.slice(0, BRIEF - 1).join("")}…` : name;
};

/** Sets the pressed state of a toggle button. @param {HTMLElement} button @param {boolean} on */
export const press = (button, on) => button.setAttribute("aria-pressed", String(on));

/** Marks a button as busy and disables it, or ends that.
    @param {HTMLButtonElement} button @param {boolean} on */
export const busy = (button, on) => {
  button.disabled = on;
  button.setAttribute("aria-busy", String(on));
};

/* ----- localStorage or sessionStorage; a failing storage stores nothing ----- */
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
    /* the page still has the value */
  }
};

/** Whether a setting of this phone is on, the default. @param {string} name */
export const wished = (name) => kept(name) !== "off";

/** Stores a setting of this phone. @param {string} name @param {boolean} on */
export const wish = (name, on) => keep(name, on ? "on" : "off");

/** Vibrates, if the phone can and its setting is on. @param {number} [ms] */
export const buzz = (ms = TICK_MS) => {
  if (!("vibrate" in navigator) || !wished("buzz") || window.matchMedia(CALM).matches) return;
  navigator.vibrate(ms);
};

/** Flashes an element and announces the reason. @param {HTMLElement} part @param {string} text */
export const flash = (part, text) => {
  say(text);
  buzz(REFUSED_MS);
  part.classList.remove("flash");
  void part.offsetWidth;
  part.classList.add("flash");
};

/** Parses HTML from the server. @param {string} html */
export const read = (html) => new DOMParser().parseFromString(html, "text/html");

/** The parsed page of a response; rejects for an error status. @param {Response} answer */
export const pageOf = async (answer) => {
  if (!answer.ok) throw new Error(`status ${answer.status}`);
  return read(await answer.text());
};

/** Replaces the parts of this page by those of another one from the server. @param {Document} page */
export const replaceParts = (page) => {
  for (const name of ["header.felt", "#main", "#bar"]) part(name).replaceWith(document.adoptNode(part(name, page)));
};

/**
 * Fetches and gives what `take` makes of the response; rejects after a timeout, or when `stop` aborts.
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
