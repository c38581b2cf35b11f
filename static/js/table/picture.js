/* The result as a picture for a group chat: drawn from what the page shows, sent where the browser can, else saved. */
import { find, part, parts, wordsOf } from "../tools.js";

const WIDTH = 360;
const SCALE = 3;
const EDGE = 16;
const ROW = 44;
const MARK = 26;
const HEAD = 76;
const GAP = 12;
const TITLE = 40;
const ARROW = 24;
const SHAPE = /\bd='([^']+)'/;

/** @typedef {{ mark: HTMLElement | null, name: string }} Person */
/** @typedef {Person & { place: string, points: string, ink: string, notes: string }} Result */
/** @typedef {{ payer: Person, payee: Person, amount: string, paid: boolean }} Payment */
/** @typedef {Map<HTMLElement | null, HTMLImageElement | undefined>} Marks */
/** @typedef {{ size?: number, weight?: number, ink?: string, align?: CanvasTextAlign, most?: number }} Style */

/** @param {string} name */
const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

const segmenter = "Segmenter" in Intl ? new Intl.Segmenter() : null;
/** @param {string} words */
const letters = (words) => (segmenter ? [...segmenter.segment(words)].map((one) => one.segment) : [...words]);

/* ----- what is drawn ----- */
/** @param {HTMLElement} row @returns {Person} */
const person = (row) => ({ mark: find(".mark", row), name: wordsOf(part("bdi", row)) });

/** @returns {Result[]} */
const results = () =>
  parts(".results > li").map((row) => {
    const points = part("b", row);
    return {
      ...person(row),
      place: wordsOf(part(".place-no", row)),
      points: wordsOf(points),
      ink: getComputedStyle(points).color,
      notes: parts(".end > small", row).map(wordsOf).join("  "),
    };
  });

/** @returns {Payment[]} */
const payments = () =>
  parts(".flow").flatMap((row) => {
    const [payer, payee] = parts(".who", row).map(person);
    const amount = wordsOf(part(".flow-amt", row));
    return payer && payee ? [{ payer, payee, amount, paid: row.classList.contains("paid") }] : [];
  });

