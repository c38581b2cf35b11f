/* A round that several phones enter together: hands that come in, ticks, and the way back when it is over. */
const WAYS = ["hand", "sum", "count"];
const OWN = ["csrfmiddlewaretoken", "revision", "key", "after", "seen", "action"];
const HAND = /^(?:hand|sum|count)-\d+$/;

const place = () => document.getElementById("asking");
const entryForm = () => document.getElementById("entry");

let pad = null;
let synced = "";
let heard = "";
const filled = new Map();

const load = async () => {
  const answer = await fetch(place().dataset.url, { credentials: "same-origin", cache: "no-store", redirect: "error" });
  if (!answer.ok) throw new Error(`status ${answer.status}`);
  return read(await answer.text());
};

const read = (html) => new DOMParser().parseFromString(html, "text/html").getElementById("asking");

/* ----- what is filled in besides the hands ----- */
const roles = () => {
  const found = {};
  for (const [name, value] of new FormData(entryForm())) {
    if (value && !OWN.includes(name) && !HAND.test(name)) (found[name] ??= []).push(value);
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
    else { const at = taken[input.name] ?? 0; taken[input.name] = at + 1; input.value = values[at] ?? ""; }
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
  for (const way of WAYS) pad.fields.write(`${way}-${seat}`, hand[way] ?? "");
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
  if (news || changes.some(Boolean)) { pad.keepActive(); pad.settle(); return; }
  pad.render();
  if (asking.dataset.news) window.htmx?.trigger(entryForm(), "entry:changed");
};

const show = (asking, news) => {
  if (!asking) return;
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
  const answer = await fetch(form.getAttribute("action"), { method: "POST", body: data, credentials: "same-origin", headers: { "Sent-By": "pads" } });
  if (answer.redirected) location.assign(answer.url);
  else if (answer.ok) {
    const asking = read(await answer.text());
    heard = asking?.dataset.fields ?? heard;
    show(asking);
  }
};

const tell = () => {
  if (!pad || !place() || place().dataset.round === "0") return;
  const now = written(roles());
  if (now === synced) return;
  synced = now;
  ask().catch(() => { synced = ""; });
};

/** The pad of the page's form; hands of other phones are put into it. */
export const join = (made) => {
  pad = made;
  filled.clear();
  if (!place()) return made;
  heard = place().dataset.fields || "";
  queueMicrotask(() => { synced = written(roles()); take(); });
  return made;
};

/* ----- pages that end with the round ----- */
const over = (asking) => {
  const [now, before] = [asking.dataset, place().dataset];
  if (now.open !== before.open || now.state !== before.state) location.replace(document.getElementById("live-state").dataset.table);
};

document.addEventListener("live:pad", async () => {
  if (!place()) return;
  try {
    const asking = await load();
    if (entryForm()) show(asking, place().dataset.hands !== asking.dataset.hands || place().textContent !== asking.textContent);
    else over(asking);
  } catch { /* the line tells when it is down; the next news bring it */ }
});

document.addEventListener("entry:changed", tell);
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-ask-phones]");
  if (!button) return;
  event.preventDefault();
  button.disabled = true;
  synced = written(roles());
  ask().catch(() => { button.disabled = false; });
});
