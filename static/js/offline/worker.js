/* The service worker; the server puts VERSION and SHELL before it. It caches the static files and the pages of the
   running table, and leaves every POST alone. */
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const OFFLINE = "/offline/";
const SHELL_CACHE = `shell-${VERSION}`;
const PAGE_CACHE = `pages-${VERSION}`;
const MOST_PAGES = 60;
const PATIENCE_MS = 4000;
const KEPT_PAGES = /^\/(t\/[\w-]+\/(rounds\/(new\/|\d+\/)?|settle\/|rules\/)?)?$/;
const TABLE = /^\/t\/[\w-]+\//;
const KEPT_AT = "Kept-At";

/** @param {URL} url */
const isPage = (url) => url.origin === location.origin && KEPT_PAGES.test(url.pathname) && !url.search;
/** @param {Response} response */
const gone = (response) => response.status === 403 || response.status === 404;

/* ----- the caches ----- */
/** @param {Cache} cache */
const trim = async (cache) => {
  const keys = await cache.keys();
  await Promise.all(keys.slice(0, Math.max(0, keys.length - MOST_PAGES)).map((key) => cache.delete(key)));
};

/** @param {string} path @param {Response} response */
const keep = async (path, response) => {
  const headers = new Headers(response.headers);
  for (const name of ["Content-Encoding", "Content-Length"]) headers.delete(name);
  headers.set(KEPT_AT, new Date().toISOString());
  const body = await response.arrayBuffer();
  const cache = await caches.open(PAGE_CACHE);
  await cache.delete(path);
  await cache.put(path, new Response(body, { headers }));
  await trim(cache);
};

/* Deletes pages from all caches, also from those of earlier versions. */
/** @param {(path: string) => boolean} wanted */
const drop = async (wanted) => {
  for (const name of (await caches.keys()).filter((one) => one.startsWith("pages-"))) {
    const cache = await caches.open(name);
    for (const key of await cache.keys()) if (wanted(new URL(key.url).pathname)) await cache.delete(key);
  }
};

/** @param {string} path */
const forgetTable = async (path) => {
  const [table] = path.match(TABLE) || [];
  await drop((kept) => (table ? kept.startsWith(table) : kept === path));
};

/* Forgets a page that is gone, and its whole table if this phone may no longer see that. */
/** @param {string} path */
const forget = async (path) => {
  await drop((kept) => kept === path);
  const [table] = path.match(TABLE) || [];
  if (table && (table === path || gone(await fetch(table, { credentials: "same-origin" })))) await forgetTable(path);
};

/* Updates the cache by a response: a page replaces the cached one, a refusal deletes it. */
/** @param {string} path @param {Response} response */
const learn = async (path, response) => {
  if (response.ok && response.type === "basic" && !response.redirected) await keep(path, response);
  else if (gone(response)) await forget(path).catch(() => {});
};

/* A new version can start only when this one has nothing to do: this aborts its requests. */
let renewing = new AbortController();

/** Fetches a page again; whether there was a response. @param {string} path */
const renew = async (path) => {
  try {
    await learn(path, await fetch(path, { credentials: "same-origin", signal: renewing.signal }));
    return true;
  } catch {
    return false;
  }
};

/* ----- answering ----- */
/** A cached page, with its time and without old toasts ("Saved."). @param {Response} kept */
const marked = async (kept) => {
  const html = await kept.text();
  const at = kept.headers.get(KEPT_AT);
  const body = html
    .replace("<html ", `<html data-kept="${at}" `)
    .replace(/(<div id="toasts"[^>]*>).*?<\/div>/s, "$1</div>");
  return new Response(body, { headers: kept.headers });
};

/** @param {FetchEvent} event @param {string} path */
const page = async (event, path) => {
  const asked = fetch(event.request);
  event.waitUntil(asked.then((response) => learn(path, response.clone())).catch(() => {}));
  const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
  const first = await Promise.race([asked.catch(() => undefined), patience]);
  if (first) return first;
  const own = await (await caches.open(PAGE_CACHE)).match(path, { ignoreVary: true });
  const kept = own || (await caches.match(path, { ignoreVary: true }));
  if (kept) return marked(kept);
  try {
    return await asked;
  } catch {
    return offline();
  }
};

const offline = async () => (await caches.match(OFFLINE, { ignoreVary: true })) || Response.error();

/** @param {Request} request */
const other = async (request) => {
  try {
    return await fetch(request);
  } catch {
    return offline();
  }
};

/** @param {Request} request */
const file = async (request) => {
  const kept = await caches.match(request, { ignoreVary: true });
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) await (await caches.open(SHELL_CACHE)).put(request, response.clone());
  return response;
};

/* ----- life ----- */
worker.addEventListener("install", (event) => {
  event.waitUntil(caches.open(SHELL_CACHE).then((cache) => cache.addAll([...SHELL, OFFLINE])));
});

/* Cached pages of an earlier version refer to its files, so they are fetched again. Until all of them are, the old
   caches stay. */
const takeOver = async () => {
  const old = (await caches.keys()).filter((name) => ![SHELL_CACHE, PAGE_CACHE].includes(name));
  if (worker.registration.installing || worker.registration.waiting) return; // they may belong to a newer version
  const paths = new Set();
  for (const name of old.filter((one) => one.startsWith("pages-"))) {
    for (const key of await (await caches.open(name)).keys()) paths.add(new URL(key.url).pathname);
  }
  const answered = await Promise.all([...paths].map(renew));
  if (answered.every(Boolean)) await Promise.all(old.map((name) => caches.delete(name)));
};

/* A reloading page waits for this, so the old pages are left to the first message. */
worker.addEventListener("activate", (event) => {
  event.waitUntil(worker.clients.claim());
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET") return;
  if (url.origin === location.origin && url.pathname.startsWith("/static/")) event.respondWith(file(request));
  else if (request.mode === "navigate" && isPage(url)) event.respondWith(page(event, url.pathname));
  else if (request.mode === "navigate" && !/^\/(join|recover|live)\//.test(url.pathname))
    event.respondWith(other(request));
});

/* Messages of pages: cache these paths, and drop earlier versions; forget a table; stop working for the next version;
   or start as that. */
worker.addEventListener("message", (event) => {
  const { keep: paths, forget: path = "", leave = false, start = false } = event.data || {};
  const wanted = /** @type {string[]} */ (paths || []).filter((one) => KEPT_PAGES.test(one));
  if (paths) event.waitUntil(Promise.all(wanted.map(renew)).then(takeOver));
  if (path) event.waitUntil(forgetTable(path));
  if (leave) {
    renewing.abort();
    renewing = new AbortController();
  }
  if (start) worker.skipWaiting();
});
