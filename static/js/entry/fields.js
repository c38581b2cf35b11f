/* The inputs of the form are the state of an entry: everything is read from and written to them. What is not yet sent
   is kept as a draft for each form: in localStorage at once, and in IndexedDB, because browsers write localStorage to
   the disk seconds later. */
/** @import { Item, Kept } from "../types.js" */
/** @import { MakePad } from "./form.js" */
/** @import { Keyed } from "./keys.js" */
import { DRAFTS, discard, readFrom, result, write } from "../offline/store.js";
import { field, find, keep, kept, part, parts } from "../tools.js";

/** @typedef {HTMLInputElement} Input any field: selects and text areas have the same name, value and form */
/** @typedef {[name: string, value: string, checked?: boolean][]} Snapshot all values as plain data */
/**
 * A draft; `sent` are the hands of other phones that its form has shown.
 * @typedef {{ at: number, key?: string, revision?: string, after?: string, sent?: string, fields?: Snapshot }} Typed
 */
/** @typedef {Typed & { fields: Snapshot }} Found */

/** The `makePad` of the module that the form names.
    @param {HTMLFormElement} form @returns {Promise<MakePad>} */
export const padOf = async (form) => (await import(form.dataset.module ?? "")).makePad;

/** @param {Input} input */
export const isCheck = (input) => input.type === "radio" || input.type === "checkbox";
/** @param {Input} input */
const isOrdered = (input) => input.hasAttribute("data-ordered");
/** @param {Input} input */
const isSelect = (input) => input.matches("select");

/** Reads and writes the inputs of a form. */
export class Fields {
  /** @param {HTMLFormElement} form */
  constructor(form) {
    this.form = form;
    this.size = -1; // of the form when it was indexed; -1: index again
    /** @type {Map<string, Input[]>} */
    this.byName = new Map();
  }

  /** The fields with a name, in their order. A pad asks hundreds of times after a tap, so they are indexed, but only
      for the task that asks: a response may replace fields before the next one. @param {string} name */
  all(name) {
    if (this.size !== this.form.elements.length) this.index();
    return this.byName.get(name) ?? [];
  }

  index() {
    const all = /** @type {Input[]} */ ([...this.form.elements]);
    this.size = all.length;
    this.byName.clear();
    for (const input of all.filter(({ name }) => name)) {
      this.byName.set(input.name, [...(this.byName.get(input.name) ?? []), input]);
    }
    queueMicrotask(() => {
      this.size = -1;
    });
  }

  /** The chosen values, in their order where that counts. @param {string} name */
  chosen(name) {
    const all = this.all(name);
    if (all.some(isOrdered)) return all.map((select) => select.value).filter(Boolean);
    return all.filter((input) => input.checked).map((input) => input.value);
  }

  /** @param {string} name @param {string[]} values */
  choose(name, values) {
    const all = this.all(name);
    const last = all.at(-1);
    if (last && isOrdered(last)) {
      for (let have = all.length; have < values.length; have += 1) last.after(last.cloneNode(true));
      for (const [index, select] of this.all(name).entries()) select.value = values[index] ?? "";
      return;
    }
    for (const input of all) input.checked = values.includes(input.value);
    if (last?.type !== "checkbox") return;
    // Checkboxes are sent in document order, so the chosen ones move to the front in the order of choosing.
    for (const value of [...values].reverse()) {
      const label = all.find((input) => input.value === value)?.closest("label");
      label?.parentElement?.querySelector("label")?.before(label);
    }
    this.index();
  }

  /** Whether only one value can be chosen. @param {string} name */
  isSingle(name) {
    return this.all(name)[0]?.type === "radio";
  }

  /** @param {string} name */
  text(name) {
    return this.all(name)[0]?.value ?? "";
  }

  /** @param {string} name @param {string} value */
  write(name, value) {
    const [input] = this.all(name);
    if (input) input.value = value;
  }

  /** Whether anything is filled in. @param {string} name */
  holds(name) {
    return this.all(name).some((input) => (isCheck(input) ? input.checked && input.value : input.value.trim()));
  }

