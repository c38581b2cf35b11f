/* The page hears at once what other phones do. Without this file a page is as old as its last load. */
import { morphInside } from "./morph.js";
import { ask } from "./sender.js";
import { balances, highlight, travel } from "./travel.js";

const SILENCE_MS = 25_000;
const BEAT_MS = 12_000;
const HIDDEN_MS = 60_000;
const GRACE_MS = 1500;
const LONGEST_WAIT_MS = 15_000;

const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");

/* ----- what the page says about its line ----- */
class Notes {
  constructor(place) {
    this.place = place;
    this.words = place.dataset;
  }

  show(kind, text, { small = "", link = null } = {}) {
    if (this.kind === "out") return;
    const note = Object.assign(document.createElement("div"), { className: `live-note ${kind}` });
    const words = link ? Object.assign(document.createElement("a"), { href: link }) : document.createElement("span");
    words.textContent = text;
    note.append(words);
    if (small) note.append(Object.assign(document.createElement("small"), { className: "num", textContent: small }));
    if (link) note.append(this.closer(kind));
    this.kind = kind;
    this.place.replaceChildren(note);
  }

  closer(kind) {
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: "✕" });
    button.setAttribute("aria-label", this.words.tClose);
    button.addEventListener("click", () => this.clear(kind));
    return button;
  }

  clear(kind) {
    if (this.kind !== kind) return;
    this.kind = "";
    this.place.replaceChildren();
  }

  stopped(since) {
    if (this.kind || this.words.mode === "entry") return; // the entry page says itself what cannot be sent
    const time = since.toLocaleTimeString(document.documentElement.lang, {
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
    });
    this.show("stopped", this.words.tStopped, { small: fill(this.words.tLast, { time }) });
  }
}

/* ----- what a newer version of the page brings ----- */
class View {
  constructor(place) {
    this.revision = Number(place.dataset.revision);
    this.pad = Number(place.dataset.pad || 0);
    this.place = place;
  }

  /* How new the page is that was loaded. */
  stamp(page) {
    this.revision = Number(page.documentElement.dataset.revision);
    this.pad = Number(page.documentElement.dataset.pad || 0);
  }

  behind(news) {
    return news.revision > this.revision || news.pad > this.pad;
  }

  async load(url) {
    const address = new URL(url, location.href);
    address.searchParams.set("live", "1");
    const page = await ask(address, { redirect: "error" }, async (answer) => {
      if (answer.status === 404) throw new Out();
      if (!answer.ok) throw new Error(`status ${answer.status}`);
      return new DOMParser().parseFromString(await answer.text(), "text/html");
    });
    if (!page.documentElement.dataset.revision) throw new Error("not an update");
    return page;
  }

  async update() {
    const page = await this.load(location.href);
    const scores = document.getElementById("scores");
    const [round, before] = [scores?.dataset.round, balances(scores)];
    const changed = this.replace(page);
    this.stamp(page);
    document.dispatchEvent(new CustomEvent("live:swapped"));
    if (scores) remember(scores);
    this.tell(page, changed, round, before);
  }

  replace(page) {
    const changed = new Set();
    for (const part of ["header.felt", "#main", "#bar"])
      morphInside(document.querySelector(part), page.querySelector(part), changed);
    if (page.title) document.title = page.title;
    return changed;
  }

  tell(page, changed, round, before) {
    const scores = document.getElementById("scores");
    if (scores && Number(scores.dataset.round) > Number(round)) travel(scores, before);
    else highlight([...changed].filter((part) => part.isConnected && part.matches("b, li, .num, tr, a:not(.btn)")));
    const last = page.querySelector("[data-last]");
    const live = document.getElementById("live");
    if (live && last) live.textContent = last.querySelector("a").textContent.replace(/\s+/g, " ").trim();
  }
}

/* The entry page is left alone: it says what happened, and what is typed stays. */
class EntryView extends View {
  constructor(place, notes) {
    super(place);
    this.notes = notes;
    document.addEventListener("submit", () => notes.clear("meanwhile"), true); // the answer says it again
  }

