/* A round that several phones enter together: hands that come in, ticks, and the way back when it is over. */
import { ask as request } from "./sender.js";

const AGAIN_MS = 3000;
const WAYS = ["hand", "sum", "count"];
const OWN = ["csrfmiddlewaretoken", "revision", "key", "after", "seen", "action"];
const HAND = /^(?:hand|sum|count)-\d+$/;

const place = () => document.getElementById("asking");
const entryForm = () => document.getElementById("entry");

let pad = null;
let synced = "";
let heard = "";
let telling = null;
const filled = new Map();

const load = () =>
  request(place().dataset.url, { redirect: "error" }, async (answer) => {
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    return read(await answer.text());
  });

const read = (html) => new DOMParser().parseFromString(html, "text/html").getElementById("asking");

/* On a weak line an older answer may come after a newer one. */
let [turns, latest, again] = [0, 0, 0];
const turn = () => {
  turns += 1;
  return turns;
};
const late = (mine) => {
  if (mine < latest) return true;
  latest = mine;
  return false;
};

/* ----- what is filled in besides the hands ----- */
const roles = () => {
  const found = {};
  for (const [name, value] of new FormData(entryForm())) {
    if (!value || OWN.includes(name) || HAND.test(name)) continue;
    found[name] ??= [];
    found[name].push(value);
  }
  return found;
};

const written = (found) => JSON.stringify(Object.entries(found).sort(([one], [other]) => (one < other ? -1 : 1)));

const isCheck = (input) => input.type === "radio" || input.type === "checkbox";

/* Another phone went on with the form; here nothing was changed since. */
const adopt = (found) => {
  const kind = pad.kind();
  const taken = {};
  for (const input of pad.fields.inputs()) {
    if (HAND.test(input.name)) continue;
    const values = found[input.name] || [];
    if (isCheck(input)) input.checked = values.includes(input.value);
    else {
      const at = taken[input.name] ?? 0;
      taken[input.name] = at + 1;
      input.value = values[at] ?? "";
    }
  }
  for (const name of ["callers"]) if (found[name]) pad.fields.choose(name, found[name]);
  synced = written(roles());
  const chosen = pad.fields.all("kind").find((input) => input.checked);
  if (chosen && kind !== chosen.value) chosen.dispatchEvent(new Event("input", { bubbles: true }));
};

/* ----- hands ----- */
const here = (seat) => WAYS.map((way) => pad.fields.text(`${way}-${seat}`)).join("\n");

const put = (seat, hand) => {
  const [now, next] = [here(seat), WAYS.map((way) => hand[way] ?? "").join("\n")];
  const untouched = !now.trim() || now === filled.get(seat);
  if (now === next) filled.set(seat, next);
  if (now === next || !untouched || (next.trim() && pad.skipped(seat))) return false;
  for (const way of WAYS) pad.receive(`${way}-${seat}`, hand[way] ?? "");
  filled.set(seat, next);
  return true;
};

/* The form is on its way: what it holds is not changed, nor kept as a draft, any more. */
const sending = () => document.getElementById("confirm")?.getAttribute("aria-busy") === "true";

const take = () => {
  const asking = place();
  if (!pad || !asking || sending()) return;
  const fields = asking.dataset.fields || "{}";
  const news = asking.dataset.round !== "0" && fields !== heard && fields !== "{}" && written(roles()) === synced;
  heard = fields;
  if (news) adopt(JSON.parse(fields));
  const hands = JSON.parse(asking.dataset.hands || "{}");
  pad.sent = new Set([...asking.querySelectorAll('[data-status="sent"]')].map((tick) => tick.dataset.seat));
  const gone = [...filled.keys()].filter((seat) => !(seat in hands) && asking.dataset.round !== "0");
  const changes = [...Object.entries(hands), ...gone.map((seat) => [seat, {}])].map(([seat, hand]) => put(seat, hand));
  for (const seat of gone) filled.delete(seat);
  if (news || changes.some(Boolean)) {
    pad.keepActive();
    pad.settle();
    return;
  }
  pad.render();
  if (asking.dataset.news) window.htmx?.trigger(entryForm(), "entry:changed");
};

/* A form that has gone on to the next round does not go back to the one that waits to be sent. */
const show = (asking, news) => {
  if (!asking || asking.dataset.round === entryForm().dataset.past) return;
  if (news) asking.dataset.news = "1";
  place().replaceWith(document.adoptNode(asking));
  take();
  delete place().dataset.news;
};

/* ----- asking the phones, and telling them how the form goes on ----- */
const ask = async () => {
  const form = entryForm();
  const data = new FormData(form);
  data.set("action", "ask");
  const mine = turn();
  const asking = await request(
    form.getAttribute("action"),
    { method: "POST", body: data, headers: { "Sent-By": "pads" } },
    async (answer) => {
      if (answer.redirected) location.assign(answer.url);
      return answer.ok && !answer.redirected ? read(await answer.text()) : null;
    },
  );
  if (!asking || late(mine)) return;
  heard = asking.dataset.fields ?? heard;
  show(asking);
};

const tell = () => {
  if (!pad || !place() || place().dataset.round === "0") return;
  const now = written(roles());
  if (now === synced) return;
  synced = now;
  telling = ask().catch(() => {
    synced = "";
  });
};

/** The pad of the page's form; hands of other phones are put into it. */
export const join = (made) => {
  pad = made;
  pad.quiet = () => telling; // what arrived after the round would open the next one
  filled.clear();
  if (!place()) return made;
  heard = place().dataset.fields || "";
  queueMicrotask(() => {
    synced = written(roles());
    take();
  });
  return made;
};

/* ----- pages that end with the round ----- */
const over = (asking) => {
  const [now, before] = [asking.dataset, place().dataset];
  if (now.open !== before.open || now.state !== before.state)
    location.replace(document.getElementById("live-state").dataset.table);
};

/* The line tells of news once: what does not come through is asked for again. */
const follow = async () => {
  clearTimeout(again);
  if (!place()) return;
  const mine = turn();
  try {
    const asking = await load();
    if (late(mine)) return;
    if (entryForm())
      show(asking, place().dataset.hands !== asking.dataset.hands || place().textContent !== asking.textContent);
    else over(asking);
  } catch {
    clearTimeout(again);
    if (turns === mine && document.documentElement.dataset.live !== "out") again = setTimeout(follow, AGAIN_MS);
  }
};
document.addEventListener("live:pad", follow);

document.addEventListener("entry:changed", tell);
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-ask-phones]");
  if (!button) return;
  event.preventDefault();
  button.disabled = true;
  synced = written(roles());
  ask().catch(() => {
    button.disabled = false;
  });
});
