/* On every page: what waits is sent and shown; where the browser allows it, pages are kept for opening without a line. */
import { startSending } from "./sender.js";
import { showWaiting } from "./waiting.js";

const KEEP_AFTER_MS = 1500;
const LOOK_AGAIN_MS = 60 * 60 * 1000;
const SETTLED_MS = 500;
const page = document.documentElement;
const notice = (name) => document.querySelector(`[data-notice-${name}]`);

/* ----- a page from the store is not as things stand ----- */
/* Once the line is really back; but nobody who is on the way to another page is pulled back to this one. */
const renewWhenBack = () => {
  let leaving = false;
  let timer = 0;
  const renew = () => {
    if (navigator.onLine && !leaving && !document.getElementById("entry")) location.reload();
  };
  window.addEventListener("beforeunload", () => {
    leaving = true;
  });
  window.addEventListener("online", () => {
    clearTimeout(timer);
    timer = setTimeout(renew, SETTLED_MS);
  });
};

const showKept = () => {
  const place = notice("kept");
  if (!page.dataset.kept || !place) return;
  const at = new Date(page.dataset.kept).toLocaleTimeString(page.lang, { hour: "2-digit", minute: "2-digit" });
  place.querySelector("span").textContent = place.dataset.text.replace("{time}", at);
  place.hidden = false;
  document.addEventListener("live:current", () => {
    place.hidden = true;
  });
  renewWhenBack();
};

/* ----- what the browser would do over https ----- */
const showHint = () => {
  const hint = document.querySelector("[data-https-hint]");
  if (!hint || window.isSecureContext) return;
  const seen = "https-hint";
  try {
    if (localStorage.getItem(seen)) return;
  } catch {
    /* then it comes each time */
  }
  hint.hidden = false;
  hint.querySelector("button").addEventListener("click", () => {
    hint.hidden = true;
    try {
      localStorage.setItem(seen, "1");
    } catch {
      /* it comes again */
    }
  });
};

/* ----- the service worker ----- */
const tell = (message) => navigator.serviceWorker.ready.then((found) => found.active?.postMessage(message));

/** The pages that somebody at this table may want without a line; the form for the next round first. */
const pagesHere = (table) => {
  const enters = location.pathname === `${table}rounds/new/` || document.querySelector(`a[href="${table}rounds/new/"]`);
  return [...(enters ? ["rounds/new/"] : []), "", "rounds/", "settle/", "rules/"].map((part) => table + part);
};

/* All of them once in a tab. The form again with every look at the table: it has to be as fresh as that. */
const keepPages = () => {
  const [table] = location.pathname.match(/^\/t\/[\w-]+\//) || [];
  if (!table || page.dataset.kept) return;
  const mark = `kept:${table}`;
  const first = !sessionStorage.getItem(mark);
  sessionStorage.setItem(mark, "1");
  if (first) tell({ keep: ["/", ...pagesHere(table)] });
  else if (location.pathname === table) tell({ keep: pagesHere(table).filter((path) => path.endsWith("/new/")) });
};

let keeping = 0;
const keepSoon = () => {
  clearTimeout(keeping);
  keeping = setTimeout(keepPages, KEEP_AFTER_MS);
};

/* The new version starts when somebody says so; nothing reloads by itself. */
const offerUpdate = (found) => {
  const place = notice("update");
  if (!found.waiting || !navigator.serviceWorker.controller || !place) return;
  place.hidden = false;
  place.querySelector("[data-later]").onclick = () => {
    place.hidden = true;
  };
  place.querySelector("button").onclick = () => {
    if (!found.waiting) {
      location.reload();
      return;
    } // another tab has started it
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
    found.waiting.postMessage({ start: true });
  };
};

const watch = (found) => {
  offerUpdate(found);
  found.addEventListener("updatefound", () => {
    found.installing?.addEventListener("statechange", () => offerUpdate(found));
  });
  setInterval(() => found.update().catch(() => {}), LOOK_AGAIN_MS);
};

const startWorker = async () => {
  if (!("serviceWorker" in navigator)) return;
  try {
    watch(await navigator.serviceWorker.register("/sw.js", { updateViaCache: "none" }));
    keepSoon();
    document.addEventListener("live:swapped", keepSoon);
  } catch {
    /* not here, or no line: the pages work without */
  }
};

showKept();
showHint();
showWaiting();
startSending();
startWorker();
