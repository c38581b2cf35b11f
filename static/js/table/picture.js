/* Shares a picture if the browser can share files; otherwise its link downloads it. */
import { hit } from "../tools.js";

/** @param {HTMLAnchorElement} link */
const send = async (link) => {
  try {
    const answer = await fetch(link.href);
    if (!answer.ok) throw new Error(`${answer.status}`);
    await navigator.share({ files: [new File([await answer.blob()], link.download, { type: "image/png" })] });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return;
    link.removeAttribute("data-send");
    link.click();
    link.setAttribute("data-send", "");
  }
};

/** Whether the browser can share a picture, tried with an empty file. */
const can = () => navigator.canShare?.({ files: [new File([], "card-night.png", { type: "image/png" })] });

document.addEventListener("click", (event) => {
  const link = hit(event, "[data-picture] a[data-send]");
  if (!(link instanceof HTMLAnchorElement) || !can()) return;
  event.preventDefault();
  send(link);
});
