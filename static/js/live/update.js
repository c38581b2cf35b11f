/* Live updates change only elements that differ. Focus, open folds and typed text stay as they are. */
import { find, keep, kept, part, parts, say, wordsOf } from "../tools.js";
import { listen, place, View } from "./line.js";

const FRESH_MS = 2500;
const TOLD = "b, li, .num, tr, a:not(.btn)";

/* ----- parts that an update keeps ----- */
/** @param {Node} node */
const isStill = (node) => node instanceof HTMLElement && "still" in node.dataset;

/** @param {Node} node */
const isTyping = (node) =>
  node === document.activeElement &&
  node instanceof Element &&
  node.matches("input:not([type=hidden]), textarea, select");

/* Open folds, ticks, typed text and forms under way belong to the reader. */
/** @param {string} name @param {Element} node */
const isOwn = (name, node) => {
  if (name === "data-sent") return true;
  if (node instanceof HTMLDetailsElement) return name === "open";
  if (node instanceof HTMLTextAreaElement) return name === "value" && node.value !== node.defaultValue;
  return node instanceof HTMLInputElement && node.type !== "hidden" && ["value", "checked"].includes(name);
};

/* ----- morphing ----- */
/** Morphs the children of `old` into those of `fresh`; changed and new elements are added to `changed`.
    @param {HTMLElement} old @param {HTMLElement} fresh @param {Set<Element>} changed */
const morph = (old, fresh, changed) => {
  // Idiomorph matches rows by id.
  for (const row of [old, fresh].flatMap((root) => parts("[data-key]:not([id])", root))) {
    row.id = `row-${row.dataset.key}`;
  }
  window.Idiomorph.morph(old, [...fresh.childNodes], {
    morphStyle: "innerHTML",
    callbacks: {
      beforeNodeMorphed: (from, to) => {
        if (from instanceof Text && from.nodeValue !== to.nodeValue && from.parentElement)
          changed.add(from.parentElement);
        return !isStill(from) && !isTyping(from);
      },
      beforeNodeRemoved: (node) => !isStill(node),
      beforeAttributeUpdated: (name, node) => !isOwn(name, node),
      afterNodeAdded: (node) => {
        if (node instanceof Element) changed.add(node);
      },
    },
  });
};

/* ----- points on the page ----- */
/** @param {string | null} text */
const number = (text) => Number((text ?? "").replace("−", "-").replace(/[^\d-]/g, ""));

/** The elements with the points of seats, pot and bank. @param {HTMLElement} scores */
const labelsOf = (scores) => parts("[data-seat] .seat-pts b, .pot[data-seat] > b", scores);

/** @param {HTMLElement} label */
const seatOf = (label) => /** @type {HTMLElement | null} */ (label.closest("[data-seat]"))?.dataset.seat ?? "";

/** The points on the page, by seat. @param {HTMLElement | null} scores */
const balances = (scores) =>
  new Map((scores ? labelsOf(scores) : []).map((label) => [seatOf(label), number(label.textContent)]));

/** Marks new parts for a moment. @param {Element[]} parts */
const highlight = (parts) => {
  for (const part of parts) part.classList.add("fresh");
  setTimeout(() => {
    for (const part of parts) part.classList.remove("fresh");
  }, FRESH_MS);
};

/** @param {HTMLElement} scores */
const isSeen = (scores) => {
  const box = scores.getBoundingClientRect();
  return !document.hidden && box.bottom > 0 && box.top < window.innerHeight;
};

/** Shows the transfers of the last round; `before` are the points before it.
    @param {HTMLElement} scores @param {Map<string, number>} before */
const travel = async (scores, before) => {
  const moved = labelsOf(scores).filter((label) => before.get(seatOf(label)) !== number(label.textContent));
  highlight(moved);
  if (window.matchMedia("(prefers-reduced-motion: reduce)").matches || !isSeen(scores)) return;
  const flights = await import("./travel.js");
  flights.travel(scores);
  for (const label of moved) {
    const old = before.get(seatOf(label));
    if (old !== undefined) flights.count(label, old, number(label.textContent));
  }
};

const travelled = (/** @type {Promise<void>} */ way) => way.catch(() => {}); // an animation may fail

/* A round that this phone recorded itself: its points travel when the table page opens again. */
const memory = () => `round:${location.pathname}`;

/** @param {HTMLElement} scores */
const remember = (scores) => keep(memory(), scores.dataset.round || "", "sessionStorage");

/** @param {HTMLElement} scores */
const arrive = (scores) => {
  const before = kept(memory(), "sessionStorage");
  remember(scores);
  if (before === null || Number(before) >= Number(scores.dataset.round) || !scores.dataset.changes) return;
  /** @type {Record<string, number>} */
  const changes = JSON.parse(scores.dataset.changes);
  const old = [...balances(scores)].map(
    ([seat, points]) => /** @type {const} */ ([seat, points - (changes[seat] ?? 0)]),
  );
  travelled(travel(scores, new Map(old)));
};

/* ----- the page ----- */
const scoresOf = () => find("#scores");

class PageView extends View {
  async update() {
    const page = await this.load(location.href);
    if (page.documentElement.dataset.table !== this.table) {
      location.reload(); // the scoreboard of a night goes on with its next table
      return;
    }
    const scores = scoresOf();
    const round = Number(scores?.dataset.round);
    const before = balances(scores);
    const revision = this.revision;
    const changed = this.replace(page);
    this.stamp(page.documentElement);
    document.dispatchEvent(new CustomEvent("live:swapped"));
    if (this.revision !== revision) document.dispatchEvent(new CustomEvent("live:changed"));
    if (scores) remember(scores);
    if (scores && Number(scores.dataset.round) > round) travelled(travel(scores, before));
    else highlight([...changed].filter((part) => part.isConnected && part.matches(TOLD)));
    const last = find("[data-said]");
    if (last) say(wordsOf(last));
  }

  /** @param {Document} page */
  replace(page) {
    /** @type {Set<Element>} */
    const changed = new Set();
    for (const name of ["header.felt", "#main", "#bar"]) {
      const old = find(name);
      if (old) morph(old, part(name, page), changed);
    }
    if (page.title) document.title = page.title;
    return changed;
  }
}

if (place) {
  const scores = scoresOf();
  if (scores) arrive(scores);
  listen(place, PageView);
}
