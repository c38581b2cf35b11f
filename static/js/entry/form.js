/* The form of an entry page: draft, preview and sending, the same for every game. Each game has its own pad. Without
   this file the plain form works. */
/** @import { EntryPad, Hooks, Kept } from "../types.js" */
/** @import { Answer } from "../offline/outbox.js" */
/** @import { Found, Input } from "./fields.js" */
import { asked, newKey, Queue, summary } from "../offline/outbox.js";
import { ask, busy, button, field, find, flash, hit, pageOf, part, parts, read, replaceParts, say } from "../tools.js";
import {
  addRow,
  Draft,
  emptied,
  enliven,
  Fields,
  findDraft,
  forgetOnLeaving,
  growRows,
  hearKeys,
  hidden,
  mark,
  padOf,
} from "./fields.js";

/* The preview: requested a moment after each change, and shown in the bar. */

const QUIET_MS = 120;
const PREVIEW_MS = 8000;
const RETRY_MS = 4000;

/**
 * Callbacks to the form: a preview was shown (with the objections of the one before), or the request failed.
 * @typedef {{ shown: (before: string[]) => void, lost: () => void }} Hears
 */

export const bar = () => part("#bar");
export const preview = () => part("#preview");
const confirmButton = () => button("#confirm");

/** The codes of what the preview objects to. */
export const seen = () => field("[name=seen]", preview()).value.split(" ").filter(Boolean);

/** The preview of a form, and the label of the button in the bar. */
class Preview {
  /** @param {HTMLFormElement} form @param {Fields} fields @param {EntryPad} pad @param {Hears} hears */
  constructor(form, fields, pad, hears) {
    this.form = form;
    this.fields = fields;
    this.pad = pad;
    this.hears = hears;
    this.wanted = 0; // numbers of the last change, and of the change that the preview shows
    this.shown = 0;
    this.said = ""; // the label from the server
    this.refused = false;
    [this.timer, this.retry] = [0, 0];
    /** @type {AbortController | null} */
    this.asking = null;
  }

  /** Requests a preview in a moment, after a change. */
  soon() {
    this.wanted += 1;
    this.busy();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.ask(), QUIET_MS);
  }

  /** Requests the preview; cancels an older request. */
  async ask() {
    clearTimeout(this.timer);
    this.asking?.abort();
    const asking = new AbortController();
    const wanted = this.wanted;
    this.asking = asking;
    document.dispatchEvent(new CustomEvent("entry:changed"));
    this.busy();
    try {
      const body = new URLSearchParams(/** @type {[string, string][]} */ ([...new FormData(this.form)]));
      const options = { method: "POST", body, headers: { "HX-Request": "true" } };
      const limits = { patience: PREVIEW_MS, stop: asking };
      const page = await ask(this.form.dataset.preview ?? "", options, pageOf, limits);
      if (this.asking === asking) this.swap(page, wanted);
    } catch {
      if (this.asking === asking) this.offline(true);
    }
  }

  /** Marks the preview as out of date. */
  busy() {
    preview().setAttribute("aria-busy", "true");
  }

  /** Whether the preview of the current form is still to come. */
  pending() {
    return this.shown !== this.wanted && bar().dataset.offline !== "1";
  }

  /** Whether the server would accept the current form. */
  isReady() {
    return preview().dataset.ready === "1" && this.shown === this.wanted;
  }

  /** @param {Document} page @param {number} wanted */
  swap(page, wanted) {
    const folds = parts("details[open]", preview()).map((fold) => fold.dataset.keep);
    const before = seen();
    preview().replaceWith(document.adoptNode(part("#preview", page)));
    this.shown = wanted;
    if (this.shown !== this.wanted) this.busy();
    this.offline(false);
    for (const fold of parts("details", preview())) {
      /** @type {HTMLDetailsElement} */ (fold).open = folds.includes(fold.dataset.keep);
    }
    this.read();
    this.hears.shown(before);
  }

  /** Takes over from the preview: the text for each hand, the label, and whether anything is wrong. */
  read() {
    /** @type {Record<string, string>} */
    const said = {};
    /** @type {Record<string, string>} */
    const states = {};
    for (const item of parts("[data-hands] li", preview())) {
      const seat = item.dataset.seat ?? "";
      said[seat] = item.textContent?.trim() ?? "";
      states[seat] = item.dataset.status ?? "";
    }
    this.said = part("span", confirmButton()).textContent ?? "";
    // If something is wrong, not only missing, the label says why. More may have been tapped since.
    const wrong = (preview().dataset.wrong ?? "").split(" ").filter(Boolean);
    this.refused = this.shown === this.wanted && wrong.some((name) => name === "-" || this.fields.holds(name));
    this.pad.check(said, states);
    this.repeat();
  }

  /** Shows the question of the pad on the bar too, until the round can be recorded. */
  repeat() {
    const asked = this.asked();
    for (const place of parts("[data-asked]")) place.textContent = asked;
    if (this.pending() && !asked) return;
    this.label(asked, Boolean(asked) || preview().dataset.ready !== "1");
  }

  /** @param {string} asked @param {boolean} open */
  label(asked, open) {
    part("span", confirmButton()).textContent = asked || this.said;
    confirmButton().classList.toggle("wait", open);
  }

  asked() {
    return this.refused ? "" : this.pad.asks(preview().dataset.ready === "1");
  }

  /** Shows whether the server can be reached; retries if not. @param {boolean} down */
  offline(down) {
    bar().dataset.offline = down ? "1" : "";
    const unsent = part("[data-unsent]", bar());
    part("[data-offline]", bar()).hidden = !down || !unsent.hidden;
    clearTimeout(this.retry);
    if (!down) {
      unsent.hidden = true;
      return;
    }
    this.hears.lost();
    this.retry = setTimeout(() => this.ask(), RETRY_MS);
  }

  /** Offline the label follows the pad, because the last preview is out of date. */
  unjudged() {
    if (this.shown === this.wanted) return;
    this.said = this.form.dataset.tRecord ?? "";
    this.label(this.pad.asks(false), Boolean(this.pad.open()));
  }

  stop() {
    for (const timer of [this.timer, this.retry]) clearTimeout(timer);
    this.asking = null;
  }
}

