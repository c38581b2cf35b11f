/* The page hears at once what other phones do. Without this file a page is as old as its last load. Pages that may be
   changed do so in update.js; those on which somebody types are only named here. */
import { ask, element, fill, find, pageOf, part, wordsOf } from "../tools.js";

const SILENCE_MS = 25_000;
const BEAT_MS = 12_000;
const HIDDEN_MS = 60_000;
const GRACE_MS = 1500;
const LONGEST_WAIT_MS = 15_000;

/** @typedef {{ revision: number, pad?: number }} News how new the table is, and the hands of its open round */

/* ----- what the page says about its line ----- */
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
    if (this.kind || this.words.mode === "entry") return; // the entry page says itself what cannot be sent
    const exact = /** @type {const} */ ({ hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" });
    const time = new Date(since).toLocaleTimeString(document.documentElement.lang, exact);
    this.show("stopped", this.words.tStopped, { small: fill(this.words.tLast, { time }) });
  }
}

/* ----- what a newer version of the page brings ----- */
class Out extends Error {}

/** A page that hears news: how new it is, and how a newer version is loaded. */
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

  /** How new the page is, as this part of it says. @param {HTMLElement} part */
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

  /** Takes over what is new. */
  async update() {
    this.stamp((await this.load(this.table)).documentElement);
  }
}

/* The entry page is left alone: it says what happened, and what is typed stays. */
class EntryView extends View {
  /** @param {HTMLElement} place @param {Notes} notes */
  constructor(place, notes) {
    super(place, notes);
    document.addEventListener("submit", () => notes.clear("meanwhile"), true); // the answer says it again
    document.addEventListener("entry:refused", (event) => this.refused(/** @type {CustomEvent} */ (event).detail));
  }

  /** A page about a conflict has said what is new up to its own revision. @param {Document} page */
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

/* A page that belongs to one open round asks itself how that round stands, and ends with it. */
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

/* ----- the line ----- */
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

  /* Connect at once: the phone has woken up, or the network is back. */
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

  /* One question at a time; what came meanwhile is asked for afterwards. */
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

  /* A line that is refused does not say why; a page that is gone does. */
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

/** Hears of changes, on a page of one kind. @param {HTMLElement} place @param {typeof View} Kind */
export const listen = (place, Kind) => {
  if ("EventSource" in window) new Line(place, Kind);
};

/** @type {Record<string, typeof View>} */
const KINDS = { entry: EntryView, pad: PadView };
/** The place where the page says how its line is; it moves to the top, over what updates change. */
export const place = find("#live-state");
if (place) part("header, main").before(place);
const kind = KINDS[place?.dataset.mode ?? ""];
if (place && kind) listen(place, kind);
