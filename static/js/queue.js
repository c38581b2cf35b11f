/* The entry form and the outbox: what is confirmed is written there first, then sent. */
import { rowOf } from "./draft.js";
import * as outbox from "./outbox.js";
import { conflict, post, send } from "./sender.js";

const SIGNS = { "+": "-", "/": "_", "=": "" };

/** A key that makes a form be accepted once. */
export const newKey = () =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16)))).replace(/[+/=]/g, (sign) => SIGNS[sign]);

/** What was typed, in words: how the round ended, then what its pad can tell. */
export const summary = (form, pad) => {
  const kind = form.querySelector('[name="kind"]:checked')?.closest("label").textContent.trim() ?? "";
  const [first, ...rest] = pad.told();
  return [[kind, first].filter(Boolean).join(" "), ...rest, ...moves(form)];
};

const moves = (form) =>
  [...form.querySelectorAll('[name^="points-"]')]
    .filter((points) => points.value.trim())
    .map((points) => {
      const said = (side) =>
        form.querySelector(`[name="${points.name.replace("points", side)}"]`)?.selectedOptions[0]?.textContent.trim();
      return `${said("from")} → ${said("to")} ${points.value.trim()}`;
    });

/** One form's place in the outbox; `mine` is an item of it that is being looked at again. */
export class Queue {
  constructor(form, mine) {
    const url = form.getAttribute("action");
    const [place] = url.match(/^\/t\/[\w-]+\//);
    Object.assign(this, { form, mine, url, place, seq: 0 });
  }

  hidden(name) {
    return this.form.querySelector(`input[type="hidden"][name="${name}"]`);
  }

  get key() {
    return this.hidden("key").value;
  }

  fields() {
    const data = new FormData(this.form);
    data.set("action", "confirm");
    return [...data].filter(([, value]) => typeof value === "string");
  }

  others() {
    return outbox.of(this.place).then(
      (items) => items.filter((item) => item.seq !== this.mine?.seq),
      () => [],
    );
  }

  item(fields, snapshot, lines) {
    const title = document.querySelector("header h1").textContent.trim();
    return {
      key: this.key,
      after: this.hidden("after").value,
      place: this.place,
      url: this.url,
      row: rowOf(this.form),
      fields,
      snapshot,
      lines,
      title,
      at: Date.now(),
      state: "waiting",
    };
  }

  /** Writes the form down before it is sent; whether something must be sent before it. */
  async keep(item) {
    outbox.held.add(item.key);
    try {
      const before = await outbox.of(this.place);
      const same = this.mine ?? before.find((one) => one.key === item.key);
      if (same) await this.again(same, item);
      this.seq = same?.seq ?? (await outbox.add(item));
      return before.some((one) => one.seq < this.seq);
    } catch {
      return false;
    }
  }

  async again(same, item) {
    await outbox.change(same.seq, item);
    if (same.key !== item.key) await outbox.relink(same.key, item.key);
  }

  post(fields) {
    return post(this.url, fields, this.key, "page");
  }

  /** It was recorded. */
  async done() {
    if (this.seq) await outbox.remove(this.seq).catch(() => {});
    this.leave();
  }

  /** It was not taken: the page shows why; what waited before, or what no page can show, waits on. */
  async refused(answer, shown) {
    if (this.seq && (this.mine || !shown)) await outbox.change(this.seq, conflict(answer, this.key)).catch(() => {});
    else if (this.seq) await outbox.remove(this.seq).catch(() => {});
    this.leave();
  }

  /** From here on it is sent by itself. */
  leave() {
    outbox.held.delete(this.key);
    send();
  }
}

/** The item that the address asks to look at again, if the page is for the same round. */
export const asked = async (form) => {
  const [, seq] = location.hash.match(/^#mine=(\d+)$/) || [];
  const item = seq ? await outbox.find(Number(seq)).catch(() => undefined) : undefined;
  return [undefined, rowOf(form)].includes(item?.row) ? item : undefined;
};
