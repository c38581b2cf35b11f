/* The event stream of a page, which announces what other phones do. update.js updates pages without typing; this file
   has the pages on which somebody types. */
import { ask, element, fill, find, pageOf, part, wordsOf } from "../tools.js";

const SILENCE_MS = 25_000;
const BEAT_MS = 12_000;
const HIDDEN_MS = 60_000;
const GRACE_MS = 1500;
const LONGEST_WAIT_MS = 15_000;

/** @typedef {{ revision: number, pad?: number }} News revisions of the table, and of the hands being collected */

/* ----- notes about the stream and about changes ----- */
class Notes {
  /** @param {HTMLElement} place */
  constructor(place) {
    this.place = place;
    this.words = place.dataset;
    this.kind = "";
  }

  /** @param {string} kind @param {string | undefined} text @param {{ small?: string, link?: string }} [more] */
  show(kind, text, { small, link } = {}) {
    if (this.kind === "out") return;
    const note = element("div", "", `live-note ${kind}`);
    note.append(link ? Object.assign(element("a", text), { href: link }) : element("span", text));
    if (small) note.append(element("small", small, "num"));
    if (link) {
      const close = Object.assign(element("button", "✕"), { type: "button" });
      close.setAttribute("aria-label", this.words.tClose ?? "");
      close.addEventListener("click", () => this.clear(kind));
      note.append(close);
    }
    this.kind = kind;
    this.place.replaceChildren(note);
  }

  /** @param {string} kind */
  clear(kind) {
    if (this.kind !== kind) return;
    this.kind = "";
    this.place.replaceChildren();
  }