const ANNOUNCE_MS = 700;

/** @typedef {(fields: Fields, hooks: Hooks) => EntryPad} MakePad */
/** @typedef {{ answered?: boolean, mine?: Kept, draft?: Found | null }} How */

/** Raises the number of the round in the title. @param {number} rounds */
const count = (rounds) => {
  const title = part("header h1");
  title.textContent = (title.textContent ?? "").replace(/\d+/, (number) => String(Number(number) + rounds));
};

/** Focuses the field that an error links to. @param {Event} event */
const openError = (event) => {
  const link = /** @type {HTMLAnchorElement | null} */ (hit(event, "a"));
  const target = link?.hash && find(link.hash);
  if (!target) return;
  event.preventDefault();
  const fold = target.closest("details");
  if (fold) fold.open = true;
  (target.matches("input, select") ? target : find("input, select", target))?.focus();
};

/* The bar grows and shrinks with its payments. The space reserved for it only grows: if the page became shorter, its
   keys would move under a thumb. */
/** @param {HTMLElement} bar @param {AbortSignal} signal */
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
  /** @param {HTMLFormElement} form @param {MakePad} makePad @param {How} [how] */
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
    enliven(form);
    this.renderKind();
    keepRoom(bar(), this.left.signal);
    this.listen();
    this.preview.read();
    this.pad.render();
    if (this.restored) this.changed();
    find(".entry-alert")?.focus();
    if (answered) say(find(".problems", preview())?.textContent?.trim());
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

  /* The rarer ways a round can end are behind a fold that names the one chosen; a choice closes it. */
  renderKind(chosen = false) {
    const more = /** @type {HTMLDetailsElement} */ (part(".more", this.form));
    const summary = part("summary", more);
    const other = find("input:checked", more);
    summary.textContent = (other ? other.closest("label")?.textContent : summary.dataset.label) ?? "";
    summary.classList.toggle("on", Boolean(other));
    if (chosen || other) more.open = false;
    this.form.dataset.kind = this.fields.chosen("kind")[0] || "";
  }

  /* ----- the draft ----- */
  /** @param {Found | null} [draft] */
  begin(draft) {
    if (this.answered) return;
    const typed = this.fields.touched(); // before this file had loaded
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

  /* An item of the outbox keeps its key, unless that is used, and gets the revision of this page. */
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
    if (this.isVersion()) confirmButton().disabled = this.sending;
    this.draft.save(this.fields.snapshot());
    this.preview.soon();
    clearTimeout(this.speaking);
    this.speaking = setTimeout(() => this.pad.announce(), ANNOUNCE_MS);
  }

  /* ----- sending ----- */
  /* Confirms after the awaited preview; a new objection needs another tap. */
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

  /* Enter on a keyboard: confirms only what the current preview shows. */
  enter() {
    if (this.preview.pending()) this.preview.ask();
    else confirmButton().click();
  }

  confirm() {
    this.confirming = false;
    const open = this.preview.isReady() && !this.pad.asks(true) ? null : this.pad.open();
    if (open) {
      const place = open();
      place.scrollIntoView({ block: "nearest" });
      flash(place, confirmButton().textContent?.trim() ?? "");
    } else if (!this.sending) this.send();
  }

  /** Blocks the form while it is being sent: taps would be shown but not recorded. @param {boolean} on */
  busy(on) {
    this.sending = on;
    this.form.inert = on;
    busy(confirmButton(), on);
  }

  /** @param {string} [action] "leave" records a round with missing parts */
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

  /** The page of a refused or stale form replaces this one. @param {Answer} answer */
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
      else {
        const value = this.action;
        this.form.append(Object.assign(document.createElement("input"), { type: "hidden", name: "action", value }));
        HTMLFormElement.prototype.submit.call(this.form);
      }
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

  /* The round waits in the outbox. The form goes on to the next round; a correction stays on the screen. */
  queued() {
    this.busy(false);
    this.draft.drop();
    this.queue.leave();
    if (this.isNew() && !this.mine) {
      goOn(this, this.queue.key);
      count(1);
      window.scrollTo(0, 0);
    } else confirmButton().disabled = true;
    const note = part("[data-queued]");
    note.hidden = false;
    say(note.textContent?.trim());
  }

  isNew() {
    return this.queue.url.endsWith("/rounds/new/");
  }

  /* Whether this is another version of a round in the outbox, which it replaces. */
  isVersion() {
    return Boolean(this.mine) || this.queue.url.endsWith("/edit/");
  }

  /* Links the form to the last item of the outbox, so that the server does not take that for an unseen change. */
  async follow() {
    const others = await this.queue.others();
    const items = others.filter((item) => !this.isVersion() || item.key !== this.queue.key);
    const last = items.at(-1);
    if (!last) return;
    const twice = this.restored && items.some((item) => item.key === this.queue.key);
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

  /** @param {string} html @param {number} status */
  replace(html, status) {
    const after = status === 422 ? hidden(this.form, "after").value : "";
    this.stop();
    const page = read(html);
    replaceParts(page);
    document.dispatchEvent(new CustomEvent("entry:refused", { detail: page }));
    field('#entry [name="after"]').value = after;
    window.scrollTo(0, 0);
    start(this.makePad, { answered: true, mine: this.mine });
  }
}

