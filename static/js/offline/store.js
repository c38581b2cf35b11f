/* IndexedDB, also over plain HTTP: what is written here is on the disk, even if the battery dies. It holds drafts and
   the outbox: confirmed rounds that are not known to be recorded, in the order of their confirmation. */
/** @import { Item, Kept } from "../types.js" */

const NAME = "scorekeeper";
const OPEN_MS = 2000;
const ITEMS = "items";
export const DRAFTS = "drafts";

/** @type {Promise<IDBDatabase> | null} */
let opening = null;

/* Closes the database for a tab with a newer version, and for somebody who clears the data of the browser. A database
   that the browser itself closed is opened again. */
/** @param {IDBDatabase} db */
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
    request.onupgradeneeded = () => {
      request.result.createObjectStore(ITEMS, { keyPath: "seq", autoIncrement: true });
      request.result.createObjectStore(DRAFTS, { keyPath: "name" });
    };
    request.onsuccess = () => resolve(letGo(request.result));
    request.onerror = () => reject(request.error);
    setTimeout(() => reject(new Error("the store does not open")), OPEN_MS);
  });
  // The next caller tries again.
  opening.catch(() => {
    opening = null;
  });
  return opening;
};

/** The result of a request. @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
export const result = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** The result of the request that `ask` makes of a store.
    @template T @param {string} name @param {(store: IDBObjectStore) => IDBRequest<T>} ask */
export const readFrom = async (name, ask) => result(ask((await open()).transaction(name).objectStore(name)));

/** A write transaction; resolves when it is on the disk.
    @template T @param {string} name @param {(store: IDBObjectStore) => Promise<T>} work */
export const write = async (name, work) => {
  const deal = (await open()).transaction(name, "readwrite", { durability: "strict" });
  /** @type {Promise<void>} */
  const finished = new Promise((resolve, reject) => {
    deal.oncomplete = () => resolve();
    deal.onabort = () => reject(deal.error);
  });
  finished.catch(() => {});
  const value = await work(deal.objectStore(name));
  await finished;
  return value;
};

/* ----- the outbox ----- */
/** @type {Set<string>} Idempotency keys of items that this page is sending itself. */
export const held = new Set();

const changes = new EventTarget();
const heard = () => changes.dispatchEvent(new Event("change"));
/** @type {BroadcastChannel | null} */
let channel = null;

/** The channel to other tabs, if the browser has BroadcastChannel. */
const tabs = () => {
  if (!channel && typeof BroadcastChannel !== "undefined") {
    channel = new BroadcastChannel("outbox");
    channel.onmessage = heard;
  }
  return channel;
};

/** Calls back after every change, also by another tab. @param {() => void} call */
export const onChange = (call) => {
  tabs();
  changes.addEventListener("change", call);
};

const announce = () => {
  heard();
  tabs()?.postMessage("");
};

/** All items, oldest first. @returns {Promise<Kept[]>} */
export const all = () => readFrom(ITEMS, (store) => store.getAll());

/** The items of one table. @param {string} place */
export const of = async (place) => (await all()).filter((item) => item.place === place);

/** The item with this number, if it still exists. @param {number} seq @returns {Promise<Kept | undefined>} */
export const byNumber = (seq) => readFrom(ITEMS, (store) => store.get(seq));

/** Appends an item and gives its number. @param {Item} item */
export const add = async (item) => {
  const seq = await write(ITEMS, (store) => result(store.add(item)));
  announce();
  return Number(seq);
};

/** Changes an item, if it still exists. @param {number} seq @param {Partial<Item>} values */
export const change = async (seq, values) => {
  await write(ITEMS, async (store) => {
    const item = await result(store.get(seq));
    if (item) await result(store.put({ ...item, ...values }));
  });
  announce();
};

/** Removes an item that was recorded. @param {number} seq */
export const remove = async (seq) => {
  await write(ITEMS, (store) => result(store.delete(seq)));
  announce();
};

/** Items that follow the form with this key follow another one now. @param {string} key @param {string} after */
export const relink = (key, after) =>
  write(ITEMS, async (store) => {
    for (const item of await result(store.getAll())) {
      if (item.after === key) await result(store.put({ ...item, after }));
    }
  });

/** Removes an item that is not to be recorded. @param {Kept} item */
export const discard = async (item) => {
  await relink(item.key, item.after);
  await remove(item.seq);
};
