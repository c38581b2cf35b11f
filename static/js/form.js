/* The form of an entry page: preview, draft and sending, the same for every game. The pad is the game's own. */
import { Draft, findDraft } from "./draft.js";
import { Fields } from "./fields.js";
import { openError, showKind } from "./kinds.js";
import { count, emptied } from "./next.js";
import { asked, newKey, Queue, summary } from "./queue.js";
import { keepRoom } from "./room.js";
import { addRow, growRows } from "./rows.js";

const QUIET_MS = 120;
const RETRY_MS = 4000;
const ANNOUNCE_MS = 700;

class Entry {
  constructor(form, makePad, { answered = false, mine, draft } = {}) {
    Object.assign(this, {
      answered,
      mine,
      form,
      makePad,
      fields: new Fields(form),
      draft: new Draft(form, mine),
      queue: new Queue(form, mine),
      wanted: 0,
      shown: 0,
      confirming: false,
      sending: false,
    });
    this.left = new AbortController();
    this.begin(draft);
    this.pad = makePad(this.fields, { changed: () => this.changed(), say: (text) => this.say(text) });
    this.layout();
    this.listen();
    this.readPreview();
    this.pad.render();
    if (this.restored) this.changed();
    document.querySelector(".entry-alert")?.focus();
    if (answered) this.say(this.preview().querySelector(".problems")?.textContent.trim() ?? "");
  }

  bar() {
    return document.getElementById("bar");
  }

  preview() {
    return document.getElementById("preview");
  }

  say(text) {
    document.getElementById("live").textContent = text;
  }

  layout() {
    this.form.classList.add("live");
    for (const pad of this.form.querySelectorAll("[data-pad]")) pad.hidden = false;
    for (const typed of this.form.querySelectorAll("[data-typed]"))
      typed.open = window.matchMedia("(min-width: 60rem)").matches;
    this.renderKind();
    keepRoom(this.bar(), this.left.signal);
  }

  listen() {
    this.form.addEventListener("input", (event) => this.typed(event.target));
    this.form.addEventListener("keydown", (event) => this.keydown(event));
    this.form.addEventListener("submit", (event) => this.submit(event));
    this.form.addEventListener("htmx:beforeRequest", () => {
      this.asked = this.wanted;
    });
    this.form.addEventListener("htmx:afterRequest", (event) => {
      if (event.detail.successful) this.swapped();
    });
    this.form.addEventListener("htmx:sendError", () => this.offline(true));
    this.form.addEventListener("htmx:timeout", () => this.offline(true));
    this.form.addEventListener("htmx:responseError", () => this.offline(true));
    this.bar().addEventListener("htmx:beforeSwap", () => this.keepFolds(), { signal: this.left.signal });
    for (const add of this.form.querySelectorAll("[data-add-row]"))
      add.addEventListener("click", () => addRow(add.closest("[data-rows]")).querySelector("select").focus());
    this.form
      .querySelector("[data-afresh]")
      .addEventListener("click", () => this.draft.drop().then(() => location.reload()));
    document.querySelector(".errors")?.addEventListener("click", openError);
  }

  typed(input) {
    if (!input.name) return;
    input.removeAttribute("aria-invalid");
    if (input.name === "kind") this.renderKind(true);
    this.pad.typed(input);
  }

  keydown(event) {
    if (event.key !== "Enter" || !event.target.matches("input:not([type=submit])")) return;
    event.preventDefault();
    this.ask();
  }

  renderKind(chosen = false) {
    this.form.dataset.kind = this.fields.chosen("kind")[0] || "";
    showKind(this.form, chosen);
  }

  /* ----- the draft ----- */
  begin(draft) {
    if (this.answered) return;
    const typed = this.fields.touched(); // on a slow line the form is there before this file
    if (draft && !document.querySelector(".entry-alert")) this.restore(draft);
    else if (this.mine) this.restoreMine();
    else if (document.documentElement.dataset.kept) this.draft.hidden("key").value = newKey();
    typed.again();
    this.restored ||= typed.any;
  }

  restore(draft) {
    this.fill(draft.fields);
    this.draft.adopt(draft);
    this.form.querySelector("[data-restored]").hidden = false;
  }

