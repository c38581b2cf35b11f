/* The browser's own database, which plain HTTP has too: what is written here is on the disk, also after a dead battery.
   In it: drafts, and the outbox: rounds that were confirmed and are not yet known to be recorded, in the order of their
   confirmation. */
/** @import { Item, Kept } from "../types.js" */

const NAME = "scorekeeper";
const OPEN_MS = 2000;
const ITEMS = "items";
export const DRAFTS = "drafts";

/** @type {Promise<IDBDatabase> | null} */
let opening = null;

/* Another tab with a newer version, or somebody who empties the browser, is not to wait for this one.
   And a browser that closes the store under a page that slept is asked for it again. */
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
  // A busy phone: the next one who asks tries again.
  opening.catch(() => {
    opening = null;
  });
  return opening;
};

/** The value of a request. @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
export const result = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** What `ask` requests of one kind of things.
    @template T @param {string} name @param {(store: IDBObjectStore) => IDBRequest<T>} ask */
export const readFrom = async (name, ask) => result(ask((await open()).transaction(name).objectStore(name)));

/** One transaction, on the disk before it counts as done.
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
/** @type {Set<string>} Keys of items that this page is just sending by itself. */
export const held = new Set();

const changes = new EventTarget();
const heard = () => changes.dispatchEvent(new Event("change"));
/** @type {BroadcastChannel | null} */
let channel = null;

/** The way to the other tabs of this phone, where its browser has one. */
const tabs = () => {
  if (!channel && typeof BroadcastChannel !== "undefined") {
    channel = new BroadcastChannel("outbox");
    channel.onmessage = heard;
  }
  return channel;
};

/** Calls back after every change, also after one by another tab. @param {() => void} call */
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

/** One item, if it is still here. @param {number} seq @returns {Promise<Kept | undefined>} */
export const byNumber = (seq) => readFrom(ITEMS, (store) => store.get(seq));

/** Puts an item in at the end and gives its number. @param {Item} item */
export const add = async (item) => {
  const seq = await write(ITEMS, (store) => result(store.add(item)));
  announce();
  return Number(seq);
};

/** Changes an item, unless it is gone. @param {number} seq @param {Partial<Item>} values */
export const change = async (seq, values) => {
  await write(ITEMS, async (store) => {
    const item = await result(store.get(seq));
    if (item) await result(store.put({ ...item, ...values }));
  });
  announce();
};

/** Takes an item out: it was recorded. @param {number} seq */
export const remove = async (seq) => {
  await write(ITEMS, (store) => result(store.delete(seq)));
  announce();
};

/** What came after the form with one key comes after another from now on. @param {string} key @param {string} after */
export const relink = (key, after) =>
  write(ITEMS, async (store) => {
    for (const item of await result(store.getAll())) {
      if (item.after === key) await result(store.put({ ...item, after }));
    }
  });

/** Takes an item out that was not recorded and is not to be. @param {Kept} item */
export const discard = async (item) => {
  await relink(item.key, item.after);
  await remove(item.seq);
};
