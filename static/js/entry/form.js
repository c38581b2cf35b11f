/* The form of an entry page: its draft and sending, the same for every game. The pad is the game's own. Without this
   file the plain form does it all, only slower. */
/** @import { Kept } from "../offline/store.js" */
/** @import { Answer } from "../offline/outbox.js" */
/** @import { Pad } from "../pad/actions.js" */
/** @import { Found, Input } from "./fields.js" */
import { asked, newKey, Queue, summary } from "../offline/outbox.js";
import { field, find, flash, hit, part, parts, read, replaceParts, say } from "../tools.js";
import {
  addRow,
  Draft,
  emptied,
  Fields,
  findDraft,
  forgetOnLeaving,
  growRows,
  hearKeys,
  hidden,
  mark,
  padOf,
} from "./fields.js";
import { bar, confirmButton, Preview, preview, seen } from "./preview.js";

const ANNOUNCE_MS = 700;
const WIDE = "(min-width: 60rem)";

/**
 * What a game's pad does for the form. `open` gives a call that goes to what is still missing and shows where it is;
 * `walk` follows an arrow of a keyboard; `quiet` is what has to come to an end before the form is sent; `hands` is the
 * pad that other phones send hands to.
 * @typedef {object} EntryPad
 * @property {() => void} render
 * @property {(input: Input) => void} typed
 * @property {(said: Record<string, string>, states: Record<string, string>) => void} check
 * @property {() => void} announce
 * @property {() => string[]} told what was entered, in words
 * @property {() => (() => HTMLElement) | null} open
 * @property {(step: number, along: boolean) => HTMLElement | null} [walk]
 * @property {() => Promise<void> | null} [quiet]
 * @property {(ready: boolean) => string} asks the question to be answered next, or none (""); where the server would
 *   take the round as it is (`ready`), one that has to be answered all the same
 * @property {Pad} [hands]
 */
/**
 * What a pad tells the form: something changed; look again; another question is asked.
 * @typedef {{ changed: () => void, ask: () => void, asked: () => void }} Hooks
 */
/** @typedef {(fields: Fields, hooks: Hooks) => EntryPad} MakePad */
/** @typedef {{ answered?: boolean, mine?: Kept, draft?: Found | null }} How */

/** Goes on by some rounds in the title. @param {number} rounds */
const count = (rounds) => {
  const title = part("header h1");
  title.textContent = (title.textContent ?? "").replace(/\d+/, (number) => String(Number(number) + rounds));
};

/* The rarer ways a round can end are behind a fold that names the one chosen; a choice closes it. */
/**
 * @param {HTMLFormElement} form
 * @param {boolean} chosen
 */
const showKind = (form, chosen) => {
  const more = /** @type {HTMLDetailsElement} */ (part(".more", form));
  const summary = part("summary", more);
  const other = find("input:checked", more);
  summary.textContent = (other ? other.closest("label")?.textContent : summary.dataset.label) ?? "";
  summary.classList.toggle("on", Boolean(other));
  if (chosen || other) more.open = false;
};

/** Goes to the field that an error names. @param {Event} event */
const openError = (event) => {
  const link = /** @type {HTMLAnchorElement | null} */ (hit(event, "a"));
  const target = link?.hash && find(link.hash);
  if (!target) return;
  event.preventDefault();
  const fold = target.closest("details");
  if (fold) fold.open = true;
  (target.matches("input, select") ? target : find("input, select", target))?.focus();
};

/* The bar grows and shrinks with the payments in it. The room kept for it only grows: if the page became shorter
   it would slide, and the keys with it, under a thumb that is about to tap. */
/**
 * @param {HTMLElement} bar
 * @param {AbortSignal} signal
 */
const keepRoom = (bar, signal) => {
  let most = 0;
  const watch = new ResizeObserver(() => {
    most = Math.max(most, bar.offsetHeight);
    document.body.style.setProperty("--bar-room", `${most}px`);
  });
  document.body.classList.add("steady");
  watch.observe(bar);
  signal.addEventListener("abort", () => watch.disconnect());
};

class Entry {
  /**
   * @param {HTMLFormElement} form
   * @param {MakePad} makePad
   * @param {How} [how]
   */
  constructor(form, makePad, { answered = false, mine, draft } = {}) {
    this.form = form;
    this.makePad = makePad;
    this.answered = answered;
    this.mine = mine;
    this.fields = new Fields(form);
    this.draft = new Draft(form, mine);
    this.queue = new Queue(form, mine);
    this.restored = false;
    this.confirming = false;
    this.sending = false;
    this.action = "";
    this.speaking = 0;
    this.left = new AbortController();
    this.begin(draft);
    this.begun = this.fields.snapshot();
    this.pad = makePad(this.fields, {
      changed: () => this.changed(),
      ask: () => this.preview.ask(),
      asked: () => this.preview.repeat(),
    });
    this.preview = new Preview(form, this.fields, this.pad, {
      shown: (before) => this.judged(before),
      lost: () => this.lost(),
    });
    this.layout();
    this.listen();
    this.preview.read();
    this.pad.render();
    if (this.restored) this.changed();
    find(".entry-alert")?.focus();
    if (answered) say(find(".problems", preview())?.textContent?.trim());
  }

