/* Chips fly from payer to payee, and the points count up. */
import { element, find } from "../tools.js";

const FLIGHT_MS = 620;
const STAGGER_MS = 90;
const WHOLE_MS = 900;
const COUNT_MS = 420;

/** @param {number} value */
const write = (value) => `${value < 0 ? "−" : ""}${Math.abs(value).toLocaleString("en")}`;

/** @param {HTMLElement} scores @param {unknown} seat */
const rowOf = (scores, seat) => find(`[data-seat="${CSS.escape(String(seat))}"]`, scores);

/** @param {Element} part */
const middle = (part) => {
  const box = part.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
};

/** A chip in the colour of the payer. @param {HTMLElement} payer @param {number} points */
const chip = (payer, points) => {
  const made = element("span", write(points), "flying num");
  made.classList.add(...[...payer.classList].filter((name) => /^seat-\d+$/.test(name)));
  made.setAttribute("aria-hidden", "true");
  document.body.append(made);
  return made;
};

/** @param {HTMLElement} payer @param {HTMLElement} payee @param {number} points @param {number} delay */
const fly = (payer, payee, points, delay) => {
  const made = chip(payer, points);
  const half = { x: made.offsetWidth / 2, y: made.offsetHeight / 2 };
  const from = middle(find(".mark", payer) ?? payer);
  const to = middle(find(".seat-pts, b", payee) ?? payee);
  const between = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
  const at = (/** @type {{ x: number, y: number }} */ spot, lift = 0, size = 1) =>
    `translate(${spot.x - half.x}px, ${spot.y - half.y - lift}px) scale(${size})`;
  const flight = made.animate(
    [
      { transform: at(from, 0, 0.4), opacity: 0 },
      { transform: at(from), opacity: 1, offset: 0.15 },
      { transform: at(between, 26, 1.12), opacity: 1, offset: 0.55 },
      { transform: at(to, 0, 0.6), opacity: 0.2 },
    ],
    { duration: FLIGHT_MS, delay, easing: "cubic-bezier(.4, 0, .2, 1)", fill: "both" },
  );
  flight.finished.catch(() => {}).finally(() => made.remove());
};

/** Counts a number up. Its text is the new number at once, for screen readers; only its look counts.
    @param {HTMLElement} label @param {number} from @param {number} to */
export const count = (label, from, to) => {
  const begin = performance.now() + WHOLE_MS - COUNT_MS;
  label.dataset.shown = write(from);
  label.classList.add("counting");
  const step = (/** @type {number} */ now) => {
    const part = Math.min(1, Math.max(0, (now - begin) / COUNT_MS));
    label.dataset.shown = write(Math.round(from + (to - from) * (1 - (1 - part) ** 3)));
    if (part < 1) {
      requestAnimationFrame(step);
      return;
    }
    label.classList.remove("counting");
    delete label.dataset.shown;
  };
  requestAnimationFrame(step);
};

/** Shows the transfers of the last round. @param {HTMLElement} scores */
export const travel = (scores) => {
  /** @type {{ from: unknown, to: unknown, points: number }[]} */
  const transfers = JSON.parse(scores.dataset.transfers || "[]");
  const pause = Math.min(STAGGER_MS, (WHOLE_MS - FLIGHT_MS) / Math.max(1, transfers.length - 1));
  transfers.forEach(({ from, to, points }, index) => {
    const [payer, payee] = [rowOf(scores, from), rowOf(scores, to)];
    if (payer && payee) fly(payer, payee, points, index * pause);
  });
};
