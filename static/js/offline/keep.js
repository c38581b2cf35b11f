/* Registers the service worker, which caches pages so that they open offline. */
import { find, part, tableOf } from "../tools.js";

const LOOK_AGAIN_MS = 60 * 60 * 1000;
const SETTLED_MS = 1500;
const START_MS = 3000;
const worker = navigator.serviceWorker;

/** The pages of this table to cache; the form of the next round first.
    @param {string} table */
const pagesHere = (table) => {
  const enters = location.pathname === `${table}rounds/new/` || find(`a[href="${table}rounds/new/"]`);
  return [...(enters ? ["rounds/new/"] : []), "", "rounds/", "settle/", "rules/"].map((path) => table + path);
};

/** All of them once in a tab, and the form again with each table page, so that it has the same revision.
    @param {string} table */
const toKeep = (table) => {
  const mark = `kept:${table}`;
  const first = !sessionStorage.getItem(mark);
  sessionStorage.setItem(mark, "1");
  if (first) return ["/", ...pagesHere(table)];
  return location.pathname === table ? pagesHere(table).filter((path) => path.endsWith("/new/")) : [];
};

const keepPages = () => {
  const table = tableOf(location.pathname);
  if (document.documentElement.dataset.kept) return;
  worker.ready.then(({ active }) => active?.postMessage({ keep: table ? toKeep(table) : [] }));
};

let keeping = 0;
const keepSoon = () => {
  clearTimeout(keeping);
  keeping = setTimeout(keepPages, SETTLED_MS);
};

/* The new version starts only when somebody taps the notice. A browser may hold its worker back until the waiting page
   is gone, so the page is loaded again in any case: the server has the new version. */
/** @param {ServiceWorkerRegistration} registration */
const offerUpdate = (registration) => {
  const place = find("[data-notice-update]");
  const { controller } = worker;
  if (!registration.waiting || !controller || !place) return;
  place.hidden = false;
  part("[data-later]", place).onclick = () => {
    place.hidden = true;
  };
  part("button", place).onclick = () => {
    if (!registration.waiting || worker.controller !== controller) {
      location.reload(); // another tab has started it
      return;
    }
    worker.addEventListener("controllerchange", () => location.reload(), { once: true });
    setTimeout(() => location.reload(), START_MS);
    controller.postMessage({ leave: true });
    registration.waiting.postMessage({ start: true });
  };
};

/** @param {ServiceWorkerRegistration} registration */
const watch = (registration) => {
  offerUpdate(registration);
  registration.addEventListener("updatefound", () => {
    registration.installing?.addEventListener("statechange", () => offerUpdate(registration));
  });
  setInterval(() => registration.update().catch(() => {}), LOOK_AGAIN_MS);
};

const start = async () => {
  try {
    watch(await worker.register("/sw.js", { updateViaCache: "none" }));
    keepPages();
    worker.addEventListener("controllerchange", keepSoon);
    document.addEventListener("live:swapped", keepSoon);
  } catch {
    /* no service worker or offline: the pages work without it */
  }
};

start();
