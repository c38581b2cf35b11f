/* A picture is sent where the browser can do that; everywhere else its link saves it. */
import { hit } from "../tools.js";

/** @param {HTMLAnchorElement} link */
const fetched = async (link) => {
  const answer = await fetch(link.href);
  if (!answer.ok) throw new Error(`${answer.status}`);
  return [new File([await answer.blob()], link.download, { type: "image/png" })];
};

/** @param {HTMLAnchorElement} link */
const save = (link) => {
  link.removeAttribute("data-send");
  link.click();
  link.setAttribute("data-send", "");
};

/** @param {HTMLAnchorElement} link */
const send = async (link) => {
  try {
    await navigator.share({ files: await fetched(link) });
  } catch (error) {
    if (!(error instanceof DOMException && error.name === "AbortError")) save(link);
  }
};

/** Whether pictures can be sent at all; one that is empty shows it. */
const can = () => navigator.canShare?.({ files: [new File([], "card-night.png", { type: "image/png" })] });

document.addEventListener("click", (event) => {
  const link = hit(event, "[data-picture] a[data-send]");
  if (!(link instanceof HTMLAnchorElement) || !can()) return;
  event.preventDefault();
  send(link);
});