  inputs() {
    const all = /** @type {Input[]} */ ([...this.form.elements]);
    return all.filter((input) => input.name && !["hidden", "submit", "button"].includes(input.type));
  }

  /** @returns {Snapshot} */
  snapshot() {
    return this.inputs().map((input) =>
      isCheck(input) ? [input.name, input.value, input.checked] : [input.name, input.value],
    );
  }

  /** @param {Snapshot} snapshot */
  restore(snapshot) {
    for (const name of new Set(snapshot.map(([one]) => one))) {
      const all = this.all(name);
      const mine = snapshot.filter(([one, , checked]) => one === name && checked !== false);
      const values = mine.map(([, value]) => value);
      if (all.some((input) => isCheck(input) || isOrdered(input))) this.choose(name, values);
      else for (const [at, input] of all.entries()) input.value = values[at] ?? input.value;
    }
  }

  /** Whether any input differs from the page as loaded, and a function that restores those that do. */
  touched() {
    const inputs = this.inputs();
    const texts = inputs.filter((one) => !isCheck(one) && !isSelect(one) && one.value !== one.defaultValue);
    const boxes = inputs.filter((one) => isCheck(one) && one.checked !== one.defaultChecked);
    const typed = [...texts, ...boxes].map((input) => ({ input, value: input.value, checked: input.checked }));
    const again = () => {
      for (const { input, value, checked } of typed) Object.assign(input, { value, checked });
    };
    return { any: typed.length > 0, again };
  }

  /** Empties the form for the next round, as on a new page. */
  clear() {
    for (const input of this.inputs()) {
      input.removeAttribute("aria-invalid");
      if (isCheck(input)) input.checked = input.value === "auto" || "usual" in input.dataset;
      else if (isSelect(input)) /** @type {HTMLSelectElement} */ (/** @type {unknown} */ (input)).selectedIndex = 0;
      else input.value = input.dataset.usual ?? "";
    }
    const [kind] = this.all("kind");
    if (kind) kind.checked = true;
  }
}

const WIDE = "(min-width: 60rem)";
/** Shows the pads of a form; its text fields are open where there is room beside them.
    @param {HTMLFormElement} form */
export const enliven = (form) => {
  form.classList.add("live");
  for (const pad of parts("[data-pad]", form)) pad.hidden = false;
  for (const typed of parts("[data-typed]", form)) typed.toggleAttribute("open", window.matchMedia(WIDE).matches);
};

/* ----- rows of an adjustment, or of the yaku of the table ----- */
/** Adds an empty row after the last. @param {HTMLElement} place */
export const addRow = (place) => {
  const last = /** @type {HTMLElement} */ (parts("[data-row]", place).at(-1));
  const row = /** @type {HTMLElement} */ (last.cloneNode(true));
  const number = String(Number(last.dataset.row) + 1);
  row.dataset.row = number;
  for (const error of parts(".err", row)) error.remove();
  for (const input of /** @type {Input[]} */ (parts("[name]", row))) {
    input.name = input.name.replace(/\d+$/, number);
    input.id = input.id.replace(/\d+$/, number);
    input.value = "";
    for (const name of ["aria-invalid", "aria-describedby"]) input.removeAttribute(name);
  }
  last.after(row);
  return row;
};

/** Adds as many rows as the fields with these names need. @param {HTMLFormElement} form @param {string[]} names */
export const growRows = (form, names) => {
  for (const place of parts("[data-rows]", form)) {
    const first = field("[data-row] [name]", place).name.replace(/[^-]*$/, "");
    const wanted = names.filter((name) => name.startsWith(first) && /^\d+$/.test(name.slice(first.length))).length;
    while (parts("[data-row]", place).length < wanted) addRow(place);
  }
};

/* ----- drafts ----- */
const KEPT_MS = 12 * 60 * 60 * 1000;
const READ_MS = 800;

let writing = Promise.resolve();
/** @type {{ name: string, draft: Typed | null } | null} */
let next = null;

