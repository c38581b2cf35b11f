/* The scoreboard: the screen stays on; a button for full screen, or a link back where there is none. */
import { part } from "../tools.js";
import { keepOn } from "./awake.js";

/** @typedef {{ webkitRequestFullscreen?: () => void, webkitExitFullscreen?: () => void,
 *   webkitFullscreenEnabled?: boolean, webkitFullscreenElement?: Element | null }} Prefixed Safari before 16.4 */
const page = /** @type {HTMLElement & Prefixed} */ (document.documentElement);
const screen = /** @type {Document & Prefixed} */ (document);
const button = part("#full");
const enter = button.getAttribute("aria-label") ?? "";
const isFull = () => Boolean(screen.fullscreenElement ?? screen.webkitFullscreenElement);

const show = () => {
  button.setAttribute("aria-label", isFull() ? (button.dataset.tLeave ?? "") : enter);
  button.classList.toggle("is-full", isFull());
};

if (screen.fullscreenEnabled || screen.webkitFullscreenEnabled) {
  button.hidden = false;
  part("#away").hidden = true;
  button.addEventListener("click", () => {
    if (isFull()) (screen.exitFullscreen ?? screen.webkitExitFullscreen)?.call(screen);
    else (page.requestFullscreen ?? page.webkitRequestFullscreen)?.call(page);
  });
  for (const kind of ["fullscreenchange", "webkitfullscreenchange"]) document.addEventListener(kind, show);
}
keepOn(false);