/** @type {Entry | null} */
let current = null;

/** @param {MakePad} makePad @param {How} [how] */
const start = (makePad, how) => {
  const form = /** @type {HTMLFormElement | null} */ (find("#entry"));
  current = form && new Entry(form, makePad, how);
  if (!current) return null;
  hearKeys(current);
  const round = find("#asking")?.dataset.round ?? "0";
  if (current.pad.hands && (fetched || round !== "0")) together().catch(() => {});
  return current;
};

/* Empties the page, for the round after the one with the key `key`. */
/** @param {Entry} entry @param {string} [key] */
const goOn = (entry, key = "") => {
  entry.stop();
  emptied(entry.form, bar(), newKey(), key);
  start(entry.makePad);
};

/* ----- hands from other phones: the module is loaded once a round collects them ----- */
let fetched = false;

/* Uses the form of the moment when the module has loaded. */
const together = async () => {
  const module = await import("./together.js");
  fetched = true;
  if (current?.pad.hands) module.join(current.pad.hands, current.begun);
  return module;
};

/** @param {(module: typeof import("./together.js")) => void} act */
const withTogether = async (act) => {
  if (current?.pad.hands && find("#asking")) act(await together());
};

document.addEventListener("live:pad", () => withTogether(({ follow }) => follow()).catch(() => {}));
document.addEventListener("click", (event) => {
  const asking = /** @type {HTMLButtonElement | null} */ (hit(event, "[data-ask-phones]"));
  if (!asking || !current?.pad.hands) return;
  event.preventDefault();
  busy(asking, true);
  withTogether(({ openToAll }) => openToAll(asking)).catch(() => busy(asking, false));
});

window.addEventListener("online", () => current?.preview.ask());
window.addEventListener("pageshow", (event) => {
  if (event.persisted && navigator.onLine) location.reload();
});

/* ----- start: with the draft or an item of the outbox ----- */
const form = /** @type {HTMLFormElement | null} */ (find("#entry"));
if (form) {
  const pad = padOf(form);
  const mine = await asked(form);
  const draft = await findDraft(form, mine);
  await start(await pad, { mine, draft })?.follow();
  import("../live/line.js").catch(() => {}); // after everything that can be tapped
}
