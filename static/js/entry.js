/* The entry page: pad, preview, draft and sending. Without this file the plain form does it all, only slower. */
import { Draft, Fields } from "./fields.js";
import { Pad } from "./pad.js";

const QUIET_MS = 120;
const RETRY_MS = 4000;
const ANNOUNCE_MS = 700;

class Entry {
  constructor(form, answered) {
    Object.assign(this, { answered, form, fields: new Fields(form), draft: new Draft(form), wanted: 0, shown: 0, confirming: false, sending: false });
    this.restoreDraft();
    this.pad = new Pad(form.querySelector("[data-pad]"), this.fields, { changed: () => this.changed(), say: (text) => this.say(text) });
    this.layout();
    this.listen();
    this.readPreview();
    this.pad.render();
    if (this.restored) this.changed();
    document.querySelector(".entry-alert")?.focus();
    if (answered) this.say(this.preview().querySelector(".problems")?.textContent.trim() ?? "");
  }

  bar() { return document.getElementById("bar"); }

  preview() { return document.getElementById("preview"); }

  say(text) { document.getElementById("live").textContent = text; }

  layout() {
    this.form.classList.add("live");
    this.form.querySelector("[data-pad]").hidden = false;
    this.form.querySelector("[data-typed]").open = window.matchMedia("(min-width: 60rem)").matches;
    this.renderKind();
  }

  listen() {
    this.form.addEventListener("input", (event) => this.typed(event.target));
    this.form.addEventListener("keydown", (event) => this.keydown(event));
    this.form.addEventListener("submit", (event) => this.submit(event));
    this.form.addEventListener("htmx:beforeRequest", () => { this.asked = this.wanted; });
    this.form.addEventListener("htmx:afterRequest", (event) => { if (event.detail.successful) this.swapped(); });
    this.form.addEventListener("htmx:sendError", () => this.offline(true));
    this.form.addEventListener("htmx:timeout", () => this.offline(true));
    this.form.addEventListener("htmx:responseError", () => this.offline(true));
    this.bar().addEventListener("htmx:beforeSwap", () => this.keepFolds());
    for (const add of this.form.querySelectorAll("[data-add-row]")) add.addEventListener("click", () => this.addRow(add.closest("[data-rows]")).querySelector("select").focus());
    this.form.querySelector("[data-afresh]").addEventListener("click", () => { this.draft.drop(); location.reload(); });
    document.querySelector(".errors")?.addEventListener("click", (event) => this.openError(event));
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
    const more = this.form.querySelector(".more");
    const summary = more.querySelector("summary");
    const other = more.querySelector("input:checked");
    this.form.dataset.kind = this.fields.chosen("kind")[0] || "";
    summary.textContent = other ? other.closest("label").textContent : summary.dataset.label;
    summary.classList.toggle("on", Boolean(other));
    if (chosen || other) more.open = false;
  }

  openError(event) {
    const target = document.querySelector(event.target.closest("a")?.hash || "#none");
    if (!target) return;
    event.preventDefault();
    const fold = target.closest("details");
    if (fold) fold.open = true;
    (target.matches("input, select") ? target : target.querySelector("input, select"))?.focus();
  }

  /* ----- rows of a correction, and of the table's own yaku ----- */
  addRow(place) {
    const last = [...place.querySelectorAll("[data-row]")].at(-1);
    const row = last.cloneNode(true);
    const number = Number(last.dataset.row) + 1;
    row.dataset.row = number;
    row.querySelectorAll("[id^=e-]").forEach((part) => part.remove());
    for (const field of row.querySelectorAll("[name]")) this.renumber(field, number);
    last.after(row);
    return row;
  }

  /* As many rows as a draft needs. */
  growRows(names) {
    for (const place of this.form.querySelectorAll("[data-rows]")) {
      const rows = () => place.querySelectorAll("[data-row]").length;
      const [first] = place.querySelector("[data-row] [name]").name.match(/^.*-/);
      const wanted = names.filter((name) => name.startsWith(first) && /^\d+$/.test(name.slice(first.length))).length;
      while (rows() < wanted) this.addRow(place);
    }
  }

  renumber(field, number) {
    field.name = field.name.replace(/\d+$/, number);
    field.id = field.id.replace(/\d+$/, number);
    field.value = "";
    for (const name of ["aria-invalid", "aria-describedby"]) field.removeAttribute(name);
  }