  /** @param {number} since */
  stopped(since) {
    if (this.kind || this.words.mode === "entry") return; // the entry page has its own note
    const exact = /** @type {const} */ ({ hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" });
    const time = new Date(since).toLocaleTimeString(document.documentElement.lang, exact);
    this.show("stopped", this.words.tStopped, { small: fill(this.words.tLast, { time }) });
  }
}

/* ----- loading a newer version of the page ----- */
class Out extends Error {}

/** A page with its revision, which loads newer versions of itself. */
export class View {
  /** @param {HTMLElement} place @param {Notes} notes */
  constructor(place, notes) {
    this.place = place;
    this.notes = notes;
    this.revision = Number(place.dataset.revision);
    this.pad = Number(place.dataset.pad || 0);
  }

  get table() {
    return this.place.dataset.table ?? "";
  }

  /** Takes over the revision that an element names. @param {HTMLElement} part */
  stamp({ dataset }) {
    this.revision = Number(dataset.revision);
    this.pad = Number(dataset.pad || 0);
  }

  /** @param {News} news */
  behind({ revision, pad = 0 }) {
    return revision > this.revision || pad > this.pad;
  }

  /** @param {string} url */
  async load(url) {
    const address = new URL(url, location.href);
    address.searchParams.set("live", "1");
    const page = await ask(address, { redirect: "error" }, (answer) => {
      if (answer.status === 404) throw new Out();
      return pageOf(answer);
    });
    if (!page.documentElement.dataset.revision) throw new Error("not an update");
    return page;
  }

  /** Loads the newest version and shows it. */
  async update() {
    this.stamp((await this.load(this.table)).documentElement);
  }
}

/* The entry page only shows a note, so that what is typed stays. */
class EntryView extends View {
  /** @param {HTMLElement} place @param {Notes} notes */
  constructor(place, notes) {
    super(place, notes);
    document.addEventListener("submit", () => notes.clear("meanwhile"), true); // the response repeats it
    document.addEventListener("entry:refused", (event) => this.refused(/** @type {CustomEvent} */ (event).detail));
  }

  /** The page of a 409 shows all changes up to its own revision. @param {Document} page */
  refused(page) {
    const now = find("#live-state", page);
    if (!now || !find('[data-testid="stale"]')) return;
    this.notes.clear("meanwhile");
    Object.assign(this.place.dataset, now.dataset);
    this.stamp(this.place);
  }

  async update() {
    const page = await this.load(this.table);
    const before = this.revision;
    this.stamp(page.documentElement);
    document.dispatchEvent(new CustomEvent("live:pad"));
    if (this.revision !== before) this.tell(find("[data-last]", page));
  }

  /** @param {HTMLElement | null} last */
  tell(last) {
    const words = this.place.dataset;
    if (last?.dataset.by && last.dataset.by === words.device) return;
    const recorded = last && Number(last.dataset.last) >= Number(words.next);
    const what = recorded && { round: last.dataset.called, text: wordsOf(part("b", last)) };
    const text = what ? fill(words.tRecorded, what) : words.tChanged;
    this.notes.show("meanwhile", text, { link: this.table });
  }
}

/* A page of one open round, which it leaves when that is over. */
class PadView extends View {
  async update() {
    const news = await this.load(this.table);
    const before = part("#asking").dataset;
    const page = await ask(before.url ?? "", { redirect: "error" }, pageOf);
    const now = part("#asking", page).dataset;
    this.stamp(news.documentElement);
    if (now.open !== before.open || now.state !== before.state) location.replace(this.table);
  }
}

/* ----- the event stream ----- */
class Line {
  /** @param {HTMLElement} place @param {typeof View} Kind */
  constructor(place, Kind) {
    this.place = place;
    this.notes = new Notes(place);
    this.view = new Kind(place, this.notes);
    this.wanted = { revision: this.view.revision, pad: this.view.pad };
    this.heard = new Date(document.documentElement.dataset.kept || Date.now()).getTime();
    this.tries = 0;
    this.nudged = 0;
    this.over = false;
    this.asleep = false;
    this.asking = false;
    [this.timer, this.grace, this.sleeping] = [0, 0, 0];
    /** @type {EventSource | null} */
    this.source = null;
    this.listen();
    this.connect();
  }

  listen() {
    document.addEventListener("visibilitychange", () => this.seen());
    window.addEventListener("pageshow", (event) => {
      if (event.persisted) this.again();
    });
    window.addEventListener("pagehide", () => this.hangUp());
    window.addEventListener("online", () => this.again());
    window.addEventListener("offline", () => this.notes.stopped(this.heard));
    setInterval(() => this.check(), 1000);
  }

  connect() {
    this.hangUp();
    if (this.over) return;
    this.asleep = false;
    this.source = new EventSource(this.place.dataset.line ?? "");
    for (const kind of ["revision", "beat"]) {
      this.source.addEventListener(kind, (event) => this.hear(JSON.parse(event.data)));
    }
    this.source.addEventListener("out", () => this.out());
    this.source.addEventListener("error", () => this.failed());
  }

  hangUp() {
    clearTimeout(this.timer);
    this.source?.close();
    this.source = null;
  }

  /* Connects at once: the phone has woken up, or is online again. */
  again() {
    this.tries = 0;
    this.connect();
  }

  /** @param {News} news */
  hear({ revision, pad = 0 }) {
    this.heard = Date.now();
    clearTimeout(this.grace);
    this.grace = 0;
    this.wanted = { revision: Math.max(this.wanted.revision, revision), pad: Math.max(this.wanted.pad, pad) };
    if (this.view.behind(this.wanted)) this.update();
    else this.current();
  }

  failed() {
    this.hangUp();
    const wait = Math.min(LONGEST_WAIT_MS, 500 * 2 ** this.tries) * (0.5 + Math.random());
    this.tries += 1;
    this.grace ||= setTimeout(() => this.notes.stopped(this.heard), GRACE_MS);
    if (this.tries === 2) this.ask();
    this.timer = setTimeout(() => this.connect(), wait);
  }

  current() {
    this.tries = 0;
    this.notes.clear("stopped");
    document.dispatchEvent(new CustomEvent("live:current"));
  }

  /* One update at a time; then once more for news that came meanwhile. */
  async update() {
    if (this.asking) return;
    this.asking = true;
    try {
      let before = 0;
      const at = () => this.view.revision + this.view.pad;
      do {
        before = at();
        await this.view.update();
      } while (this.view.behind(this.wanted) && at() > before && this.source);
      this.current();
    } catch (error) {
      if (error instanceof Out) this.out();
      else this.failed();
    } finally {
      this.asking = false;
    }
  }

  /* A refused stream does not give a status; the page does. */
  async ask() {
    try {
      await this.view.load(this.view.table);
    } catch (error) {
      if (error instanceof Out) this.out();
    }
  }

  check() {
    if (this.over || document.hidden || Date.now() - this.heard < SILENCE_MS) return;
    this.notes.stopped(this.heard);
    if (!this.source || Date.now() - this.nudged <= SILENCE_MS) return;
    this.nudged = Date.now();
    this.connect();
  }

  seen() {
    clearTimeout(this.sleeping);
    if (document.hidden) {
      this.sleeping = setTimeout(() => {
        this.asleep = true;
        this.hangUp();
      }, HIDDEN_MS);
      return;
    }
    this.check();
    if (this.asleep || this.source?.readyState !== 1 || Date.now() - this.heard > BEAT_MS) this.again();
  }

  out() {
    this.over = true;
    this.hangUp();
    clearTimeout(this.grace);
    this.notes.show("out", this.place.dataset.tOut);
    navigator.serviceWorker?.controller?.postMessage({ forget: this.place.dataset.table });
    document.documentElement.dataset.live = "out";
  }
}

/** Opens the stream for a page of this kind. @param {HTMLElement} place @param {typeof View} Kind */
export const listen = (place, Kind) => {
  if ("EventSource" in window) new Line(place, Kind);
};

/** @type {Record<string, typeof View>} */
const KINDS = { entry: EntryView, pad: PadView };
/** The place of the notes; it moves to the top, outside the parts that updates replace. */
export const place = find("#live-state");
if (place) part("header, main").before(place);
const kind = KINDS[place?.dataset.mode ?? ""];
if (place && kind) listen(place, kind);
