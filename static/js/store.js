/* The browser's own database, which plain HTTP has too: what is written here is on the disk, also after a dead battery. */
const NAME = "scorekeeper";
const OPEN_MS = 2000;
export const ITEMS = "items";
export const LEASES = "leases";
export const DRAFTS = "drafts";

const create = (db) => {
  db.createObjectStore(ITEMS, { keyPath: "seq", autoIncrement: true });
  for (const name of [LEASES, DRAFTS]) db.createObjectStore(name, { keyPath: "name" });
};

let opening = null;

/* Another tab with a newer version, or somebody who empties the browser, is not to wait for this one.
   And a browser that closes the store under a page that slept is asked for it again. */
const letGo = (db) => {
  db.onversionchange = () => {
    db.close();
    opening = null;
  };
  db.onclose = () => {
    opening = null;
  };
  return db;
};

const open = () => {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => create(request.result);
    request.onsuccess = () => resolve(letGo(request.result));
    request.onerror = () => reject(request.error);
    setTimeout(() => reject(new Error("the store does not open")), OPEN_MS);
  });
  opening.catch(() => {
    opening = null;
  }); // a busy phone: the next one who asks tries again
  return opening;
};

/** The value of a request. */
export const result = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** What `ask` requests of one kind of things. */
export const read = async (name, ask) => result(ask((await open()).transaction(name).objectStore(name)));

/** One transaction, on the disk before it counts as done. */
export const write = async (name, work) => {
  const deal = (await open()).transaction(name, "readwrite", { durability: "strict" });
  const finished = new Promise((resolve, reject) => {
    deal.oncomplete = resolve;
    deal.onabort = () => reject(deal.error);
  });
  finished.catch(() => {});
  const value = await work(deal.objectStore(name));
  await finished;
  return value;
};
