/* Sends what waits in the outbox: in order for each table, from one tab at a time, until the server says that it has it. */
import { dropDraft } from "./draft.js";
import * as outbox from "./outbox.js";

const PATIENCE_MS = 10_000;
const LEASE_MS = 6000;
const FIRST_RETRY_MS = 2000;
const LAST_RETRY_MS = 60_000;
const MOST_LINES = 12;
const REFUSED = [400, 403, 404, 409, 410, 413, 422];
const ME = Math.random().toString(36).slice(2);

const within = (ms) => {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), ms);
  return { signal: stop.signal, end: () => clearTimeout(timer) };
};

/** What `read` makes of an answer; rejects where it does not come whole in time. */
export const ask = async (url, options, read) => {
  const { signal, end } = within(PATIENCE_MS);
  try {
    const response = await fetch(url, { credentials: "same-origin", cache: "no-store", signal, ...options });
    return await read(response);
  } finally {
    end();
  }
};

/** What the answer to a form means: "recorded", "refused" with its page, or "later". */
const judge = async (response, key) => {
  if (response.status === 204 && response.headers.get("Recorded") === key) return { verdict: "recorded" };
  if (REFUSED.includes(response.status))
    return { verdict: "refused", status: response.status, html: await response.text() };
  return { verdict: "later" };
};

/** Sends a form that carries `key`; rejects where there is no line. */
export const post = (url, fields, key, by) => {
  const body = new URLSearchParams(fields);
  const headers = { "Sent-By": by };
  return ask(url, { method: "POST", body, headers, redirect: "manual" }, (response) => judge(response, key));
};

const texts = (page, selector) =>
  [...page.querySelectorAll(selector)].map((one) => one.textContent.replace(/\s+/g, " ").trim());

/** Why a form was not taken, from the page that came instead. */
export const conflict = ({ status, html }, key) => {
  const page = new DOMParser().parseFromString(html, "text/html");
  // The last line of what happened meanwhile tells what to do with that page.
  const said = [
    ...texts(page, '[data-testid="stale"] li').slice(0, -1),
    ...texts(page, '[data-testid="errors"] li, #preview .problems li'),
  ];
  const lines = said.length ? said : texts(page, "header h1, #main p");
  const fresh = page.querySelector('#entry [name="key"]')?.value ?? key;
  return { state: "conflict", status, reasons: [...new Set(lines)].slice(0, MOST_LINES), used: fresh !== key };
};

/* The cookie of the token may be another one by now; the form as it was kept has the old token. */
const token = (item) =>
  ask(item.url, {}, async (response) => {
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    return page.querySelector('[name="csrfmiddlewaretoken"]')?.value;
  }).catch(() => undefined);

const deliver = async (item) => {
  const fresh = await token(item);
  const fields = item.fields.map(([name, value]) => [
    name,
    name === "csrfmiddlewaretoken" && fresh ? fresh : name === "after" ? item.after : value,
  ]);
  const answer = await post(item.url, fields, item.key, "outbox");
  if (answer.verdict === "recorded") {
    dropDraft(item);
    await outbox.remove(item.seq);
  } else if (answer.verdict === "refused") await outbox.change(item.seq, conflict(answer, item.key));
  return answer.verdict !== "later";
};

class Sender {
  constructor() {
    Object.assign(this, { failures: 0, running: false, timer: 0 });
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

  /* Two tabs would send everything twice: no harm, but for nothing. */
  async alone(work) {
    if (navigator.locks)
      return navigator.locks.request("outbox", { ifAvailable: true }, (lock) => (lock ? work() : FIRST_RETRY_MS));
    const lease = () => outbox.lease("sender", ME, LEASE_MS);
    const busy = await lease();
    if (busy) return busy;
    const renewing = setInterval(() => lease().catch(() => {}), LEASE_MS / 3);
    try {
      return await work();
    } finally {
      clearInterval(renewing);
      await outbox.release("sender", ME);
    }
  }

  pause() {
    this.failures += 1;
    return Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** (this.failures - 1)) * (0.75 + Math.random() / 2);
  }

  /* A table whose rounds are not taken now does not keep those of another one waiting. */
  async all() {
    const items = await outbox.all();
    let done = true;
    for (const place of new Set(items.map((item) => item.place)))
      done = (await this.table(place).catch(() => false)) && done;
    if (!done) return this.pause();
    this.failures = 0;
    return 0;
  }

  /* What was refused needs somebody to look at it; whatever was confirmed after it waits.
     It is tried whatever the browser says of its line: a phone that is the hotspot itself calls itself offline. */
  async table(place) {
    for (;;) {
      const [item] = await outbox.of(place);
      if (!item || item.state === "conflict" || outbox.held.has(item.key)) return true;
      if (!(await deliver(item))) return false;
    }
  }
}

const sender = new Sender();

/** Sends at once what waits. */
export const send = () => {
  sender.failures = 0;
  return sender.run();
};

/** Sends what waits now, whenever the line or the page comes back, and when something is added. */
export const startSending = () => {
  window.addEventListener("online", send);
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) send();
  });
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) send();
  });
  send();
};