  /* What waits in the outbox goes by what the page shows now; it stays the same form unless that was used. */
  restoreMine() {
    this.fill(this.mine.snapshot);
    if (!this.mine.used) this.draft.hidden("key").value = this.mine.key;
  }

  fill(snapshot) {
    growRows(
      this.form,
      snapshot.map(([name]) => name),
    );
    this.fields.restore(snapshot);
    this.restored = true;
  }

  /* ----- the preview ----- */
  changed() {
    this.wanted += 1;
    this.confirming = false;
    this.draft.save(this.fields.snapshot());
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.ask(), QUIET_MS);
    clearTimeout(this.speaking);
    this.speaking = setTimeout(() => this.pad.announce(), ANNOUNCE_MS);
  }

  ask() {
    clearTimeout(this.timer);
    if (window.htmx) window.htmx.trigger(this.form, "entry:changed");
  }

  pending() {
    return this.shown !== this.wanted && this.bar().dataset.offline !== "1";
  }

  keepFolds() {
    this.folds = [...this.preview().querySelectorAll("details[open]")].map((fold) => fold.dataset.keep);
    this.codes = this.preview().querySelector("[name=seen]").value;
  }

  swapped() {
    this.shown = this.asked;
    this.offline(false);
    for (const fold of this.preview().querySelectorAll("details"))
      fold.open = this.folds?.includes(fold.dataset.keep) ?? false;
    this.readPreview();
    if (this.sending) this.busy(true);
    if (this.confirming && !this.pending()) this.confirmSeen();
  }

  /* What the preview objects to now is there to be read: it needs another tap. */
  confirmSeen() {
    this.confirming = false;
    if (this.allSeen()) this.confirm();
  }

  /** Whether the preview objects to nothing that it did not object to before. */
  allSeen() {
    return this.preview()
      .querySelector("[name=seen]")
      .value.split(" ")
      .every((code) => !code || this.codes.split(" ").includes(code));
  }

  readPreview() {
    const hands = [...this.preview().querySelectorAll("[data-hands] li")];
    const said = (what) => Object.fromEntries(hands.map((item) => [item.dataset.seat, what(item)]));
    this.pad.check(
      said((item) => item.textContent.trim()),
      said((item) => item.dataset.status),
    );
  }

  offline(down) {
    this.bar().dataset.offline = down ? "1" : "";
    const unsent = this.bar().querySelector("[data-unsent]");
    this.bar().querySelector("[data-offline]").hidden = !down || !unsent.hidden;
    clearTimeout(this.retry);
    if (down && this.isNew() && this.shown !== this.wanted) this.unjudged();
    if (down && this.confirming) this.confirm();
    if (down) this.retry = setTimeout(() => this.ask(), RETRY_MS);
    else unsent.hidden = true;
  }

  /* The button still says what the last preview missed; what has been tapped since, only this phone knows. */
  unjudged() {
    const button = document.getElementById("confirm");
    button.querySelector("span").textContent = this.form.dataset.tRecord;
    button.classList.toggle("wait", Boolean(this.pad.firstOpen()));
  }

  /* ----- sending ----- */
  submit(event) {
    event.preventDefault();
    if (event.submitter?.value !== "confirm") this.ask();
    else if (this.pending()) {
      this.confirming = true;
      this.ask();
    } else this.confirm();
  }

  confirm() {
    this.confirming = false;
    const open = this.preview().dataset.ready === "1" && this.shown === this.wanted ? null : this.pad.firstOpen();
    if (open) this.showMissing(open);
    else if (!this.sending) this.send();
  }

  showMissing(open) {
    const place = this.pad.go(open) || this.form.querySelector(".tray");
    place.scrollIntoView({ block: "nearest" });
    this.pad.flash(place, document.getElementById("confirm").textContent.trim());
  }

  /* What is tapped while the form is on its way would be shown and not be recorded. */
  busy(on) {
    this.sending = on;
    this.form.inert = on;
    const button = document.getElementById("confirm");
    button.disabled = on;
    button.setAttribute("aria-busy", on);
  }

  async send() {
    const fields = this.queue.fields();
    const snapshot = this.fields.snapshot();
    this.draft.save(snapshot);
    this.busy(true);
    const behind = await this.queue.keep(this.queue.item(fields, snapshot, summary(this.form, this.pad)));
    await this.pad.quiet?.();
    if (this.queue.seq && (behind || !navigator.onLine)) {
      this.queued();
      return;
    }
    try {
      await this.answer(await this.queue.post(fields));
    } catch {
      this.unsent();
    }
  }

  /* A refused or stale form comes back as a page and takes this one's place. */
  async answer(answer) {
    const shown = answer.status === 422 || answer.status === 409;
    if (answer.verdict === "later") {
      this.unsent();
      return;
    }
    await (answer.verdict === "recorded" ? this.queue.done() : this.queue.refused(answer, shown));
    if (answer.verdict === "recorded") {
      this.draft.drop();
      location.replace(this.form.dataset.done);
    } else if (shown) this.replace(answer);
    else this.sendPlainly();
  }

  unsent() {
    if (this.queue.seq) {
      this.queued();
      return;
    }
    this.busy(false);
    this.offline(true);
    this.bar().querySelector("[data-unsent]").hidden = false;
    this.bar().querySelector("[data-offline]").hidden = true;
  }

  /* It waits in the outbox now. The form is there for the next round; a correction stays to be read. */
  queued() {
    this.busy(false);
    this.draft.drop();
    this.queue.leave();
    if (this.isNew() && !this.mine) this.next();
    else document.getElementById("confirm").disabled = true;
    const note = document.querySelector("[data-queued]");
    note.hidden = false;
    this.say(note.textContent.trim());
  }

  next() {
    goOn(this.queue.key);
    count(1);
    window.scrollTo(0, 0);
  }

  isNew() {
    return this.form.getAttribute("action").endsWith("/rounds/new/");
  }

  /* What the same phone confirmed before and what is not yet recorded counts as seen. */
  async follow() {
    const items = await this.queue.others();
    if (!items.length) return;
    const twice = this.restored && !this.mine && items.some((item) => item.key === this.queue.key);
    if (twice) this.draft.drop();
    if (twice) goOn();
    document.querySelector('#entry [name="after"]').value = items.at(-1).key;
    if (this.isNew() && !this.mine) count(items.filter((item) => item.url === this.queue.url).length);
  }

  stop() {
    for (const timer of [this.timer, this.speaking, this.retry]) clearTimeout(timer);
    this.left.abort();
  }

  sendPlainly() {
    const action = Object.assign(document.createElement("input"), { type: "hidden", name: "action", value: "confirm" });
    this.form.append(action);
    HTMLFormElement.prototype.submit.call(this.form);
  }

  replace({ html, status }) {
    const page = new DOMParser().parseFromString(html, "text/html");
    const after = status === 422 ? this.draft.hidden("after").value : "";
    this.stop();
    for (const part of ["header.felt", "#main", "#bar"])
      document.querySelector(part).replaceWith(document.adoptNode(page.querySelector(part)));
    document.querySelector('#entry [name="after"]').value = after;
    window.htmx?.process(document.body);
    window.scrollTo(0, 0);
    start(this.makePad, { answered: true, mine: this.mine });
  }
}

let current = null;

const start = (makePad, how) => {
  const form = document.getElementById("entry");
  if (form) current = new Entry(form, makePad, how);
};

/** Bring the entry form of the page to life; `makePad` gives the pad of its game.
    The form comes with what was typed into it before, and goes by what waits to be sent. */
export const run = async (makePad) => {
  const form = document.getElementById("entry");
  if (!form) return;
  const mine = await asked(form);
  start(makePad, { mine, draft: await findDraft(form, mine) });
  await current.follow();
};

/* Everything typed goes: the page is there for the round after `key`, or for any other. */
const goOn = (key = "") => {
  current.stop();
  emptied(current.form, current.bar(), newKey(), key);
  window.htmx?.process(document.body);
  start(current.makePad);
};

window.addEventListener("online", () => current?.ask());
window.addEventListener("pageshow", (event) => {
  if (event.persisted && navigator.onLine) location.reload();
});