/* Writes one after the other; of those that wait only the last. */
/** @param {string} name @param {Typed | null} draft */
const toDisk = (name, draft) => {
  const mine = { name, draft };
  next = mine;
  const work = async () => {
    if (mine !== next && mine.name === next?.name) return;
    await write(DRAFTS, async (store) => {
      if (draft) await result(store.put({ name, draft }));
      else await result(store.delete(name));
    });
  };
  writing = writing.then(work).catch(() => {}); // localStorage has the draft
  return writing;
};

/** @param {string} name @returns {Typed | null} */
const parsed = (name) => JSON.parse(kept(name) ?? "null");

/** @param {HTMLFormElement} form @param {string} name */
export const hidden = (form, name) => field(`input[type="hidden"][name="${name}"]`, form);

/** The field with the hands of other phones that a form has shown; only a new round has it.
    @param {HTMLFormElement} form */
export const markOf = (form) => /** @type {Input | null} */ (find('input[type="hidden"][name="sent"]', form));

/** Sets that field. @param {HTMLFormElement} form @param {string} sent */
export const mark = (form, sent) => {
  const input = markOf(form);
  if (input) input.value = sent;
};

/** The ID of the round that a form corrects or inserts one before; "" for a new round.
    @param {HTMLFormElement} form */
export const rowOf = (form) => (find('input[type="hidden"][name="row"]', form) ? hidden(form, "row").value : "");

/* The draft of a correction has the ID of its round in its name: the number can become that of another round. */
/** @param {string} url @param {string} row */
const nameOf = (url, row) => `entry:${row ? url.replace(/\/rounds\/\d+\//, `/rounds/row-${row}/`) : url}`;

/** @param {HTMLFormElement} form @param {Kept} [mine] */
const placeOf = (form, mine) =>
  `${nameOf(form.getAttribute("action") ?? "", rowOf(form))}${mine ? `#${mine.seq}` : ""}`;

/* The newer one of localStorage and IndexedDB; a dropped draft leaves its time in localStorage. */
/** @param {string} name @returns {Promise<Found | null>} */
const latest = async (name) => {
  /** @type {Promise<undefined>} */
  const late = new Promise((resolve) => {
    setTimeout(resolve, READ_MS);
  });
  const disk = await Promise.race([readFrom(DRAFTS, (store) => store.get(name)).catch(() => undefined), late]);
  const [one, other] = [parsed(name), /** @type {Typed | undefined} */ (disk?.draft)];
  const draft = (one?.at ?? 0) >= (other?.at ?? 0) ? one : other;
  return draft?.fields && Date.now() - draft.at < KEPT_MS ? { ...draft, fields: draft.fields } : null;
};

/** The latest draft of a form. @param {HTMLFormElement} form @param {Kept} [mine] */
export const findDraft = async (form, mine) => {
  const draft = await latest(placeOf(form, mine));
  if (draft || mine || !rowOf(form)) return draft;
  // Earlier versions named it by the number of the round, which is still the same at the same revision.
  const numbered = await latest(`entry:${form.getAttribute("action")}`);
  return numbered?.revision === hidden(form, "revision").value ? numbered : null;
};

/** @param {string} name */
const drop = (name) => {
  keep(name, JSON.stringify({ at: Date.now() }));
  return toDisk(name, null);
};

/** Drops the draft of a recorded item, unless the draft was changed since. @param {Item} item */
export const dropDraft = async ({ url, row, key, snapshot }) => {
  const name = nameOf(url, row);
  const draft = await latest(name);
  if (draft?.key !== key || JSON.stringify(draft.fields) !== JSON.stringify(snapshot)) return;
  if ((parsed(name)?.at ?? 0) <= draft.at) await drop(name);
};

/** The draft of a form; `mine` is the item of the outbox that the form shows again. */
export class Draft {
  /** @param {HTMLFormElement} form @param {Kept} [mine] */
  constructor(form, mine) {
    this.place = placeOf(form, mine);
    this.form = form;
  }