/* ----- marks: an image of its own for each, since a canvas knows no stylesheet ----- */
/** @param {HTMLElement} mark */
const drawn = async (mark) => {
  const look = getComputedStyle(mark);
  const own = (/** @type {string} */ name) => look.getPropertyValue(name).trim();
  const [letterSize, baseline] = find(".pair", mark) ? [10.5, 20.8] : [15, 22.4];
  const letter = new XMLSerializer().serializeToString(document.createTextNode(mark.textContent ?? ""));
  const font = look.fontFamily.replaceAll('"', "'");
  const size = MARK * SCALE;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 34 34" width="${size}" height="${size}">
    <path d="${own("--shape").match(SHAPE)?.[1]}" fill="${own("--fill")}" stroke="${own("--seat")}"
      stroke-width="2.5" stroke-linejoin="round"/>
    <text x="17" y="${baseline}" font-size="${letterSize}" font-weight="700" text-anchor="middle" font-family="${font}"
      fill="${look.color}">${letter}</text></svg>`;
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await image.decode();
  return image;
};

/* ----- drawing, in CSS pixels from the top ----- */
class Sheet {
  /** @param {number} height */
  constructor(height) {
    this.canvas = Object.assign(document.createElement("canvas"), { width: WIDTH * SCALE, height: height * SCALE });
    this.pen = /** @type {CanvasRenderingContext2D} */ (this.canvas.getContext("2d"));
    this.pen.scale(SCALE, SCALE);
    this.pen.textBaseline = "middle";
    this.family = getComputedStyle(document.body).fontFamily;
    this.box(0, 0, WIDTH, height, colour("page"));
  }

  /**
   * @param {number} x
   * @param {number} y
   * @param {number} width
   * @param {number} height
   * @param {string} fill
   */
  box(x, y, width, height, fill, round = 0) {
    this.pen.fillStyle = fill;
    this.pen.beginPath();
    if (this.pen.roundRect) this.pen.roundRect(x, y, width, height, round);
    else this.pen.rect(x, y, width, height);
    this.pen.fill();
  }

  /**
   * Text that is too wide ends in "…"; gives the width that it takes.
   * @param {string} words
   * @param {number} x
   * @param {number} y
   * @param {Style} [style]
   */
  text(words, x, y, { size = 15, weight = 400, ink = colour("ink"), align = "left", most = WIDTH } = {}) {
    Object.assign(this.pen, { font: `${weight} ${size}px ${this.family}`, fillStyle: ink, textAlign: align });
    const kept = letters(words);
    let line = words;
    while (kept.length && this.pen.measureText(line).width > most) {
      kept.pop();
      line = `${kept.join("")}…`;
    }
    this.pen.fillText(line, x, y);
    return this.pen.measureText(line).width;
  }

  /** @param {number} y */
  line(y) {
    this.box(2 * EDGE, y, WIDTH - 4 * EDGE, 1, colour("line"));
  }

  /**
   * @param {HTMLImageElement | undefined} image
   * @param {number} x
   * @param {number} y
   */
  mark(image, x, y) {
    if (image) this.pen.drawImage(image, x, y - MARK / 2, MARK, MARK);
  }
}

/** @param {Sheet} sheet @param {DOMStringMap} words */
const head = (sheet, { title = "", sub = "", total = "" }) => {
  sheet.box(0, 0, WIDTH, HEAD + ROW / 2, colour("felt"));
  sheet.text(title, EDGE, 28, { size: 19, weight: 700, ink: colour("felt-ink"), most: WIDTH - 2 * EDGE - 90 });
  sheet.text(total, WIDTH - EDGE, 28, { size: 13, ink: colour("felt-ink"), align: "right" });
  sheet.text(sub, EDGE, 54, { size: 13, ink: colour("felt-ink-2"), most: WIDTH - 2 * EDGE });
};

/**
 * @template T
 * @param {Sheet} sheet
 * @param {number} top
 * @param {T[]} rows
 * @param {(row: T, y: number) => void} draw
 */
const panel = (sheet, top, rows, draw) => {
  sheet.box(EDGE, top, WIDTH - 2 * EDGE, rows.length * ROW, colour("paper"), 14);
  rows.forEach((row, index) => {
    if (index) sheet.line(top + index * ROW);
    draw(row, top + index * ROW + ROW / 2);
  });
  return top + rows.length * ROW;
};

/** @param {Sheet} sheet @param {Marks} marks @returns {(row: Result, y: number) => void} */
const standing = (sheet, marks) => (row, y) => {
  const right = WIDTH - 2 * EDGE;
  sheet.text(row.place, 2 * EDGE, y, { size: 14, weight: 700, ink: colour("ink-2") });
  sheet.mark(marks.get(row.mark), 3.5 * EDGE, y);
  const up = row.notes ? y - 8 : y;
  const wide = sheet.text(row.points, right, up, { size: 18, weight: 700, ink: row.ink, align: "right" });
  if (row.notes) sheet.text(row.notes, right, y + 11, { size: 11, ink: colour("ink-2"), align: "right", most: 170 });
  const left = 3.5 * EDGE + MARK + 8;
  sheet.text(row.name, left, up, { weight: 600, most: right - wide - 10 - left });
};

/** @param {Sheet} sheet @param {Marks} marks @returns {(row: Payment, y: number) => void} */
const paying = (sheet, marks) => (row, y) => {
  const right = WIDTH - 2 * EDGE;
  const amount = row.paid ? `✓ ${row.amount}` : row.amount;
  const wide = sheet.text(amount, right, y, { size: 16, weight: 700, align: "right" });
  const room = right - wide - 10 - 2 * EDGE - ARROW;
  const named = (/** @type {Person} */ { mark, name }, /** @type {number} */ x, /** @type {number} */ most) => {
    sheet.mark(marks.get(mark), x, y);
    return x + MARK + 6 + sheet.text(name, x + MARK + 6, y, { size: 14, most: most - MARK - 6 });
  };
  const end = named(row.payer, 2 * EDGE, room / 2);
  sheet.text("→", end + 5, y, { size: 15, ink: colour("ink-2") });
  named(row.payee, end + ARROW, 2 * EDGE + room - end);
};

/** @param {DOMStringMap} words */
const draw = async (words) => {
  const [ranked, debts] = [results(), payments()];
  const height = HEAD + ranked.length * ROW + (debts.length ? TITLE + debts.length * ROW : 0) + GAP + EDGE;
  const sheet = new Sheet(height);
  const people = [...ranked, ...debts.flatMap((row) => [row.payer, row.payee])];
  /** @type {Marks} */
  const marks = new Map();
  for (const { mark } of people) if (mark) marks.set(mark, await drawn(mark));
  head(sheet, words);
  const end = panel(sheet, HEAD, ranked, standing(sheet, marks));
  if (debts.length) {
    sheet.text(words.flow ?? "", EDGE + 4, end + TITLE / 2 + 2, { size: 13, weight: 700, ink: colour("ink-2") });
    panel(sheet, end + TITLE, debts, paying(sheet, marks));
  }
  return sheet.canvas;
};

/* ----- the fold on the page ----- */
const fold = () => /** @type {HTMLDetailsElement | null} */ (find("[data-picture]"));

/** @param {HTMLElement} place @param {HTMLCanvasElement} canvas */
const offer = async (place, canvas) => {
  const image = /** @type {HTMLImageElement} */ (part("img", place));
  const save = /** @type {HTMLAnchorElement} */ (part("[data-save]", place));
  const send = part("[data-send]", place);
  image.src = canvas.toDataURL("image/png");
  save.href = image.src;
  /** @type {Blob | null} */
  const blob = await new Promise((resolve) => {
    canvas.toBlob(resolve, "image/png");
  });
  const files = blob ? [new File([blob], save.download, { type: "image/png" })] : [];
  send.hidden = !navigator.canShare?.({ files });
  save.hidden = !send.hidden;
  send.onclick = () =>
    navigator.share({ files }).catch((error) => {
      if (error.name !== "AbortError") save.hidden = false;
    });
};

const show = async () => {
  const place = fold();
  if (place?.open) await offer(place, await draw(place.dataset));
};

/** The fold was opened. */
export const unfold = async () => {
  await show();
  if (fold()?.open) fold()?.scrollIntoView({ block: "start" });
};

document.addEventListener("live:swapped", show);