  /* ----- the draft ----- */
  restoreDraft() {
    const draft = this.draft.read();
    if (!draft || this.answered || document.querySelector(".entry-alert")) return;
    this.growRows(draft.fields.map(([name]) => name));
    this.fields.restore(draft.fields);
    this.draft.adopt(draft);
    this.form.querySelector("[data-restored]").hidden = false;
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

  pending() { return this.shown !== this.wanted && this.bar().dataset.offline !== "1"; }

  keepFolds() {
    this.folds = [...this.preview().querySelectorAll("details[open]")].map((fold) => fold.dataset.keep);
    this.codes = this.preview().querySelector("[name=seen]").value;
  }

  swapped() {
    this.shown = this.asked;
    this.offline(false);
    for (const fold of this.preview().querySelectorAll("details")) fold.open = this.folds?.includes(fold.dataset.keep) ?? false;
    this.readPreview();
    if (this.confirming && !this.pending() && this.allSeen()) this.confirm();
  }

  /** Whether the preview objects to nothing that it did not object to before. */
  allSeen() {
    const before = this.codes.split(" ");
    return this.preview().querySelector("[name=seen]").value.split(" ").every((code) => !code || before.includes(code));
  }

  readPreview() {
    const hands = [...this.preview().querySelectorAll("[data-hands] li")];
    this.pad.check(Object.fromEntries(hands.map((item) => [item.dataset.seat, item.textContent.trim()])));
  }

  offline(down) {
    this.bar().dataset.offline = down ? "1" : "";
    const unsent = this.bar().querySelector("[data-unsent]");
    this.bar().querySelector("[data-offline]").hidden = !down || !unsent.hidden;
    clearTimeout(this.retry);
    if (down && this.confirming) this.confirm();
    if (down) this.retry = setTimeout(() => this.ask(), RETRY_MS);
    else unsent.hidden = true;
  }

  /* ----- sending ----- */
  submit(event) {
    event.preventDefault();
    if (event.submitter?.value !== "confirm") this.ask();
    else if (this.pending()) { this.confirming = true; this.ask(); }
    else this.confirm();
  }

  confirm() {
    this.confirming = false;
    const open = this.preview().dataset.ready === "1" ? null : this.pad.firstOpen();
    if (open) this.showMissing(open);
    else if (!this.sending) this.send();
  }

  showMissing(open) {
    this.pad.go(open);
    const tray = this.form.querySelector(".tray");
    tray.scrollIntoView({ block: "nearest" });
    this.pad.flash(tray, document.getElementById("confirm").textContent.trim());
  }

  busy(on) {
    this.sending = on;
    const button = document.getElementById("confirm");
    button.disabled = on;
    button.setAttribute("aria-busy", on);
  }

  async send() {
    const body = new FormData(this.form);
    body.set("action", "confirm");
    this.draft.save(this.fields.snapshot());
    this.busy(true);
    try {
      await this.answer(await fetch(this.form.getAttribute("action"), { method: "POST", body, redirect: "manual", credentials: "same-origin" }));
    } catch {
      this.busy(false);
      this.offline(true);
      this.bar().querySelector("[data-unsent]").hidden = false;
      this.bar().querySelector("[data-offline]").hidden = true;
    }
  }

  /* A redirect means saved. A refused or stale form comes back as a page and takes this one's place. */
  async answer(response) {
    if (response.type === "opaqueredirect") {
      this.draft.drop();
      location.replace(this.form.dataset.done);
    } else if (response.status === 422 || response.status === 409) this.replace(await response.text());
    else this.sendPlainly();
  }

  sendPlainly() {
    const action = Object.assign(document.createElement("input"), { type: "hidden", name: "action", value: "confirm" });
    this.form.append(action);
    HTMLFormElement.prototype.submit.call(this.form);
  }

  replace(html) {
    const page = new DOMParser().parseFromString(html, "text/html");
    clearTimeout(this.timer);
    clearTimeout(this.speaking);
    clearTimeout(this.retry);
    for (const part of ["header.felt", "#main", "#bar"]) document.querySelector(part).replaceWith(document.adoptNode(page.querySelector(part)));
    window.htmx?.process(document.body);
    window.scrollTo(0, 0);
    start(true);
  }
}

let current = null;

const start = (answered = false) => {
  const form = document.getElementById("entry");
  if (form) current = new Entry(form, answered);
};

window.addEventListener("online", () => current?.ask());
window.addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
start();
