/* What was typed and not yet saved, for each form address: at once in localStorage, and in the database, since browsers
   write localStorage to the disk only seconds later. */
import { DRAFTS, read, result, write } from "./store.js";

const KEPT_MS = 12 * 60 * 60 * 1000;
const READ_MS = 800;

let writing = Promise.resolve();
let next = null;

/* One write after the other; of those that wait only the last is done. */
const toDisk = (name, draft) => {
  next = { name, draft };
  const mine = next;
  writing = writing
    .then(async () => {
      if (mine !== next && mine.name === next.name) return;
      await write(DRAFTS, (store) => result(draft ? store.put({ name, draft }) : store.delete(name)));
    })
    .catch(() => {
      /* localStorage has it */
    });
  return writing;
};

const parsed = (name) => {
  try {
    return JSON.parse(localStorage.getItem(name));
  } catch {
    return null;
  }
};

const fresh = (draft) => (draft && Date.now() - draft.at < KEPT_MS ? draft : null);

/* A correction is kept under its round, not under the number that the round has on the page: that one can become another's. */
const nameOf = (url, row) => `entry:${row ? url.replace(/\/rounds\/\d+\//, `/rounds/row-${row}/`) : url}`;

const placeOf = (form, mine) => `${nameOf(form.getAttribute("action"), rowOf(form))}${mine ? `#${mine.seq}` : ""}`;

/* Both keep when it was typed; a draft that was dropped leaves a mark in localStorage. */
const newer = (one, other) => ((one?.at ?? 0) >= (other?.at ?? 0) ? one : other);

/** The own key of the round that a form corrects or puts one before; empty for a new round. */
export const rowOf = (form) => form.querySelector('input[type="hidden"][name="row"]')?.value ?? "";

const kept = async (name) => {
  const late = new Promise((resolve) => {
    setTimeout(resolve, READ_MS);
  });
  const disk = await Promise.race([read(DRAFTS, (store) => store.get(name)).catch(() => undefined), late]);
  const draft = fresh(newer(parsed(name), disk?.draft));
  return draft?.fields ? draft : null;
};

/* Earlier versions kept a correction under its number: it is this round's where nothing has changed since. */
const numbered = async (form) => {
  const draft = await kept(`entry:${form.getAttribute("action")}`);
  return draft?.revision === form.querySelector('input[type="hidden"][name="revision"]').value ? draft : null;
};

/** The draft of a form as it was last typed. */
export const findDraft = async (form, mine) => {
  const draft = await kept(placeOf(form, mine));
  return draft || mine || !rowOf(form) ? draft : numbered(form);
};

/** Forgets the draft of an item of the outbox: it has been recorded. */
export const dropDraft = ({ url, row, key }) => {
  const name = nameOf(url, row);
  if (parsed(name)?.key === key) drop(name);
};

const drop = (name) => {
  try {
    localStorage.setItem(name, JSON.stringify({ at: Date.now() }));
  } catch {
    /* nothing was kept */
  }
  return toDisk(name, null);
};

/** The draft of one form; `mine` is an item of the outbox that is being looked at again. */
export class Draft {
  constructor(form, mine) {
    this.place = placeOf(form, mine);
    this.form = form;
  }

  hidden(name) {
    return this.form.querySelector(`input[type="hidden"][name="${name}"]`);
  }

  save(fields) {
    const draft = {
      at: Date.now(),
      key: this.hidden("key").value,
      revision: this.hidden("revision").value,
      after: this.hidden("after").value,
      fields,
    };
    try {
      localStorage.setItem(this.place, JSON.stringify(draft));
    } catch {
      /* a full or closed store: the page itself still holds it */
    }
    toDisk(this.place, draft);
  }

  drop() {
    return drop(this.place);
  }

  /* The form goes on under its own key and revision: the server then tells what was saved meanwhile, also by this form. */
  adopt(draft) {
    for (const name of ["key", "revision", "after"]) this.hidden(name).value = draft[name] ?? "";
  }
}
