/* Sends the outbox: a confirmed form is stored first, then sent, in the order of its table, until the server confirms
   it. */
/** @import { Item, Kept } from "../types.js" */
/** @import { Snapshot } from "../entry/fields.js" */
import { dropDraft, hidden, rowOf } from "../entry/fields.js";
import { ask, field, find, part, parts, read, tableOf, wordsOf } from "../tools.js";
import { add, all, byNumber, change, held, of, relink, remove } from "./store.js";

const FIRST_RETRY_MS = 2000;
const LAST_RETRY_MS = 60_000;
const MOST_LINES = 12;
const REFUSED = [400, 403, 404, 409, 410, 413, 422];
const TOKEN = "csrfmiddlewaretoken";

/** @typedef {{ verdict: "refused", status: number, html: string }} Refusal */
/** @typedef {{ verdict: "recorded" } | { verdict: "later" } | Refusal} Answer */

/* ----- sending one form ----- */
/** Sends a form with its idempotency key; rejects when offline.
    @param {string} url @param {[string, string][]} fields @param {string} key @param {string} by
    @returns {Promise<Answer>} */
const post = (url, fields, key, by) => {
  const body = new URLSearchParams(fields);
  const headers = { "Sent-By": by };
  return ask(url, { method: "POST", body, headers, redirect: "manual" }, async (response) => {
    const { status } = response;
    if (status === 204 && response.headers.get("Recorded") === key) return { verdict: "recorded" };
    if (!REFUSED.includes(status)) return { verdict: "later" };
    return { verdict: "refused", status, html: await response.text() };
  });
};

/** The reasons of a refusal, from its page.
    @param {Refusal} refusal @param {string} key @returns {Partial<Item>} */
const conflict = ({ status, html }, key) => {
  const page = read(html);
  const texts = (/** @type {string} */ selector) => parts(selector, page).map(wordsOf);
  // The last line is an instruction for that page.
  const stale = texts('[data-testid="stale"] li').slice(0, -1);
  const same = find("[data-same]", page);
  if (same) stale.unshift(wordsOf(part("h2", same)));
  const said = [...stale, ...texts('[data-testid="errors"] li, #preview .problems li')];
  const lines = said.length ? said : texts("header h1, #main p");
  const fresh = find('#entry [name="key"]', page) ? field('#entry [name="key"]', page).value : key;
  const reasons = [...new Set(lines)].slice(0, MOST_LINES);
  const beside = find('[data-testid="beside"]', page)?.outerHTML ?? "";
  return { state: "conflict", status, reasons, used: fresh !== key, same: Boolean(same), beside };
};

/* ----- one form and its place in the outbox ----- */
/** A new idempotency key. */
export const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (one) => one.toString(16).padStart(2, "0")).join("");

/** @param {HTMLFormElement} form */
const moves = (form) =>
  parts('[name^="points-"]', form).flatMap((one) => {
    const points = /** @type {HTMLInputElement} */ (one);
    const said = (/** @type {string} */ side) => {
      const select = form.querySelector(`[name="${points.name.replace("points", side)}"]`);
      return select instanceof HTMLSelectElement ? wordsOf(select.selectedOptions[0] ?? select) : "";
    };
    return points.value.trim() ? [`${said("from")} → ${said("to")} ${points.value.trim()}`] : [];
  });

/** The entered round in words: its kind, then what the pad says.
    @param {HTMLFormElement} form @param {{ told: () => string[] }} pad */
export const summary = (form, pad) => {
  const kind = find('[name="kind"]:checked', form)?.closest("label")?.textContent?.trim();
  const [first, ...rest] = pad.told();
  return [[kind, first].filter(Boolean).join(" "), ...rest, ...moves(form)];
};

/** The place of a form in the outbox; `mine` is the item that the form shows again. */
export class Queue {
  /** @param {HTMLFormElement} form @param {Kept} [mine] */
  constructor(form, mine) {
    this.form = form;
    this.mine = mine;
    this.url = form.getAttribute("action") ?? "";
    this.place = tableOf(this.url);
    this.seq = 0;
  }

  get key() {
    return hidden(this.form, "key").value;
  }

