/* Keeps the screen on at a running table: by a wake lock, or over plain HTTP by a silent video. */
import { field, find, hit, part, wish, wished } from "../tools.js";

/** @import { Film as SilentFilm } from "../../../tests/node/globals.js" */
/**
 * A way to keep the screen on; `tapped` is true inside a tap.
 * @typedef {{ readonly on: boolean, hold: (tapped: boolean) => Promise<void>, letGo: () => Promise<void> }} Way
 */

const WISH = "awake";
const place = () => find("[data-awake]");
const ended = () => Boolean(find("[data-ended]"));

/** The wake lock, which browsers release when the page is hidden. @implements {Way} */
class Lock {
  /** @param {() => void} shown */
  constructor(shown) {
    this.shown = shown;
    this.asking = false;
    /** @type {WakeLockSentinel | null} */
    this.lock = null;
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
      /* such as a low battery; tried again at the next tap, or when the page is shown again */
    } finally {
      this.asking = false;
    }
  }

  async letGo() {
    await this.lock?.release();
  }
}

/** The video, which browsers play only after a tap. @implements {Way} */
class Film {
  /** @param {string} source */
  constructor(source) {
    this.source = source;
    this.on = false;
    /** @type {SilentFilm | null} */
    this.film = null;
    /** @type {Promise<SilentFilm> | null} */
    this.loading = null;
  }

  /* Once loaded it starts without awaiting anything: it has to start inside the tap. */
  /** @param {boolean} tapped */
  async hold(tapped) {
    this.loading ??= new Promise((resolve, reject) => {
      const script = document.createElement("script");
      Object.assign(script, { src: this.source, onload: () => resolve(new window.NoSleep()), onerror: reject });
      document.head.append(script);
    });
    try {
      this.film ??= await this.loading;
      if (!tapped || this.on || document.hidden) return;
      await this.film.enable();
      this.on = true;
    } catch {
      this.on = false;
      this.loading = null; // loaded again at the next tap
    }
  }

  async letGo() {
    if (this.on) this.film?.disable();
    this.on = false;
  }
}

class Awake {
  /** @param {HTMLElement} box */
  constructor(box) {
    /** @type {Way} */
    this.way =
      "wakeLock" in navigator && navigator.wakeLock ? new Lock(() => this.show()) : new Film(box.dataset.nosleep ?? "");
    document.addEventListener("change", (event) => {
      const box = /** @type {HTMLInputElement | null} */ (hit(event, "[data-awake-switch]"));
      if (!box) return;
      wish(WISH, box.checked);
      this.apply(box.checked);
    });
    document.addEventListener("visibilitychange", () => {
      if (document.hidden && this.way instanceof Film) this.way.letGo();
      this.apply();
    });
    window.addEventListener("pageshow", () => this.apply());
    document.addEventListener("click", (event) => {
      if (!hit(event, "[data-awake]")) this.apply(true);
    });
    document.addEventListener("live:swapped", () => this.apply());
  }

  async apply(tapped = false) {
    if (place() && wished(WISH) && !ended()) await this.way.hold(tapped);
    else await this.way.letGo();
    this.show();
  }

  show() {
    const box = place();
    if (!box) return;
    box.hidden ||= ended();
    box.dataset.state = this.way.on ? "on" : "off";
    if (!find("[data-awake-switch]", box)) return; // the entry page has none
    field("[data-awake-switch]", box).checked = wished(WISH);
    part("[data-awake-state]", box).textContent = this.words(box.dataset) ?? "";
  }

  /** @param {DOMStringMap} texts */
  words({ tOn, tOff, tTap }) {
    if (this.way.on) return tOn;
    return wished(WISH) && this.way instanceof Film ? tTap : tOff;
  }
}

/** @type {Awake | null} */
let awake = null;

/** Keeps the screen on from now on; `tapped` is true inside a tap. @param {boolean} tapped */
export const keepOn = (tapped) => {
  const box = place();
  if (!box || awake) return;
  awake = new Awake(box);
  awake.apply(tapped);
};
