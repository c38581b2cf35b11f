/* House rules and stakes in a form: htmx requests their summary, or other rules to start from, by attributes of the
   page. This file adds what attributes cannot do. */
import { field, find, hit, part, parts, say, wordsOf } from "../tools.js";

const AGAIN_MS = 3000;
const form = part("[data-rules-form]");

/* ----- htmx is loaded with the first touch of the form ----- */
/** @type {Promise<unknown> | null} */
let coming = null;
let ready = false;

const load = async () => {
  if (document.readyState !== "complete") await new Promise((done) => window.addEventListener("load", done));
  await import(form.dataset.htmx ?? "");
  ready = true;
  if (find("[data-line][aria-busy]", form)) look();
};

const loaded = () => {
  coming ??= load().catch(() => {
    coming = null;
  });
  return coming;
};

for (const kind of ["focusin", "pointerdown", "input"]) form.addEventListener(kind, loaded);

form.addEventListener("click", async (event) => {
  const link = /** @type {HTMLAnchorElement | null} */ (hit(event, "[hx-boost] a"));
  if (ready || !link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  await loaded();
  if (ready) link.click();
  else location.assign(link.href);
});

/* ----- the summary lines: marked as busy until the response ----- */
let again = 0;

const changed = () => {
  clearTimeout(again);
  form.dispatchEvent(new CustomEvent("htmx:abort", { bubbles: true, detail: {} }));
  for (const line of parts("[data-line]", form)) line.setAttribute("aria-busy", "true");
};

const look = () => {
  changed();
  part("[hx-post]", form).dispatchEvent(new Event("look"));
};

form.addEventListener("input", (event) => {
  if (hit(event, "[hx-post]")) changed();
});

for (const kind of ["responseError", "sendError", "timeout"]) {
  form.addEventListener(`htmx:${kind}`, ({ target }) => {
    if (target instanceof HTMLAnchorElement) location.assign(target.href);
    else again = setTimeout(look, AGAIN_MS);
  });
}

/* ----- swapped parts: folds stay as they are; an error is referred to by its field ----- */
/** @param {HTMLElement} note @param {HTMLElement | null} wrong */
const describe = (note, wrong) => {
  const box = field(`#${note.id.replace("now-", "id_")}`);
  const ids = (box.getAttribute("aria-describedby") ?? "").split(" ").filter((id) => !id.endsWith("_error"));
  box.setAttribute("aria-describedby", [...ids, wrong?.id].join(" ").trim());
  if (wrong) box.setAttribute("aria-invalid", "true");
  else box.removeAttribute("aria-invalid");
};

form.addEventListener("htmx:oobBeforeSwap", (event) => {
  const { target, fragment } = /** @type {CustomEvent} */ (event).detail;
  const next = fragment.firstElementChild;
  if (target.matches("details[open]")) next.open = true;
  if (target.matches("[data-line]") && wordsOf(target) !== wordsOf(next)) say(wordsOf(next));
  if (target.id !== "changed") return;
  next.autofocus = target.contains(document.activeElement);
  for (const note of parts(".note", form)) describe(note, null);
  for (const old of parts(".note, .count", form)) old.remove();
});
form.addEventListener("htmx:load", ({ target }) => {
  if (target instanceof HTMLElement && target.matches(".note")) describe(target, find(".err", target));
});

/* Going back from a link to a changed rule must not load the page again: typed text would be lost. */
document.body.addEventListener("htmx:historyCacheMiss", (event) => event.preventDefault());

/* ----- resetting a rule ----- */
form.addEventListener("click", (event) => {
  const button = hit(event, "[data-back]");
  if (!button) return;
  event.preventDefault();
  const box = field(`#id_opt-${button.getAttribute("value")}`);
  const was = button.dataset.back ?? "";
  if (box.type === "checkbox") box.checked = box.value === was;
  else box.value = was;
  look();
});

/* ----- an invalid field: its folds open ----- */
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

/* ----- the search is loaded when its field gets the focus ----- */
form.addEventListener("focusin", (event) => {
  if (hit(event, "[data-find]")) import("./find.js").catch(() => {});
});