  /** @param {string} action @returns {[string, string][]} */
  fields(action) {
    const data = new FormData(this.form);
    data.set("action", action);
    return [...data].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : []));
  }

  /** The other items of this table. */
  async others() {
    const items = await of(this.place).catch(() => []);
    return items.filter((item) => item.seq !== this.mine?.seq);
  }

  /** @param {[string, string][]} fields @param {Snapshot} snapshot @param {string[]} lines @returns {Item} */
  item(fields, snapshot, lines) {
    const { key, place, url, form } = this;
    const title = wordsOf(part("header h1"));
    const after = hidden(form, "after").value;
    const row = rowOf(form);
    return { key, after, place, url, row, fields, snapshot, lines, title, at: Date.now(), state: "waiting" };
  }

  /** Stores the form before it is sent; whether another item has to be sent first. @param {Item} item */
  async keep(item) {
    held.add(item.key);
    try {
      const before = await of(this.place);
      const same = before.find((one) => (this.mine ? one.seq === this.mine.seq : one.key === item.key));
      if (same) await change(same.seq, item);
      if (same && same.key !== item.key) await relink(same.key, item.key);
      this.seq = same?.seq ?? (await add(item));
      return before.some((one) => one.seq < this.seq);
    } catch {
      return false;
    }
  }

  /** @param {[string, string][]} fields */
  post(fields) {
    return post(this.url, fields, this.key, "page");
  }

  /** Removes the recorded form. */
  async done() {
    if (this.seq) await remove(this.seq).catch(() => {});
    this.leave();
  }

  /** Handles a refusal: a page that can show it does; otherwise, or for an older item, it stays in the outbox.
      @param {Refusal} answer @param {boolean} shown */
  async refused(answer, shown) {
    if (this.seq && (this.mine || !shown)) await change(this.seq, conflict(answer, this.key)).catch(() => {});
    else if (this.seq) await remove(this.seq).catch(() => {});
    this.leave();
  }

  /** Leaves the form to the outbox. */
  leave() {
    held.delete(this.key);
    send();
  }
}

/** The item that the fragment of the address names, if it is for the same round. @param {HTMLFormElement} form */
export const asked = async (form) => {
  const [, seq] = location.hash.match(/^#mine=(\d+)$/) || [];
  const item = seq ? await byNumber(Number(seq)).catch(() => undefined) : undefined;
  return [undefined, rowOf(form)].includes(item?.row) ? item : undefined;
};

/* ----- sending all that waits ----- */
/** A fresh CSRF token: the stored form may have an outdated one. @param {Kept} item */
const token = (item) =>
  ask(item.url, {}, async (response) => {
    const page = read(await response.text());
    return find(`[name="${TOKEN}"]`, page) ? field(`[name="${TOKEN}"]`, page).value : "";
  }).catch(() => "");

/** @param {Kept} item */
const deliver = async (item) => {
  const fresh = new Map([["after", item.after]]);
  const now = await token(item);
  if (now) fresh.set(TOKEN, now);
  /** @type {[string, string][]} */
  const fields = item.fields.map(([name, value]) => [name, fresh.get(name) ?? value]);
  const answer = await post(item.url, fields, item.key, "outbox");
  if (answer.verdict === "recorded") {
    await dropDraft(item);
    await remove(item.seq);
  } else if (answer.verdict === "refused") await change(item.seq, conflict(answer, item.key));
  return answer.verdict !== "later";
};

class Sender {
  constructor() {
    this.failures = 0;
    this.running = false;
    this.again = false;
    this.timer = 0;
  }

  /** Sends now, and again until nothing waits. */
  async run() {
    clearTimeout(this.timer);
    if (this.running) {
      this.again = true;
      return;
    }
    this.running = true;
    let wait = 0;
    try {
      wait = await this.alone(() => this.all());
    } catch {
      wait = this.pause();
    } finally {
      this.running = false;
    }
    if (this.again) {
      this.again = false;
      wait ||= 1;
    }
    if (wait) this.timer = setTimeout(() => this.run(), wait);
  }

  /* Two tabs would send everything twice: no harm, but for nothing. Without HTTPS there are no locks to prevent it. */
  /** @param {() => Promise<number>} work */
  alone(work) {
    if (!navigator.locks) return work();
    return navigator.locks.request("outbox", { ifAvailable: true }, (lock) => (lock ? work() : FIRST_RETRY_MS));
  }

  pause() {
    this.failures += 1;
    return Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** (this.failures - 1)) * (0.75 + Math.random() / 2);
  }

  /* A table whose rounds are not taken now does not keep those of another one waiting. */
  async all() {
    const items = await all();
    let done = true;
    for (const place of new Set(items.map((item) => item.place))) {
      done = (await this.table(place).catch(() => false)) && done;
    }
    if (!done) return this.pause();
    this.failures = 0;
    return 0;
  }

  /* What was refused needs somebody to look at it; whatever was confirmed after it waits.
     It is tried whatever the browser says of its line: a phone that is the hotspot itself calls itself offline. */
  /** @param {string} place */
  async table(place) {
    for (;;) {
      const [item] = await of(place);
      if (!item || item.state === "conflict" || held.has(item.key)) return true;
      if (!(await deliver(item))) return false;
    }
  }
}

const sender = new Sender();

/** Sends at once what waits, and again until nothing does. */
export const send = () => {
  sender.failures = 0;
  return sender.run();
};