  /** @param {Snapshot} fields */
  save(fields) {
    const [key, revision, after] = ["key", "revision", "after"].map((name) => hidden(this.form, name).value);
    const draft = { at: Date.now(), key, revision, after, sent: markOf(this.form)?.value, fields };
    keep(this.place, JSON.stringify(draft));
    toDisk(this.place, draft);
  }

  drop() {
    return drop(this.place);
  }

  /* The form keeps the key and revision of the draft, so that the server recognizes a repeat. */
  /** @param {Typed} draft */
  adopt({ key = "", revision = "", after = "", sent = "" }) {
    mark(this.form, sent);
    for (const [name, value] of Object.entries({ key, revision, after })) hidden(this.form, name).value = value;
  }
}

/* Leaving the page of a conflict without recording drops the draft; an item of the outbox is dropped only if the same
   round is recorded already. */
/** @param {Draft} draft @param {Kept} [mine] */
export const forgetOnLeaving = (draft, mine) => {
  if (!find('[data-testid="stale"]')) return;
  for (const way of parts('[data-discard], [data-testid="quit"]')) {
    way.addEventListener("click", async (event) => {
      event.preventDefault();
      await draft.drop();
      if (mine && "discard" in way.dataset) await discard(mine).catch(() => {});
      location.assign(/** @type {HTMLAnchorElement} */ (way).href);
    });
  }
};

/* ----- the form of the next round on the same page, when offline ----- */
/** @param {HTMLElement} bar @param {string} label */
const emptyPreview = (bar, label) => {
  const preview = part("#preview", bar);
  Object.assign(preview.dataset, { ready: "0", wrong: "" });
  for (const one of parts(".preview-body, [data-hands]", preview)) one.replaceChildren();
  field('[name="seen"]', preview).value = "";
  const button = /** @type {HTMLButtonElement} */ (part("#confirm", bar));
  button.disabled = false;
  button.classList.add("wait");
  part("span", button).textContent = label;
};

/** Forgets the received hands of the round before. @param {HTMLFormElement} form */
const forgetHands = (form) => {
  mark(form, "{}");
  const asking = find("#asking", form);
  if (!asking || asking.dataset.round === "0") return;
  form.dataset.past = asking.dataset.round;
  Object.assign(asking.dataset, { round: "0", hands: "{}", fields: "{}" });
  asking.replaceChildren();
};

/** Replaces form and bar by empty copies without listeners, for the round after the one with the key `after`.
    @param {HTMLFormElement} oldForm @param {HTMLElement} oldBar @param {string} key @param {string} after */
export const emptied = (oldForm, oldBar, key, after) => {
  const form = /** @type {HTMLFormElement} */ (oldForm.cloneNode(true));
  const bar = /** @type {HTMLElement} */ (oldBar.cloneNode(true));
  new Fields(form).clear();
  form.inert = false;
  forgetHands(form);
  for (const note of parts("[data-restored], [data-queued]", form)) note.hidden = true;
  field('[name="key"]', form).value = key;
  field('[name="after"]', form).value = after;
  emptyPreview(bar, form.dataset.tRecord ?? "");
  for (const alert of [...parts(".entry-alert"), ...parts(".err", form)]) alert.remove();
  oldForm.replaceWith(form);
  oldBar.replaceWith(bar);
};

/* ----- a keyboard: its module is loaded with the first key, or at once beside a mouse ----- */
const POINTED = "(hover: hover) and (pointer: fine)";
/** @type {Keyed | null} */
let keyed = null;
/** @type {typeof import("./keys.js") | null} */
let keys = null;

const loadKeys = async () => {
  keys ??= await import("./keys.js");
  return keys;
};

/** @param {KeyboardEvent} event */
const heard = async (event) => {
  const { press } = keys ?? (await loadKeys());
  if (keyed) press(event, keyed);
};

/** Sends the keys of a keyboard to this page from now on. @param {Keyed} page */
export const hearKeys = (page) => {
  if (!keyed) document.addEventListener("keydown", (event) => heard(event).catch(() => {}));
  keyed = page;
  if (!window.matchMedia(POINTED).matches) return;
  loadKeys()
    .then(({ offer }) => offer())
    .catch(() => {});
};
