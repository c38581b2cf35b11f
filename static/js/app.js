/* Niceties only: every page works without this file. It holds no text; texts come as data-* attributes. */
document.documentElement.classList.add("js");

const say = (text) => {
  const live = document.getElementById("live");
  if (live) live.textContent = text || "";
};

/* ----- sharing: share sheet, else clipboard, else the text is marked for copying ----- */
const selectText = (field) => {
  const fold = field.closest("details");
  if (fold) fold.open = true;
  field.focus();
  field.select();
  field.setSelectionRange(0, field.value.length);
};

const legacyCopy = (field) => {
  selectText(field);
  try {
    return document.execCommand("copy");
  } catch {
    return false;
  }
};

const copyText = async (field) => {
  if (!navigator.clipboard || !window.isSecureContext) return legacyCopy(field);
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    return legacyCopy(field);
  }
};

const note = (button, text) => {
  if (!text) return;
  button.dataset.label ??= button.textContent;
  button.textContent = text;
  say(text);
  clearTimeout(button.noteTimer);
  button.noteTimer = setTimeout(() => {
    button.textContent = button.dataset.label;
  }, 2500);
};

const copy = async (button, field) => {
  note(button, (await copyText(field)) ? button.dataset.done : button.dataset.select);
};

const share = async (button, field) => {
  if (!navigator.share) return copy(button, field);
  const link = field.dataset.kind === "link";
  try {
    await navigator.share(link ? { url: field.value } : { text: field.value });
  } catch (error) {
    if (error.name !== "AbortError") await copy(button, field);
  }
};

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-share], [data-copy]");
  if (!button) return;
  const field = document.querySelector(button.dataset.share || button.dataset.copy);
  if (field) (button.dataset.share ? share : copy)(button, field);
});

/* ----- one press, one post (the server guards against the rest) ----- */
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.dataset.sent && !form.matches("[data-many]")) {
    event.preventDefault();
    return;
  }
  if (event.defaultPrevented || form.method !== "post") return;
  form.dataset.sent = "1";
  setTimeout(() => {
    delete form.dataset.sent;
  }, 4000);
});
window.addEventListener("pageshow", () => {
  for (const form of document.forms) delete form.dataset.sent;
});

/* ----- names in seat order: add, move, remove, offered names ----- */
/* Safari says with this code alone that the Enter chose a word of the Japanese keyboard. */
const COMPOSED = 229;

const seatList = (root) => {
  const list = root.querySelector("[data-seats]");
  const add = root.querySelector("[data-add]");
  const rows = () => [...list.children];
  const shown = () => rows().filter((row) => !row.hidden);
  const input = (row) => row.querySelector("input");
  const filled = (row) => input(row).value.trim() !== "";
  const used = () =>
    rows()
      .filter(filled)
      .map((row) => input(row).value.trim());

  const refresh = () => {
    shown().forEach((row, index, all) => {
      row.querySelector("[data-no]").textContent = index + 1;
      row.querySelector("[data-up]").disabled = index === 0;
      row.querySelector("[data-down]").disabled = index === all.length - 1;
      row.querySelector("[data-drop]").disabled = all.length <= 2 && !filled(row);
    });
    add.hidden = shown().length === rows().length;
    const names = used();
    for (const chip of root.querySelectorAll("[data-name]")) {
      chip.setAttribute("aria-pressed", names.includes(chip.dataset.name));
    }
  };

  const reveal = () => {
    const row = rows().find((one) => one.hidden);
    if (row) {
      row.hidden = false;
      list.append(...rows().filter((one) => one.hidden));
    }
    refresh();
    return row;
  };

  const move = (row, step) => {
    const all = shown();
    const other = all[all.indexOf(row) + step];
    if (!other) return;
    if (step < 0) other.before(row);
    else other.after(row);
    refresh();
  };

  const drop = (row) => {
    input(row).value = "";
    if (shown().length > 2) {
      row.hidden = true;
      list.append(row);
    }
    refresh();
  };

  const toggle = (name) => {
    const taken = rows().find((row) => input(row).value.trim() === name);
    if (taken) {
      input(taken).value = "";
      refresh();
      return;
    }
    const row = shown().find((one) => !filled(one)) || reveal();
    if (row) {
      input(row).value = name;
      refresh();
      say(name);
    }
  };

  const next = (row) => {
    const all = shown();
    const target = all[all.indexOf(row) + 1] || reveal();
    if (target) input(target).focus();
  };

  root.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    const row = button.closest("[data-seats] > li");
    if (row && "up" in button.dataset) {
      move(row, -1);
      button.focus();
    } else if (row && "down" in button.dataset) {
      move(row, 1);
      button.focus();
    } else if (row && "drop" in button.dataset) drop(row);
    else if ("name" in button.dataset) toggle(button.dataset.name);
    else if (button === add) {
      const fresh = reveal();
      if (fresh) input(fresh).focus();
    }
  });
  list.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing || event.keyCode === COMPOSED) return;
    event.preventDefault();
    next(event.target.closest("li"));
  });
  list.addEventListener("input", refresh);

  rows()
    .filter((row) => !filled(row))
    .slice(Math.max(1, 4 - used().length))
    .forEach((row) => {
      row.hidden = true;
    });
  refresh();
};
document.querySelectorAll("[data-seat-form]").forEach(seatList);

/* ----- chart: end labels that would cover each other are moved apart ----- */
const spread = (chart) => {
  const box = chart.viewBox.baseVal;
  const ends = [...chart.querySelectorAll(".end-mark")].map((mark) => ({ mark, y: Number(mark.dataset.y) }));
  ends.sort((a, b) => a.y - b.y);
  const gap = Math.min(19, (box.height - 6) / Math.max(1, ends.length));
  const at = ends.map((end) => end.y);
  for (let i = 1; i < at.length; i += 1) at[i] = Math.max(at[i], at[i - 1] + gap);
  const low = box.y + box.height - 10;
  for (let i = at.length - 1, limit = low; i >= 0; i -= 1, limit = at[i + 1] - gap) at[i] = Math.min(at[i], limit);
  ends.forEach(({ mark, y }, i) => {
    const shift = at[i] - y;
    const size = Math.min(1, gap / 18);
    mark.lastElementChild.setAttribute("transform", `translate(12 ${shift - 9 * size}) scale(${size})`);
    mark.querySelector(".lead-line").setAttribute("d", `M0 0L12 ${shift}`);
  });
};
const spreadAll = () => document.querySelectorAll(".chart svg").forEach(spread);
spreadAll();
document.addEventListener("live:swapped", spreadAll);

/* The code is what the fold is opened for: it comes into sight. */
document.addEventListener(
  "toggle",
  (event) => {
    if (event.target.matches?.("details.invite") && event.target.open) event.target.scrollIntoView({ block: "start" });
  },
  true,
);
