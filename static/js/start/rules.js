/* House rules and stakes in a form: what is set is shown as it changes, a rule goes back to what it was, and rules to
   start from are taken without leaving the page. All the words come from the server. */
import { ask, field, find, hit, pageOf, part, parts, say, wordsOf } from "../tools.js";

const SOON_MS = 250;
const AGAIN_MS = 3000;
const SET = /^(opt|stakes)-/;
const form = /** @type {HTMLFormElement} */ (part("[data-rules-form]"));
let timer = 0;
let looking = new AbortController();
let taking = new AbortController();

/* ----- how the form stands now ----- */
/**
 * A note comes to its field, or goes; only a mistake is part of what describes the field.
 * @param {HTMLElement} note
 * @param {boolean} comes
 */
const mark = (note, comes) => {
  const box = document.getElementById(note.id.replace("now-", "id_"));
  const wrong = comes ? find(".err", note) : null;
  const ids = (box?.getAttribute("aria-describedby") ?? "").split(" ").filter((id) => !id.endsWith("_error"));
  box?.setAttribute("aria-describedby", [...ids, wrong?.id].join(" ").trim());
  if (wrong) box?.setAttribute("aria-invalid", "true");
  else box?.removeAttribute("aria-invalid");
  if (comes) box?.closest(".opt")?.append(note);
  else note.remove();
};

/** @param {HTMLElement} one */
const put = (one) => {
  const here = document.getElementById(one.id);
  if (!here || here.outerHTML === one.outerHTML) return;
  if ("line" in here.dataset && wordsOf(here) !== wordsOf(one)) say(wordsOf(one));
  const focused = here.contains(document.activeElement);
  here.replaceWith(one);
  if (focused) one.focus();
};

/** @param {Document} page */
const show = (page) => {
  for (const note of parts(".note", form)) mark(note, false);
  for (const note of parts(".note", page)) mark(note, true);
  for (const one of parts("body > *", page)) put(one);
};

const look = async () => {
  const mine = looking;
  const body = new FormData(form);
  body.set("action", "look");
  const options = { method: "POST", body, headers: { "HX-Request": "true" } };
  try {
    show(await ask(location.href, options, pageOf, { stop: mine }));
  } catch {
    if (mine === looking) lookSoon(AGAIN_MS);
  }
};

/* Until the answer is there, the lines are not shown as true. */
const lookSoon = (ms = SOON_MS) => {
  looking.abort();
  looking = new AbortController();
  for (const line of parts("[data-line]", form)) line.setAttribute("aria-busy", "true");
  clearTimeout(timer);
  timer = setTimeout(look, ms);
};

form.addEventListener("input", (event) => {
  if (event.target instanceof Element && SET.test(event.target.getAttribute("name") ?? "")) lookSoon();
});

/* ----- a rule goes back to what it was ----- */
/** @param {HTMLElement} button */
const takeBack = (button) => {
  const box = field(`#id_opt-${button.getAttribute("value")}`);
  const was = button.dataset.back ?? "";
  if (box.type === "checkbox") box.checked = box.value === was;
  else box.value = was;
  lookSoon(0);
};

/* ----- other rules to start from ----- */
/**
 * @param {Document} page
 * @param {string} name
 */
const swap = (page, name) => {
  const here = part(name);
  const there = part(name, page);
  if (here instanceof HTMLDetailsElement && here.open) there.setAttribute("open", "");
  here.replaceWith(there);
};

/** @param {HTMLAnchorElement} link */
const take = async (link) => {
  taking.abort();
  taking = new AbortController();
  const mine = taking;
  const names = `#games #limits #house ${link.dataset.take}`.trim().split(" ");
  try {
    const page = await ask(link.href, {}, pageOf, { stop: mine });
    for (const name of names) swap(page, name);
    history.replaceState(null, "", link.href);
    parts("a[data-take]")
      .find((one) => /** @type {HTMLAnchorElement} */ (one).href === link.href)
      ?.focus({ preventScroll: true });
  } catch {
    if (mine === taking) location.assign(link.href);
  }
};

form.addEventListener("click", (event) => {
  const back = hit(event, "[data-back]");
  const link = /** @type {HTMLAnchorElement | null} */ (hit(event, "a[data-take]"));
  if (!(back || link) || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (back) takeBack(back);
  if (link) take(link);
});

/* ----- a field that the browser refuses comes into sight, whatever folds it lies in ----- */
form.addEventListener(
  "invalid",
  (event) => {
    let fold = hit(event, "details");
    while (fold) {
      fold.setAttribute("open", "");
      fold = fold.parentElement?.closest("details") ?? null;
    }
  },
  true,
);

/* ----- finding a rule: fetched with the first look at its box ----- */
form.addEventListener("focusin", (event) => {
  if (hit(event, "[data-find]")) import("./find.js").catch(() => {});
});
