/* A round whose hands several phones enter: received hands, ticks, and the shared state of the form. */
/** @import { HandsPad as Pad } from "../types.js" */
/** @import { Snapshot } from "./fields.js" */
import { PHONES } from "../pad/view.js";
import { busy, find, pageOf, part, parts, ask as request, wish } from "../tools.js";
import { isCheck, mark, markOf } from "./fields.js";

const AGAIN_MS = 3000;
const WAYS = ["hand", "sum", "count"];
const OWN = ["csrfmiddlewaretoken", "revision", "key", "after", "seen", "sent", "action"];
const HAND = /^(?:hand|sum|count)-\d+$/;

/** @typedef {Record<string, string[]>} Roles the values of all fields but the hands */
/** @typedef {Record<string, string>} Hand as typed: hand, sum or count */

const place = () => find("#asking");
const entryForm = () => /** @type {HTMLFormElement} */ (part("#entry"));

/** @type {Pad | null} */
let pad = null;
let synced = "";
let heard = "";
/** @type {Promise<void> | null} */
let telling = null;
/** @type {Map<string, string>} */
const filled = new Map();

/** @param {Response} answer */
const asking = async (answer) => find("#asking", await pageOf(answer));

/* An older response may arrive after a newer one. */
let [turns, latest, again] = [0, 0, 0];
const turn = () => {
  turns += 1;
  return turns;
};
/** @param {number} mine */
const late = (mine) => {
  if (mine < latest) return true;
  latest = mine;
  return false;
};

/** @param {Iterable<[string, unknown]>} fields */
const rolesIn = (fields) => {
  /** @type {Roles} */
  const roles = {};
  for (const [name, value] of fields) {
    if (typeof value !== "string" || !value || OWN.includes(name) || HAND.test(name)) continue;
    roles[name] = [...(roles[name] ?? []), value];
  }
  return roles;
};

const roles = () => rolesIn(new FormData(entryForm()));

/** @param {Roles} roles */
const written = (roles) => JSON.stringify(Object.entries(roles).sort(([one], [other]) => (one < other ? -1 : 1)));

/** Takes over the form of another phone, where nothing was changed here. @param {Pad} pad @param {Roles} sent */
const adopt = (pad, sent) => {
  const kind = pad.state.kind();
  /** @type {Record<string, number>} */
  const taken = {};
  for (const input of pad.fields.inputs().filter(({ name }) => !HAND.test(name))) {
    const values = sent[input.name] ?? [];
    if (isCheck(input)) {
      input.checked = values.includes(input.value);
      continue;
    }
    const at = taken[input.name] ?? 0;
    taken[input.name] = at + 1;
    input.value = values[at] ?? "";
  }
  // Their order counts, and there may be more values than selects.
  for (const name of ["callers", "returns"].filter((one) => sent[one])) pad.fields.choose(name, sent[name] ?? []);
  synced = written(roles());
  const chosen = pad.fields.all("kind").find((input) => input.checked);
  if (chosen && kind !== chosen.value) chosen.dispatchEvent(new Event("input", { bubbles: true }));
};

/* ----- hands ----- */
/** @param {Pad} pad @param {string} seat */
const here = (pad, seat) => WAYS.map((way) => pad.fields.text(`${way}-${seat}`)).join("\n");

/** @param {Hand} hand */
const lines = (hand) => WAYS.map((way) => hand[way] ?? "").join("\n");

/** @returns {{ round?: number, hands?: Record<string, Hand> }} */
const marked = () => JSON.parse(markOf(entryForm())?.value || "{}");

/* Stores which hands of others the form shows: the server adds newer ones. Some were overwritten by typing. */
/** @param {Pad} pad @param {Record<string, Hand>} hands @param {number} round */
const markShown = (pad, hands, round) => {
  const before = marked();
  const known = (before.round === round && before.hands) || {};
  const shown = Object.entries(hands).map(([seat, hand]) => [
    seat,
    here(pad, seat) === lines(hand) ? hand : known[seat],
  ]);
  mark(entryForm(), JSON.stringify({ round, hands: Object.fromEntries(shown) }));
};

/** @param {Pad} pad @param {string} seat @param {Hand} hand */
const put = (pad, seat, hand) => {
  const now = here(pad, seat);
  const next = lines(hand);
  const untouched = !now.trim() || now === filled.get(seat);
  if (now === next) filled.set(seat, next);
  if (now === next || !untouched || (next.trim() && pad.state.skipped(seat))) return false;
  for (const way of WAYS) pad.receive(`${way}-${seat}`, hand[way] ?? "");
  filled.set(seat, next);
  return true;
};

