/* What the server says of what is typed: it is asked a moment after each change, and its answer stands over the bar. */
/** @import { Fields } from "./fields.js" */
/** @import { EntryPad } from "./form.js" */
import { ask, field, pageOf, part, parts } from "../tools.js";

const QUIET_MS = 120;
const PREVIEW_MS = 8000;
const RETRY_MS = 4000;

/**
 * What the form hears: an answer is on the page, and what the one before objected to; there is no line.
 * @typedef {{ shown: (before: string[]) => void, lost: () => void }} Hears
 */

export const bar = () => part("#bar");
export const preview = () => part("#preview");
export const confirmButton = () => /** @type {HTMLButtonElement} */ (part("#confirm"));

/** What the preview objects to. */
export const seen = () => field("[name=seen]", preview()).value.split(" ").filter(Boolean);

/** The preview of one form, and what the button of the bar says. */
export class Preview {
  /**
   * @param {HTMLFormElement} form
   * @param {Fields} fields
   * @param {EntryPad} pad
   * @param {Hears} hears
   */
  constructor(form, fields, pad, hears) {
    this.form = form;
    this.fields = fields;
    this.pad = pad;
    this.hears = hears;
    this.wanted = 0; // how many changes there were, and how many of them the preview shows
    this.shown = 0;
    this.said = ""; // what the server writes on the button
    this.refused = false;
    [this.timer, this.retry] = [0, 0];
    /** @type {AbortController | null} */
    this.asking = null;
  }

  /** Something changed: asks in a moment. */
  soon() {
    this.wanted += 1;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.ask(), QUIET_MS);
  }

  /** Asks for the preview of what is typed; a newer question takes the place of an older one. */
  async ask() {
    clearTimeout(this.timer);
    this.asking?.abort();
    const asking = new AbortController();
    const wanted = this.wanted;
    this.asking = asking;
    document.dispatchEvent(new CustomEvent("entry:changed"));
    preview().setAttribute("aria-busy", "true");
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

  /** Whether an answer to what is typed now is still to come. */
  pending() {
    return this.shown !== this.wanted && bar().dataset.offline !== "1";
  }

  /** Whether the server would take the round as it is typed. */
  isReady() {
    return preview().dataset.ready === "1" && this.shown === this.wanted;
  }

  /**
   * @param {Document} page
   * @param {number} wanted
   */
  swap(page, wanted) {
    const folds = parts("details[open]", preview()).map((fold) => fold.dataset.keep);
    const before = seen();
    preview().replaceWith(document.adoptNode(part("#preview", page)));
    this.shown = wanted;
    this.offline(false);
    for (const fold of parts("details", preview())) {
      /** @type {HTMLDetailsElement} */ (fold).open = folds.includes(fold.dataset.keep);
    }
    this.read();
    this.hears.shown(before);
  }

  /** Takes over what the page says: of each hand, on the button, and whether anything is wrong. */
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
    this.refused = this.isRefused();
    this.pad.check(said, states);
    this.repeat();
  }

  /** What is asked on the felt stands on the bar too, until the round can be recorded. */
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

  /* Where something is there and wrong, and not only missing, the server says why. */
  isRefused() {
    const wrong = (preview().dataset.wrong ?? "").split(" ").filter(Boolean);
    return wrong.some((name) => name === "-" || this.fields.holds(name));
  }

  /** Says whether there is a line; without one it is tried again. @param {boolean} down */
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

  /** The button still says what the last preview missed; what has been tapped since, only this phone knows. */
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
