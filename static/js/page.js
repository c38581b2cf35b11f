/* Loaded by every page: posts a form once, shares, closes toasts, shows and sends the outbox. Pages work without it.
   Texts come as data-* attributes. */
/** @import { Kept } from "./types.js" */
import { all, discard, onChange } from "./offline/store.js";
import { buzz, dotted, element, field, fill, find, hit, part, read, say, wish, wished } from "./tools.js";

const KEEP_AFTER_MS = 1500;
const AWAKE_AFTER_MS = 3000;
const SETTLED_MS = 500;
const page = document.documentElement;
page.classList.add("js");

/* ----- a form is posted once (the server checks that too), and its button shows that it is busy ----- */
const AGAIN_MS = 4000;

/** @param {HTMLFormElement} form */
const mayPostAgain = (form) => {
  delete form.dataset.sent;
  for (const one of form.elements) one.removeAttribute("aria-busy");
};

document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (form.dataset.sent && !form.matches("[data-many]")) {
    event.preventDefault();
    return;
  }
  if (event.defaultPrevented || form.method !== "post") return;
  form.dataset.sent = "1";
  event.submitter?.setAttribute("aria-busy", "true");
  setTimeout(() => mayPostAgain(form), AGAIN_MS);
});
window.addEventListener("pageshow", () => {
  for (const form of document.forms) mayPostAgain(form);
});

/* ----- sharing: share sheet, else clipboard, else the text is selected for copying ----- */
const NOTED_MS = 2500;
/** @type {WeakMap<HTMLElement, ReturnType<typeof setTimeout>>} */
const noted = new WeakMap();

/** @param {HTMLInputElement} text */
const copyPlainly = (text) => {
  const fold = text.closest("details");
  if (fold) fold.open = true;
  text.focus();
  text.select();
  text.setSelectionRange(0, text.value.length);
  try {
    return document.execCommand("copy");
  } catch {
    return false;
  }
};

/** @param {HTMLInputElement} text */
const copyText = async (text) => {
  if (!navigator.clipboard || !window.isSecureContext) return copyPlainly(text);
  try {
    await navigator.clipboard.writeText(text.value);
    return true;
  } catch {
    return copyPlainly(text);
  }
};

/** @param {HTMLElement} button @param {string | undefined} text */
const note = (button, text) => {
  if (!text) return;
  button.dataset.label ??= button.textContent ?? "";
  button.textContent = text;
  say(text);
  clearTimeout(noted.get(button));
  noted.set(
    button,
    setTimeout(() => {
      button.textContent = button.dataset.label ?? "";
    }, NOTED_MS),
  );
};

/** @param {HTMLElement} button @param {HTMLInputElement} text */
const copy = async (button, text) => {
  const { copied, marked } = document.body.dataset;
  note(button, (await copyText(text)) ? copied : marked);
};

/** @param {HTMLElement} button @param {HTMLInputElement} text */
const share = async (button, text) => {
  if (!navigator.share) return copy(button, text);
  try {
    await navigator.share(text.dataset.kind === "link" ? { url: text.value } : { text: text.value });
  } catch (error) {
    if (!(error instanceof DOMException && error.name === "AbortError")) await copy(button, text);
  }
};

document.addEventListener("click", (event) => {
  const button = hit(event, "[data-share], [data-copy]");
  if (!button) return;
  const wanted = button.dataset.share || button.dataset.copy;
  if (wanted && find(wanted)) (button.dataset.share ? share : copy)(button, field(wanted));
});

/* ----- the printer ----- */
document.addEventListener("click", (event) => {
  if (hit(event, "[data-print]")) window.print();
});

/* ----- folds: an opened QR code scrolls into view, an opened picture can be shared ----- */
document.addEventListener(
  "toggle",
  ({ target: fold }) => {
    if (!(fold instanceof HTMLDetailsElement) || !fold.open) return;
    if (fold.matches(".invite")) fold.scrollIntoView({ block: "start" });
    if (fold.matches("[data-picture]")) import("./table/picture.js").catch(() => {});
  },
  true,
);

/* ----- toasts: over the bar for a while or until the table changes; with pointer or focus on them they stay ----- */
const TOAST_MS = 8000;