  async update() {
    const page = await this.load(this.place.dataset.table);
    const before = this.revision;
    this.stamp(page);
    document.dispatchEvent(new CustomEvent("live:pad"));
    if (this.revision === before) return;
    const last = page.querySelector("[data-last]");
    const recorded = last && Number(last.dataset.last) >= Number(this.place.dataset.next);
    if (last?.dataset.by && last.dataset.by === this.place.dataset.device) return;
    const words = this.place.dataset;
    const text = recorded
      ? fill(words.tRecorded, { number: last.dataset.last, text: last.querySelector("b").textContent.trim() })
      : words.tChanged;
    this.notes.show("meanwhile", text, { link: words.table });
  }
}

/* A page that belongs to one open round asks itself how that round stands. */
class PadView extends View {
  async update() {
    this.stamp(await this.load(this.place.dataset.table));
    document.dispatchEvent(new CustomEvent("live:pad"));
  }
}

class Out extends Error {}

/* ----- the line ----- */
class Live {
  constructor(place) {
    this.place = place;
    this.notes = new Notes(place);
    const views = { entry: EntryView, pad: PadView };
    this.view = new (views[place.dataset.mode] || View)(place, this.notes);
    this.wanted = { revision: this.view.revision, pad: this.view.pad };
    this.heard = new Date(document.documentElement.dataset.kept || Date.now());
    this.tries = 0;
    document.addEventListener("visibilitychange", () => this.seen());
    window.addEventListener("pageshow", (event) => {
      if (event.persisted) this.again();
    });
    window.addEventListener("pagehide", () => this.hangUp());
    window.addEventListener("online", () => this.again());
    window.addEventListener("offline", () => this.notes.stopped(this.heard));
    setInterval(() => this.check(), 1000);
    this.connect();
  }

  connect() {
    this.hangUp();
    if (this.over) return;
    this.asleep = false;
    this.source = new EventSource(this.place.dataset.line);
    for (const kind of ["revision", "beat"])
      this.source.addEventListener(kind, (event) => this.hear(JSON.parse(event.data)));
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

  hear({ revision, pad = 0 }) {
    this.heard = new Date();
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
      let before;
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
      await this.view.load(this.place.dataset.table);
    } catch (error) {
      if (error instanceof Out) this.out();
    }
  }

  check() {
    if (this.over || document.hidden || Date.now() - this.heard < SILENCE_MS) return;
    this.notes.stopped(this.heard);
    if (this.source && Date.now() - (this.nudged || 0) > SILENCE_MS) {
      this.nudged = new Date();
      this.connect();
    }
  }

  seen() {
    clearTimeout(this.sleeping);
    if (document.hidden)
      this.sleeping = setTimeout(() => {
        this.asleep = true;
        this.hangUp();
      }, HIDDEN_MS);
    else {
      this.check();
      if (this.asleep || this.source?.readyState !== 1 || Date.now() - this.heard > BEAT_MS) this.again();
    }
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

/* ----- a round that this phone recorded itself: its points travel when the table is shown again ----- */
const memory = () => `round:${location.pathname}`;
const remember = (scores) => {
  try {
    sessionStorage.setItem(memory(), scores.dataset.round || "");
  } catch {
    /* it is only for show */
  }
};

const arrive = (scores) => {
  let before = null;
  try {
    before = sessionStorage.getItem(memory());
  } catch {
    /* it is only for show */
  }
  remember(scores);
  if (before === null || Number(before) >= Number(scores.dataset.round) || !scores.dataset.changes) return;
  const changes = new Map(Object.entries(JSON.parse(scores.dataset.changes)));
  travel(scores, new Map([...balances(scores)].map(([seat, points]) => [seat, points - (changes.get(seat) || 0)])));
};

const place = document.getElementById("live-state");
if (place) {
  document.querySelector("header.felt").before(place);
  const scores = document.getElementById("scores");
  if (scores) arrive(scores);
  if ("EventSource" in window) new Live(place);
}