  layout() {
    this.form.classList.add("live");
    for (const pad of parts("[data-pad]", this.form)) pad.hidden = false;
    for (const typed of parts("[data-typed]", this.form)) {
      /** @type {HTMLDetailsElement} */ (typed).open = window.matchMedia(WIDE).matches;
    }
    this.renderKind();
    keepRoom(bar(), this.left.signal);
  }

  listen() {
    const { form } = this;
    form.addEventListener("input", (event) => this.typed(/** @type {Input} */ (event.target)));
    form.addEventListener("keydown", (event) => this.keydown(event));
    form.addEventListener("submit", (event) => this.submit(event));
    for (const add of parts("[data-add-row]", form)) {
      const rows = /** @type {HTMLElement} */ (add.closest("[data-rows]"));
      add.addEventListener("click", () => part("select", addRow(rows)).focus());
    }
    part("[data-afresh]", form).addEventListener("click", () => this.draft.drop().then(() => location.reload()));
    find(".errors")?.addEventListener("click", openError);
    forgetOnLeaving(this.draft, this.mine);
  }

  /** @param {Input} input */
  typed(input) {
    if (!input.name) return;
    input.removeAttribute("aria-invalid");
    if (input.name === "kind") this.renderKind(true);
    this.pad.typed(input);
  }

  /** @param {KeyboardEvent} event */
  keydown(event) {
    if (event.key !== "Enter" || !hit(event, "input:not([type=submit])")) return;
    event.preventDefault();
    this.preview.ask();
  }

  renderKind(chosen = false) {
    this.form.dataset.kind = this.fields.chosen("kind")[0] || "";
    showKind(this.form, chosen);
  }

  /* ----- the draft ----- */
  /** @param {Found | null} [draft] */
  begin(draft) {
    if (this.answered) return;
    const typed = this.fields.touched(); // on a slow line the form is there before this file
    if (draft && !find(".entry-alert")) this.restore(draft);
    else if (this.mine) this.restoreMine(this.mine);
    else if (document.documentElement.dataset.kept) hidden(this.form, "key").value = newKey();
    typed.again();
    this.restored ||= typed.any;
  }

  /** @param {Found} draft */
  restore(draft) {
    this.fill(draft.fields);
    this.draft.adopt(draft);
    part("[data-restored]", this.form).hidden = false;
  }

  /* What waits in the outbox goes by what the page shows now; it stays the same form unless that was used. */
  /** @param {Kept} mine */
  restoreMine(mine) {
    this.fill(mine.snapshot);
    mark(this.form, mine.fields.find(([name]) => name === "sent")?.[1] ?? "");
    if (!mine.used) hidden(this.form, "key").value = mine.key;
  }

  /** @param {Found["fields"]} snapshot */
  fill(snapshot) {
    const names = snapshot.map(([name]) => name);
    growRows(this.form, names);
    this.fields.restore(snapshot);
    this.restored = true;
  }

  changed() {
    this.confirming = false;
    this.draft.save(this.fields.snapshot());
    this.preview.soon();
    clearTimeout(this.speaking);
    this.speaking = setTimeout(() => this.pad.announce(), ANNOUNCE_MS);
  }

  /* ----- sending ----- */
  /* What the preview objects to now, and did not before, is there to be read: it needs another tap. */
  /** @param {string[]} before */
  judged(before) {
    if (this.sending) this.busy(true);
    if (!this.confirming || this.preview.pending()) return;
    this.confirming = false;
    if (seen().every((code) => before.includes(code))) this.confirm();
  }

  lost() {
    if (this.isNew()) this.preview.unjudged();
    if (this.confirming) this.confirm();
  }

  /** @param {SubmitEvent} event */
  submit(event) {
    event.preventDefault();
    const action = /** @type {HTMLButtonElement | null} */ (event.submitter)?.value;
    if (action === "confirm" && !this.preview.pending()) this.confirm();
    else if (action === "leave" && !this.preview.pending()) this.send(action);
    else {
      this.confirming = action === "confirm";
      this.preview.ask();
    }
  }

  /* By a keyboard the bar's button is pressed without a look at it: what it says has to be up to date. */
  enter() {
    if (this.preview.pending()) this.preview.ask();
    else confirmButton().click();
  }

  confirm() {
    this.confirming = false;
    const open = this.preview.isReady() && !this.pad.asks(true) ? null : this.pad.open();
    if (open) this.showMissing(open());
    else if (!this.sending) this.send();
  }

  /** @param {HTMLElement} place */
  showMissing(place) {
    place.scrollIntoView({ block: "nearest" });
    flash(place, confirmButton().textContent?.trim() ?? "");
  }

  /* What is tapped while the form is on its way would be shown and not be recorded. */
  /** @param {boolean} on */
  busy(on) {
    this.sending = on;
    this.form.inert = on;
    confirmButton().disabled = on;
    confirmButton().setAttribute("aria-busy", String(on));
  }

