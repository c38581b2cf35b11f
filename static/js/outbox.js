/* The outbox: rounds that were confirmed and are not yet known to be recorded, in the order of their confirmation.
   It is kept in IndexedDB, which plain HTTP has too, and written before anything is sent. */
import { ITEMS, LEASES, read, result, write } from "./store.js";

/** Keys of items that this page is just sending by itself. */
export const held = new Set();

const changes = new EventTarget();
const channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel("outbox");
const heard = () => changes.dispatchEvent(new Event("change"));
if (channel) channel.onmessage = heard;

/** Calls back after every change, also after one by another tab. */
export const onChange = (call) => changes.addEventListener("change", call);

const announce = () => {
  heard();
  channel?.postMessage("");
};

/** All items, oldest first. */
export const all = () => read(ITEMS, (store) => store.getAll());

/** The items of one table. */
export const of = async (place) => (await all()).filter((item) => item.place === place);

/** One item, if it is still here. */
export const find = (seq) => read(ITEMS, (store) => store.get(seq));

/** Puts an item in at the end and gives its number. */
export const add = async (item) => {
  const seq = await write(ITEMS, (store) => result(store.add(item)));
  announce();
  return seq;
};

/** Changes an item, unless it is gone. */
export const change = async (seq, values) => {
  await write(ITEMS, async (store) => {
    const item = await result(store.get(seq));
    if (item) await result(store.put({ ...item, ...values }));
  });
  announce();
};

/** Takes an item out: it was recorded. */
export const remove = async (seq) => {
  await write(ITEMS, (store) => result(store.delete(seq)));
  announce();
};

/** What came after the form with one key comes after another from now on. */
export const relink = (key, after) =>
  write(ITEMS, async (store) => {
    for (const item of await result(store.getAll())) {
      if (item.after === key) await result(store.put({ ...item, after }));
    }
  });

/** Takes an item out that was not recorded and is not to be. */
export const discard = async (item) => {
  await relink(item.key, item.after);
  await remove(item.seq);
};

/** Tries to be the only one for a while; 0, or for how many milliseconds somebody else is. */
export const lease = (name, owner, ms) =>
  write(LEASES, async (store) => {
    const now = Date.now();
    const taken = await result(store.get(name));
    if (taken && taken.owner !== owner && taken.until > now && taken.until < now + 10 * ms) return taken.until - now;
    await result(store.put({ name, owner, until: now + ms }));
    return 0;
  });

/** Gives back what `lease` took. */
export const release = (name, owner) =>
  write(LEASES, async (store) => {
    if ((await result(store.get(name)))?.owner === owner) await result(store.delete(name));
  });