/** @param {Pad} pad @param {HTMLElement} asking */
const putAll = (pad, asking) => {
  /** @type {Record<string, Hand>} */
  const hands = JSON.parse(asking.dataset.hands || "{}");
  const open = asking.dataset.round !== "0";
  const gone = [...filled.keys()].filter((seat) => open && !(seat in hands));
  /** @type {[string, Hand][]} */
  const all = [...Object.entries(hands), ...gone.map((seat) => /** @type {[string, Hand]} */ ([seat, {}]))];
  const changes = all.map(([seat, hand]) => put(pad, seat, hand));
  for (const seat of gone) filled.delete(seat);
  markShown(pad, hands, Number(asking.dataset.open));
  return changes.some(Boolean);
};

/** @param {boolean} [news] */
const take = (news = false) => {
  const asking = place();
  // A form that is being sent is neither changed nor kept as a draft.
  if (!pad || !asking || find("#confirm")?.getAttribute("aria-busy") === "true") return;
  const fields = asking.dataset.fields || "{}";
  const open = asking.dataset.round !== "0" && fields !== "{}";
  const other = open && fields !== heard && written(roles()) === synced;
  heard = fields;
  if (other) adopt(pad, JSON.parse(fields));
  pad.state.sent = new Set(parts('[data-status="sent"]', asking).map((tick) => tick.dataset.seat ?? ""));
  if (putAll(pad, asking) || other) {
    pad.keepActive();
    pad.settle();
    return;
  }
  pad.render();
  if (news) pad.hooks.ask();
};

/* Ignores the round that waits in the outbox, when the form has gone on to the next one. */
/** @param {HTMLElement | null} asking @param {boolean} [news] */
const show = (asking, news = false) => {
  if (!asking || asking.dataset.round === entryForm().dataset.past) return;
  place()?.replaceWith(document.adoptNode(asking));
  take(news);
};

/* ----- asking the phones, and sharing the form with them ----- */
const ask = async () => {
  const form = entryForm();
  const body = new FormData(form);
  body.set("action", "ask");
  const mine = turn();
  const options = { method: "POST", body, headers: { "Sent-By": "pads" } };
  const answered = await request(form.getAttribute("action") ?? "", options, (answer) => {
    if (answer.redirected) location.assign(answer.url);
    return answer.ok && !answer.redirected ? asking(answer) : null;
  });
  if (!answered || late(mine)) return;
  heard = answered.dataset.fields ?? heard;
  show(answered);
};

const tell = () => {
  const asking = place();
  if (!pad || !asking || asking.dataset.round === "0") return;
  const now = written(roles());
  if (now === synced) return;
  synced = now;
  telling = ask().catch(() => {
    synced = "";
  });
};

/** Asks every phone for its hand. @param {HTMLButtonElement} button */
export const openToAll = (button) => {
  synced = written(roles());
  wish(PHONES, false);
  ask()
    .catch(() => {})
    .finally(() => busy(button, false));
};

/**
 * Puts hands of other phones into the pad of the form; `begun` is the form as it was at the beginning.
 * @param {Pad} made
 * @param {Snapshot} begun
 */
export const join = (made, begun) => {
  if (pad === made) return;
  pad = made;
  pad.quiet = () => telling; // a request after the round would open the next one
  filled.clear();
  for (const [seat, hand] of Object.entries(marked().hands ?? {})) filled.set(seat, lines(hand));
  heard = place()?.dataset.fields || "";
  synced = written(rolesIn(begun.flatMap(([name, value, checked = true]) => (checked ? [[name, value]] : []))));
  take();
  tell();
};

/** Requests the hands again; the stream announces a change only once, so failures are retried. */
export const follow = async () => {
  clearTimeout(again);
  const before = place();
  if (!before) return;
  const mine = turn();
  try {
    const now = await request(before.dataset.url ?? "", { redirect: "error" }, asking);
    if (late(mine) || !now) return;
    show(now, before.dataset.hands !== now.dataset.hands || before.textContent !== now.textContent);
  } catch {
    clearTimeout(again);
    if (turns === mine && document.documentElement.dataset.live !== "out") again = setTimeout(follow, AGAIN_MS);
  }
};

document.addEventListener("entry:changed", tell);
