/* The screen stays on at a running table: by the browser's wake lock, or over plain HTTP by a tiny silent film. */
const WISH = "awake";
const place = () => document.querySelector("[data-awake]");
const ended = () => Boolean(document.querySelector("[data-ended]"));
const wished = () => {
  try {
    return localStorage.getItem(WISH) !== "off";
  } catch {
    return true;
  }
};
const remember = (on) => {
  try {
    localStorage.setItem(WISH, on ? "on" : "off");
  } catch {
    /* for this page only */
  }
};

/* The lock of the browser: it lets go when the page is hidden. */
class Lock {
  constructor(shown) {
    Object.assign(this, { shown, lock: null });
  }

  needsTap() {
    return false;
  }

  get on() {
    return Boolean(this.lock && !this.lock.released);
  }

  async hold() {
    if (this.on || this.asking || document.hidden) return;
    this.asking = true;
    try {
      this.lock = await navigator.wakeLock.request("screen");
      this.lock.addEventListener("release", this.shown);
    } catch {
      /* a low battery, for one; asked again at the next tap or return */
    } finally {
      this.asking = false;
    }
  }

  async letGo() {
    await this.lock?.release();
  }
}

/* The film plays from the first tap on; before that browsers do not let it. */
class Film {
  constructor(source) {
    Object.assign(this, { source, on: false, film: null });
  }

  needsTap() {
    return !this.on;
  }

  load() {
    this.loading ??= new Promise((resolve, reject) => {
      const script = Object.assign(document.createElement("script"), {
        src: this.source,
        onload: resolve,
        onerror: reject,
      });
      document.head.append(script);
    }).then(() => {
      this.film = new window.NoSleep();
    });
    return this.loading;
  }

  async hold(tapped) {
    try {
      await this.load();
      if (!tapped || this.on || document.hidden) return;
      await this.film.enable();
      this.on = true;
    } catch {
      this.on = false;
    }
  }

  async letGo() {
    if (this.on) this.film.disable();
    this.on = false;
  }
}

class Awake {
  constructor(box) {
    this.box = box;
    this.way = navigator.wakeLock ? new Lock(() => this.show()) : new Film(box.dataset.nosleep);
    this.listen();
    this.apply();
  }

  listen() {
    document.addEventListener("change", (event) => {
      if (event.target.matches("[data-awake-switch]")) this.turn(event.target.checked);
    });
    document.addEventListener("visibilitychange", () => this.return());
    window.addEventListener("pageshow", () => this.apply());
    document.addEventListener("click", (event) => {
      if (!event.target.closest("[data-awake]")) this.apply(true);
    });
    document.addEventListener("live:swapped", () => this.apply());
  }

  return() {
    if (document.hidden && !navigator.wakeLock) this.way.letGo();
    this.apply();
  }

  turn(on) {
    remember(on);
    this.apply(on);
  }

  /* The film starts only from within a tap, so nothing may be waited for before it once it is loaded. */
  async apply(tapped = false) {
    if (place() && wished() && !ended()) await this.way.hold(tapped);
    else await this.way.letGo();
    this.show();
  }

  show() {
    const box = place();
    if (!box) return;
    box.hidden ||= ended();
    const on = wished();
    box.querySelector("[data-awake-switch]").checked = on;
    const { tOn, tOff, tTap } = box.dataset;
    const text = this.way.on ? tOn : on && this.way.needsTap() ? tTap : tOff;
    box.querySelector("[data-awake-state]").textContent = text;
    box.dataset.state = this.way.on ? "on" : "off";
  }
}

if (place()) new Awake(place());
