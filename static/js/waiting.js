/* The strip that says how many rounds wait to be sent, and the list behind it. */
import * as outbox from "./outbox.js";
import { send } from "./sender.js";

const root = document.getElementById("outbox");
const part = (selector) => root.querySelector(selector);
const texts = root?.dataset ?? {};
const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);

const element = (tag, text, className = "") => {
  const made = document.createElement(tag);
  made.textContent = text;
  made.className = className;
  return made;
};

const list = (lines) => {
  const made = element("ul", "", "outbox-lines");
  made.append(...lines.map((line) => Object.assign(element("li", line), { dir: "auto" })));
  return made;
};

const button = (text, className, testid, act) => {
  const made = element("button", text, className);
  Object.assign(made, { type: "button" });
  made.dataset.testid = testid;
  made.addEventListener("click", () => act(made));
  return made;
};

const version = (title, lines, testid) => {
  const made = element("section", "", "outbox-version");
  made.dataset.testid = testid;
  made.append(element("h3", title), list(lines));
  return made;
};

/* Asks once: the first tap turns the button into the question. */
const discard = (item) => async (made) => {
  if (made.dataset.sure) {
    await outbox.discard(item);
    send();
  } else {
    made.dataset.sure = "1";
    made.textContent = texts.tSure;
  }
};

const look = (item) => {
  const made = element("div", "", "two-up");
  const open = element("a", texts.tOpen, "btn low");
  const address = item.row ? `${item.url}?row=${item.row}` : item.url;
  open.href = `${address}#mine=${item.seq}`;
  open.dataset.testid = "outbox-open";
  open.addEventListener("click", () => {
    if (location.pathname + location.search === address) setTimeout(() => location.reload());
  });
  made.append(open, button(texts.tDiscard, "btn danger low", "outbox-discard", discard(item)));
  return made;
};

const time = (at) => {
  const made = element(
    "time",
    new Date(at).toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" }),
    "num",
  );
  made.dateTime = new Date(at).toISOString();
  return made;
};

const entry = (item) => {
  const made = element("li", "");
  const head = element("p", "", "outbox-head");
  head.append(element("b", item.title), " ", time(item.at));
  made.append(head);
  if (item.state === "conflict")
    made.append(
      version(texts.tMeanwhile, item.reasons, "outbox-theirs"),
      version(texts.tMine, item.lines, "outbox-mine"),
      look(item),
    );
  else made.append(list(item.lines));
  return made;
};

const count = (one, many, n) => (n ? fill(n === 1 ? one : many, { n }) : "");

const words = (items) => {
  const bad = items.filter((item) => item.state === "conflict").length;
  return [count(texts.tLookOne, texts.tLookMany, bad), count(texts.tWaitOne, texts.tWaitMany, items.length - bad)]
    .filter(Boolean)
    .join(" · ");
};

/* On the entry page the strip stays when all is sent: keys under a thumb must not move. */
const draw = async () => {
  let items;
  try {
    items = await outbox.all();
  } catch {
    return;
  } // nobody knows: what the strip says stays
  const sure = root.querySelector("[data-sure]");
  if (sure && items.length === part("ul").children.length) return;
  const sent = !items.length && !root.hidden && Boolean(document.getElementById("entry"));
  root.hidden = !items.length && !sent;
  root.classList.toggle("sent", sent);
  document.querySelector("[data-queued]")?.classList.toggle("past", !items.length);
  root.classList.toggle(
    "look",
    items.some((item) => item.state === "conflict"),
  );
  const text = sent ? texts.tSent : words(items);
  if (part("[data-outbox-text]").textContent !== text) part("[data-outbox-text]").textContent = text;
  part("ul").replaceChildren(...items.map(entry));
};

/** Shows the strip on this page and keeps it true. */
export const showWaiting = () => {
  if (!root) return;
  outbox.onChange(draw);
  document.addEventListener("visibilitychange", draw); // not every browser tells a page what another one sent
  window.addEventListener("pageshow", draw);
  draw();
};