const liftToasts = () => {
  const toasts = find(".toasts-over");
  const foot = find("#bar");
  if (!toasts || !foot) return;
  new ResizeObserver(() => toasts.style.setProperty("--foot", `${foot.offsetHeight}px`)).observe(foot);
  const close = () => toasts.replaceChildren();
  let timer = setTimeout(close, TOAST_MS);
  const wait = () => {
    clearTimeout(timer);
    if (!toasts.matches(":hover, :focus-within")) timer = setTimeout(close, TOAST_MS);
  };
  for (const kind of ["pointerenter", "pointerleave", "focusin", "focusout"]) toasts.addEventListener(kind, wait);
  toasts.addEventListener("click", (event) => {
    if (hit(event, "[data-close]")) close();
  });
  document.addEventListener("live:changed", close);
};

/* ----- a cached page may be out of date ----- */
/* Reloads it once the phone is online, unless it is being left. */
const renewWhenBack = () => {
  let leaving = false;
  let timer = 0;
  const renew = () => {
    if (navigator.onLine && !leaving && !find("#entry")) location.reload();
  };
  window.addEventListener("beforeunload", () => {
    leaving = true;
  });
  window.addEventListener("online", () => {
    clearTimeout(timer);
    timer = setTimeout(renew, SETTLED_MS);
  });
};

