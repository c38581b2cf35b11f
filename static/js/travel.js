/* Points on their way: chips fly from who pays to who gets, and the numbers count up. */
const FLIGHT_MS = 620;
const STAGGER_MS = 90;
const WHOLE_MS = 900;
const COUNT_MS = 420;

const calm = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches;
const write = (value) => `${value < 0 ? "−" : ""}${Math.abs(value).toLocaleString("en")}`;
const read = (text) => Number(text.replace("−", "-").replace(/[^\d-]/g, ""));
const seatOf = (scores, key) => scores.querySelector(`[data-seat="${CSS.escape(String(key))}"]`);
const middle = (part) => {
  const box = part.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
};

/* A chip carries the colour of who pays. */
const chip = (payer, points) => {
  const made = document.createElement("span");
  made.className = "flying num";
  for (const name of payer.classList) if (/^seat-\d+$/.test(name)) made.classList.add(name);
  made.setAttribute("aria-hidden", "true");
  made.textContent = write(points);
  document.body.append(made);
  return made;
};

const fly = (payer, payee, points, delay) => {
  const made = chip(payer, points);
  const half = { x: made.offsetWidth / 2, y: made.offsetHeight / 2 };
  const [from, to] = [
    middle(payer.querySelector(".mark") || payer),
    middle(payee.querySelector(".seat-pts, b") || payee),
  ];
  const at = (spot, lift = 0, size = 1) =>
    `translate(${spot.x - half.x}px, ${spot.y - half.y - lift}px) scale(${size})`;
  const between = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
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

/* The text is the new number at once (for those who listen); only its look counts up. */
const count = (label, from, to) => {
  const begin = performance.now() + WHOLE_MS - COUNT_MS;
  label.dataset.shown = write(from);
  label.classList.add("counting");
  const step = (now) => {
    const part = Math.min(1, Math.max(0, (now - begin) / COUNT_MS));
    label.dataset.shown = write(Math.round(from + (to - from) * (1 - (1 - part) ** 3)));
    if (part < 1) requestAnimationFrame(step);
    else {
      label.classList.remove("counting");
      delete label.dataset.shown;
    }
  };
  requestAnimationFrame(step);
};

const seen = (part) => {
  const box = part.getBoundingClientRect();
  return box.bottom > 0 && box.top < window.innerHeight;
};

/* The numbers of the seats, and of pot and bank. */
const labelsOf = (scores) => [...(scores?.querySelectorAll("[data-seat] .seat-pts b, .pot[data-seat] > b") || [])];

/** The numbers on the page now, by seat. */
export const balances = (scores) =>
  new Map(labelsOf(scores).map((label) => [label.closest("[data-seat]").dataset.seat, read(label.textContent)]));

/** Mark what is new for a moment. */
export const highlight = (parts) => {
  for (const part of parts) part.classList.add("fresh");
  setTimeout(() => {
    for (const part of parts) part.classList.remove("fresh");
  }, 2500);
};

/** Show how the last round's points went from seat to seat; `before` are the numbers there were. */
export const travel = (scores, before) => {
  const moved = labelsOf(scores).filter(
    (label) => before.get(label.closest("[data-seat]").dataset.seat) !== read(label.textContent),
  );
  highlight(moved);
  if (calm() || document.hidden || !seen(scores)) return;
  const transfers = JSON.parse(scores.dataset.transfers || "[]");
  const pause = Math.min(STAGGER_MS, (WHOLE_MS - FLIGHT_MS) / Math.max(1, transfers.length - 1));
  transfers.forEach(({ from, to, points }, index) => {
    const [payer, payee] = [seatOf(scores, from), seatOf(scores, to)];
    if (payer && payee) fly(payer, payee, points, index * pause);
  });
  for (const label of moved) {
    const old = before.get(label.closest("[data-seat]").dataset.seat);
    if (old !== undefined) count(label, old, read(label.textContent));
  }
};