  /** @param {string} [action] "leave" for a round without what is missing */
  async send(action = "confirm") {
    this.action = action;
    const fields = this.queue.fields(action);
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
  /** @param {Answer} answer */
  async answer(answer) {
    if (answer.verdict === "later") this.unsent();
    else if (answer.verdict === "recorded") {
      await this.queue.done();
      this.draft.drop();
      location.replace(this.form.dataset.done ?? "");
    } else {
      const shown = answer.status === 422 || answer.status === 409;
      await this.queue.refused(answer, shown);
      if (shown) this.replace(answer.html, answer.status);
      else this.sendPlainly();
    }
  }

  unsent() {
    if (this.queue.seq) {
      this.queued();
      return;
    }
    this.busy(false);
    this.preview.offline(true);
    part("[data-unsent]", bar()).hidden = false;
    part("[data-offline]", bar()).hidden = true;
  }

  /* It waits in the outbox now. The form is there for the next round; a correction stays to be read. */
  queued() {
    this.busy(false);
    this.draft.drop();
    this.queue.leave();
    if (this.isNew() && !this.mine) this.next();
    else confirmButton().disabled = true;
    const note = part("[data-queued]");
    note.hidden = false;
    say(note.textContent?.trim());
  }

  next() {
    goOn(this, this.queue.key);
    count(1);
    window.scrollTo(0, 0);
  }

  isNew() {
    return this.queue.url.endsWith("/rounds/new/");
  }

  /* What the same phone confirmed before and what is not yet recorded counts as seen. */
  async follow() {
    const items = await this.queue.others();
    const last = items.at(-1);
    if (!last) return;
    const twice = this.restored && !this.mine && items.some((item) => item.key === this.queue.key);
    if (twice) {
      this.draft.drop();
      goOn(this);
    }
    field('#entry [name="after"]').value = last.key;
    if (this.isNew() && !this.mine) count(items.filter((item) => item.url === this.queue.url).length);
  }

  stop() {
    clearTimeout(this.speaking);
    this.preview.stop();
    this.left.abort();
  }

  sendPlainly() {
    const { action: value } = this;
    this.form.append(Object.assign(document.createElement("input"), { type: "hidden", name: "action", value }));
    HTMLFormElement.prototype.submit.call(this.form);
  }

  /**
   * @param {string} html
   * @param {number} status
   */
  replace(html, status) {
    const after = status === 422 ? hidden(this.form, "after").value : "";
    this.stop();
    replaceParts(read(html));
    document.dispatchEvent(new CustomEvent("entry:refused"));
    field('#entry [name="after"]').value = after;
    window.scrollTo(0, 0);
    start(this.makePad, { answered: true, mine: this.mine });
  }
}

/** @type {Entry | null} */
let current = null;

/**
 * @param {MakePad} makePad
 * @param {How} [how]
 */
const start = (makePad, how) => {
  const form = /** @type {HTMLFormElement | null} */ (find("#entry"));
  current = form && new Entry(form, makePad, how);
  if (!current) return null;
  hearKeys(current);
  shareHands(current);
  return current;
};

/* Everything typed goes: the page is there for the round after `key`, or for any other. */
/**
 * @param {Entry} entry
 * @param {string} [key]
 */
const goOn = (entry, key = "") => {
  entry.stop();
  emptied(entry.form, bar(), newKey(), key);
  start(entry.makePad);
};

/* ----- hands from other phones: what does that is fetched once a round is open to them ----- */
/** @param {Entry} entry */
const together = async ({ pad, begun }) => {
  const module = await import("./together.js");
  if (pad.hands) module.join(pad.hands, begun);
  return module;
};

/** @param {Entry} entry */
const shareHands = (entry) => {
  const round = find("#asking")?.dataset.round ?? "0";
  if (entry.pad.hands && round !== "0") together(entry).catch(() => {});
};

/** @param {(module: typeof import("./together.js")) => void} act */
const withTogether = async (act) => {
  if (current?.pad.hands && find("#asking")) act(await together(current));
};

document.addEventListener("live:pad", () => withTogether(({ follow }) => follow()).catch(() => {}));
document.addEventListener("click", (event) => {
  const button = /** @type {HTMLButtonElement | null} */ (hit(event, "[data-ask-phones]"));
  if (!button || !current?.pad.hands) return;
  event.preventDefault();
  button.disabled = true;
  button.setAttribute("aria-busy", "true");
  withTogether(({ openToAll }) => openToAll(button)).catch(() => {
    button.disabled = false;
    button.removeAttribute("aria-busy");
  });
});

window.addEventListener("online", () => current?.preview.ask());
window.addEventListener("pageshow", (event) => {
  if (event.persisted && navigator.onLine) location.reload();
});

/* ----- the page comes to life: with what was typed into it before, going by what waits to be sent ----- */
const form = /** @type {HTMLFormElement | null} */ (find("#entry"));
if (form) {
  const pad = padOf(form);
  const mine = await asked(form);
  const draft = await findDraft(form, mine);
  await start(await pad, { mine, draft })?.follow();
}