/** @param {number | string} at */
const clock = (at) =>
  new Date(at).toLocaleTimeString(page.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

const showKept = () => {
  const place = find("[data-notice-kept]");
  if (!page.dataset.kept || !place) return;
  part("span", place).textContent = fill(place.dataset.text, { time: clock(page.dataset.kept) });
  place.hidden = false;
  document.addEventListener("live:current", () => {
    place.hidden = true;
  });
  renewWhenBack();
};

/* ----- the hint about HTTPS ----- */
const HINT = "https-hint";

const showHint = () => {
  const hint = find("[data-https-hint]");
  if (!hint || window.isSecureContext || !wished(HINT)) return;
  hint.hidden = false;
  part("button", hint).addEventListener("click", () => {
    hint.hidden = true;
    wish(HINT, false);
  });
};

/* ----- the switch for vibration ----- */
const showBuzz = () => {
  const box = find("[data-buzz]");
  if (!box) return;
  const felt = field("input", box);
  box.hidden = !("vibrate" in navigator);
  felt.checked = wished("buzz");
  felt.addEventListener("change", () => {
    wish("buzz", felt.checked);
    buzz();
  });
};

/* ----- the strip of the outbox: how many rounds wait to be sent, and their list ----- */
const strip = find("#outbox");
const texts = strip?.dataset ?? {};

/** @param {string[]} lines */
const list = (lines) => {
  const made = element("ul", "", "notes");
  made.append(...lines.map((line) => Object.assign(element("li", line), { dir: "auto" })));
  return made;
};

/** @param {string | undefined} title @param {string[]} lines @param {string} testid */
const version = (title, lines, testid) => {
  const made = element("section");
  made.dataset.testid = testid;
  made.append(element("h3", title, "hint"), list(lines));
  return made;
};

/* The first tap asks for confirmation, except for a round that is recorded already. */
/** @param {Kept} item */
const discarding = (item) => {
  const made = Object.assign(element("button", texts.tDiscard, "btn danger low"), { type: "button" });
  made.dataset.testid = "outbox-discard";
  made.addEventListener("click", async () => {
    if (made.dataset.sure || item.same) {
      if (strip) strip.hidden = part("ul", strip).children.length === 1; // or it would say "sent"
      await discard(item);
      sendSoon();
    } else {
      made.dataset.sure = "1";
      made.textContent = texts.tSure ?? "";
    }
  });
  return made;
};

/** @param {Kept} item */
const look = (item) => {
  const made = element("div", "", "two-up");
  const open = element("a", texts.tOpen, "btn low");
  const address = item.row ? `${item.url}?row=${item.row}` : item.url;
  open.href = `${address}#mine=${item.seq}`;
  open.dataset.testid = "outbox-open";
  open.addEventListener("click", () => {
    if (location.pathname + location.search === address) setTimeout(() => location.reload());
  });
  made.append(open, discarding(item));
  return made;
};

/** The recorded round and the one entered here, side by side if the server sent a table. @param {Kept} item */
const versions = (item) => {
  const reasons = item.reasons ?? [];
  const [title, lines] = item.same ? [reasons[0], reasons.slice(1)] : [texts.tMeanwhile, reasons];
  const theirs = version(title, lines, "outbox-theirs");
  if (item.beside) return [theirs, part("table", read(item.beside))];
  return item.same ? [theirs] : [theirs, version(texts.tMine, item.lines, "outbox-mine")];
};

/** @param {Kept} item */
const entry = (item) => {
  const made = element("li");
  const head = element("p", "", "cluster");
  const time = Object.assign(element("time", clock(item.at), "num"), { dateTime: new Date(item.at).toISOString() });
  head.append(element("b", item.title), " ", time);
  made.append(head);
  if (item.state === "waiting") made.append(list(item.lines));
  else made.append(...versions(item), look(item));
  return made;
};

/** @param {string | undefined} one @param {string | undefined} many @param {number} n */
const counted = (one, many, n) => (n ? fill(n === 1 ? one : many, { n }) : "");

/** @param {Kept[]} items */
const words = (items) => {
  const bad = items.filter((item) => item.state === "conflict").length;
  const waiting = counted(texts.tWait, texts.tWait, items.length - bad);
  return dotted([counted(texts.tLookOne, texts.tLookMany, bad), waiting]);
};

/* On the entry page the strip stays after sending: keys must not move. A refused form does not count as sent. */
/** @param {HTMLElement} place @param {Kept[]} items */
const drawIn = (place, items) => {
  if (find("[data-sure]", place) && items.length === part("ul", place).children.length) return;
  const sent = !items.length && !place.hidden && Boolean(find("#entry")) && !find(".entry-alert");
  place.hidden = !items.length && !sent;
  place.classList.toggle("sent", sent);
  find("[data-queued]")?.classList.toggle("past", !items.length);
  place.classList.toggle(
    "look",
    items.some((item) => item.state === "conflict"),
  );
  const text = (sent ? texts.tSent : words(items)) ?? "";
  const line = part("[data-outbox-text]", place);
  if (line.textContent !== text) line.textContent = text;
  part("ul", place).replaceChildren(...items.map(entry));
};

const draw = async () => {
  if (!strip) return;
  try {
    drawIn(strip, await all());
  } catch {
    /* the store cannot be read: the strip stays as it is */
  }
};

/* ----- sending the outbox: its module is loaded when something waits ----- */
const send = async () => {
  const items = await all().catch(() => []);
  if (!items.length) return;
  const { send: sendAll } = await import("./offline/outbox.js");
  await sendAll();
};

const sendSoon = () => send().catch(() => {}); // offline: sent again when the phone is online

/* Not every browser tells a page what another tab has sent. */
const watchOutbox = () => {
  onChange(draw);
  document.addEventListener("entry:refused", draw);
  // A page that is being left must not start a transaction: Safari stops it midway, which blocks later writes.
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) return;
    draw();
    sendSoon();
  });
  window.addEventListener("pageshow", (event) => {
    draw();
    if (event.persisted) sendSoon();
  });
  window.addEventListener("online", sendSoon);
  draw();
  sendSoon();
};

/* ----- modules that are not needed at once ----- */
/** @param {() => Promise<unknown>} load */
const later = (load, ms = 0) => setTimeout(() => load().catch(() => {}), ms); // the page works without it

showKept();
showHint();
liftToasts();
showBuzz();
watchOutbox();
if ("serviceWorker" in navigator) later(() => import("./offline/keep.js"), KEEP_AFTER_MS);

/* The wake lock may wait some seconds; over plain HTTP it needs a tap. */
if (find("[data-awake]")) {
  const keepOn = async (tapped = false) => (await import("./table/awake.js")).keepOn(tapped);
  later(keepOn, AWAKE_AFTER_MS);
  document.addEventListener("click", () => later(() => keepOn(true)), { once: true });
}
