/* The scoreboard follows its table. Televisions and old tablets show it, so this is one plain script in the JavaScript
   of 2017: no module, nothing that browsers of 2019 do not know. Without a line of events it asks again and again. */
(() => {
  const ASK_MS = 5000;
  const LONGEST_WAIT_MS = 15000;
  const GRACE_MS = 1500;
  const SILENCE_MS = 25000;
  const FRESH_MS = 4000;

  /** @param {string} id */
  const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
  const place = byId("live-state");
  const words = place.dataset;
  /** @type {EventSource | null} */
  let source = null;
  let revision = Number(words.revision);
  let wanted = revision;
  let heard = Date.now();
  let nudged = 0;
  let tries = 0;
  let timer = 0;
  let grace = 0;
  let asking = false;
  let over = false;

  /* ----- what the board says of its line ----- */
  /** @param {string} kind @param {string | undefined} text @param {string} [small] */
  const note = (kind, text, small) => {
    if (over || place.firstChild) return;
    const box = document.createElement("div");
    box.className = `live-note ${kind}`;
    for (const [tag, said] of [
      ["span", text],
      ["small", small],
    ]) {
      const part = document.createElement(tag || "span");
      part.textContent = said || "";
      box.appendChild(part);
    }
    place.appendChild(box);
  };

  const stopped = () => {
    const time = new Date(heard).toLocaleTimeString(document.documentElement.lang);
    note("stopped", words.tStopped, (words.tLast || "").replace("{time}", time));
  };

  const current = () => {
    heard = Date.now();
    clearTimeout(grace);
    grace = 0;
    place.textContent = "";
  };

  const out = () => {
    place.textContent = "";
    note("out", words.tOut);
    over = true;
    hangUp();
  };

  /* ----- what is new ----- */
  const scores = () => {
    /** @type {{ [seat: string]: string }} */
    const found = {};
    for (const seat of document.querySelectorAll("[data-seat]")) {
      found[seat.getAttribute("data-seat") || ""] = seat.getAttribute("data-points") || "";
    }
    return found;
  };

  /** Marks the seats whose points are others than `before`. @param {{ [seat: string]: string }} before */
  const highlight = (before) => {
    const now = scores();
    for (const seat of document.querySelectorAll("[data-seat]")) {
      const name = seat.getAttribute("data-seat") || "";
      if (name in before && before[name] !== now[name]) seat.classList.add("fresh");
    }
    setTimeout(() => {
      for (const seat of document.querySelectorAll(".seat.fresh")) seat.classList.remove("fresh");
    }, FRESH_MS);
  };

  /** @param {Document} page */
  const show = (page) => {
    const main = byId("main");
    const fresh = page.getElementById("main");
    revision = Number(page.documentElement.dataset.revision);
    if (!fresh || fresh.innerHTML === main.innerHTML) return;
    const before = scores();
    main.innerHTML = fresh.innerHTML;
    document.title = page.title;
    highlight(before);
    const said = main.querySelector("[data-said]");
    byId("live").textContent = said ? said.textContent : "";
  };

  /** @param {Response} answer */
  const read = (answer) => {
    if (answer.status === 404) {
      out();
      throw new Error("out");
    }
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    return answer.text();
  };

  /** Asks how the table is now; what came meanwhile is asked for afterwards. @returns {Promise<void>} */
  const update = () => {
    if (asking || over) return Promise.resolve();
    asking = true;
    const before = revision;
    return fetch(`${location.pathname}?live=1`, { credentials: "same-origin", redirect: "error" })
      .then(read)
      .then((text) => {
        const page = new DOMParser().parseFromString(text, "text/html");
        if (!page.documentElement.dataset.revision) throw new Error("not an update");
        show(page);
        current();
        asking = false;
        return wanted > revision && revision > before ? update() : undefined;
      })
      .catch((error) => {
        asking = false;
        throw error;
      });
  };

  /* ----- the line ----- */
  function hangUp() {
    clearTimeout(timer);
    if (source) source.close();
    source = null;
  }

  /** @param {MessageEvent} event */
  const hear = (event) => {
    tries = 0;
    wanted = Math.max(wanted, JSON.parse(event.data).revision);
    if (wanted > revision) update().catch(failed);
    else current();
  };

  /* There is no line, or none any more: asking takes its place until there is one. */
  function failed() {
    if (over) return;
    hangUp();
    const wait = Math.min(LONGEST_WAIT_MS, 500 * 2 ** tries) * (0.5 + Math.random());
    tries += 1;
    grace = grace || setTimeout(stopped, GRACE_MS);
    timer = setTimeout(connect, wait);
  }

  /* Where events are unknown the page is asked for, every few seconds. */
  const ask = () => {
    update().then(() => {
      if (!over) timer = setTimeout(ask, ASK_MS);
    }, failed);
  };

  function connect() {
    hangUp();
    if (over) return;
    if (!("EventSource" in window)) {
      ask();
      return;
    }
    source = new EventSource(words.line || "");
    source.addEventListener("revision", hear);
    source.addEventListener("beat", hear);
    source.addEventListener("out", out);
    source.addEventListener("error", () => {
      failed();
      if (tries > 1) update().catch(() => {});
    });
  }

  const again = () => {
    tries = 0;
    connect();
  };

  setInterval(() => {
    if (over || document.hidden || Date.now() - heard < SILENCE_MS) return;
    stopped();
    if (Date.now() - nudged < SILENCE_MS) return;
    nudged = Date.now();
    again();
  }, 1000);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) again();
  });
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) again();
  });
  window.addEventListener("pagehide", hangUp);
  window.addEventListener("online", again);
  window.addEventListener("offline", stopped);

  /* ----- the one control: full screen where the browser can, else the way back ----- */
  /** @typedef {{ webkitRequestFullscreen?: () => void, webkitExitFullscreen?: () => void,
   *   webkitFullscreenEnabled?: boolean, webkitFullscreenElement?: Element | null }} Old */
  const page = /** @type {HTMLElement & Old} */ (document.documentElement);
  const held = /** @type {Document & Old} */ (document);
  const button = byId("full");
  const enter = button.getAttribute("aria-label") || "";
  const isFull = () => Boolean(held.fullscreenElement || held.webkitFullscreenElement);

  const turn = () => {
    const way = isFull()
      ? held.exitFullscreen || held.webkitExitFullscreen
      : page.requestFullscreen || page.webkitRequestFullscreen;
    if (way) way.call(isFull() ? held : page);
  };

  const tell = () => {
    button.setAttribute("aria-label", isFull() ? button.dataset.tLeave || "" : enter);
    button.className = isFull() ? "is-full" : "";
  };

  if (held.fullscreenEnabled || held.webkitFullscreenEnabled) {
    button.hidden = false;
    byId("away").hidden = true;
    button.addEventListener("click", turn);
    document.addEventListener("fullscreenchange", tell);
    document.addEventListener("webkitfullscreenchange", tell);
  }
  connect();
})();
