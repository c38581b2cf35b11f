/* The result as a picture for a group chat: drawn from what the page shows, sent where the browser can, else saved. */
const WIDTH = 360;
const SCALE = 3;
const EDGE = 16;
const ROW = 44;
const MARK = 26;
const HEAD = 76;
const GAP = 12;
const TITLE = 40;
const ARROW = 24;

const shown = (part) => part.textContent.replace(/\s+/g, " ").trim();
const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

const segmenter = "Segmenter" in Intl ? new Intl.Segmenter() : null;
const letters = (words) => (segmenter ? [...segmenter.segment(words)].map((one) => one.segment) : [...words]);

/* ----- what is drawn ----- */
const person = (part) => ({ mark: part.querySelector(".mark"), name: shown(part.querySelector("bdi")) });

const results = () =>
  [...document.querySelectorAll(".results > li")].map((row) => {
    const points = row.querySelector("b");
    return {
      ...person(row),
      place: shown(row.querySelector(".place-no")),
      points: shown(points),
      ink: getComputedStyle(points).color,
      notes: [...row.querySelectorAll(".end > small")].map(shown).join("  "),
    };
  });

const payments = () =>
  [...document.querySelectorAll(".flow")].map((row) => {
    const [payer, payee] = [...row.querySelectorAll(".who")].map(person);
    return { payer, payee, amount: shown(row.querySelector(".flow-amt")), paid: row.classList.contains("paid") };
  });

/* ----- marks: an image of its own for each, since a canvas knows no symbols ----- */
const picked = (part, names) => names.map((name) => `${name}="${getComputedStyle(part)[name]}"`).join(" ");

const drawn = async (mark) => {
  const [use, text] = [mark.querySelector("use"), mark.querySelector("text")];
  const shape = document.querySelector(use.getAttribute("href")).innerHTML;
  const letter = new XMLSerializer().serializeToString(document.createTextNode(text.textContent));
  const font = getComputedStyle(document.body).fontFamily.replaceAll('"', "'");
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 34 34" width="${MARK * SCALE}" height="${MARK * SCALE}">
    <g ${picked(use, ["fill", "stroke"])} stroke-width="2.5" stroke-linejoin="round">${shape}</g>
    <text x="17" y="22.4" font-size="15" font-weight="700" text-anchor="middle" font-family="${font}" ${picked(text, ["fill"])}>${letter}</text></svg>`;
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await image.decode();
  return image;
};

/* ----- drawing, in CSS pixels from the top ----- */
class Sheet {
  constructor(height) {
    this.canvas = Object.assign(document.createElement("canvas"), { width: WIDTH * SCALE, height: height * SCALE });
    this.pen = this.canvas.getContext("2d");
    this.pen.scale(SCALE, SCALE);
    this.pen.textBaseline = "middle";
    this.family = getComputedStyle(document.body).fontFamily;
    this.box(0, 0, WIDTH, height, colour("page"));
  }

  box(x, y, width, height, fill, round = 0) {
    this.pen.fillStyle = fill;
    this.pen.beginPath();
    if (this.pen.roundRect) this.pen.roundRect(x, y, width, height, round);
    else this.pen.rect(x, y, width, height);
    this.pen.fill();
  }

  /* Text that is too wide ends in "…"; gives the width that it takes. */
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

  line(y) {
    this.box(2 * EDGE, y, WIDTH - 4 * EDGE, 1, colour("line"));
  }

  mark(image, x, y) {
    if (image) this.pen.drawImage(image, x, y - MARK / 2, MARK, MARK);
  }
}

const head = (sheet, { title, sub, total }) => {
  sheet.box(0, 0, WIDTH, HEAD + ROW / 2, colour("felt"));
  sheet.text(title, EDGE, 28, { size: 19, weight: 700, ink: colour("felt-ink"), most: WIDTH - 2 * EDGE - 90 });
  sheet.text(total, WIDTH - EDGE, 28, { size: 13, ink: colour("felt-ink"), align: "right" });
  sheet.text(sub, EDGE, 54, { size: 13, ink: colour("felt-ink-2"), most: WIDTH - 2 * EDGE });
};

const panel = (sheet, top, rows, draw) => {
  sheet.box(EDGE, top, WIDTH - 2 * EDGE, rows.length * ROW, colour("paper"), 14);
  rows.forEach((row, index) => {
    if (index) sheet.line(top + index * ROW);
    draw(row, top + index * ROW + ROW / 2);
  });
  return top + rows.length * ROW;
};

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

const paying = (sheet, marks) => (row, y) => {
  const right = WIDTH - 2 * EDGE;
  const wide = sheet.text(row.paid ? `✓ ${row.amount}` : row.amount, right, y, {
    size: 16,
    weight: 700,
    align: "right",
  });
  const room = right - wide - 10 - 2 * EDGE - ARROW;
  const named = ({ mark, name }, x, most) => {
    sheet.mark(marks.get(mark), x, y);
    return x + MARK + 6 + sheet.text(name, x + MARK + 6, y, { size: 14, most: most - MARK - 6 });
  };
  const end = named(row.payer, 2 * EDGE, room / 2);
  sheet.text("→", end + 5, y, { size: 15, ink: colour("ink-2") });
  named(row.payee, end + ARROW, 2 * EDGE + room - end);
};

const draw = async (words) => {
  const [ranked, debts] = [results(), payments()];
  const height = HEAD + ranked.length * ROW + (debts.length ? TITLE + debts.length * ROW : 0) + GAP + EDGE;
  const sheet = new Sheet(height);
  const people = [...ranked, ...debts.flatMap((row) => [row.payer, row.payee])].filter((one) => one.mark);
  const marks = new Map(await Promise.all(people.map(async (one) => [one.mark, await drawn(one.mark)])));
  head(sheet, words);
  const end = panel(sheet, HEAD, ranked, standing(sheet, marks));
  if (debts.length) {
    sheet.text(words.flow, EDGE + 4, end + TITLE / 2 + 2, { size: 13, weight: 700, ink: colour("ink-2") });
    panel(sheet, end + TITLE, debts, paying(sheet, marks));
  }
  return sheet.canvas;
};

/* ----- the fold on the page ----- */
const fold = () => document.querySelector("[data-picture]");

const offer = async (place, canvas) => {
  const [image, save, send] = ["img", "[data-save]", "[data-send]"].map((part) => place.querySelector(part));
  image.src = canvas.toDataURL("image/png");
  save.href = image.src;
  const blob = await new Promise((resolve) => {
    canvas.toBlob(resolve, "image/png");
  });
  const files = [new File([blob], save.download, { type: "image/png" })];
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

const unfolded = async (place) => {
  await show();
  if (place.open) place.scrollIntoView({ block: "start" });
};

document.addEventListener(
  "toggle",
  (event) => {
    if (event.target === fold()) unfolded(event.target);
  },
  true,
);
document.addEventListener("live:swapped", show);
