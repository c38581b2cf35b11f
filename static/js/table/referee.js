/* The referee: what is tapped or typed while an answer is on its way stays, and is asked about at once. */
import { field, hit, parts } from "../tools.js";

const form = () => /** @type {HTMLFormElement} */ (document.getElementById("referee"));
const typed = () => /** @type {HTMLInputElement[]} */ (parts("input[type=text]", form()));
const values = () => Object.fromEntries(typed().map((input) => [input.id, input.value]));

/** @type {Record<string, string>} What was typed when the last question was asked. */
let asked = {};
/** @type {[string, string][]} What was typed since, by field. */
let kept = [];

const ask = () => window.htmx?.trigger(form(), "change");
/** @param {string} token */
const plain = (token) => form().querySelector(`button[name=add][value="${CSS.escape(token)}"]`);

/* A card that is tapped is typed, and one that is taken back goes: the next tap does not wait for the answer to this.
   Cards that were typed otherwise are taken back by the server. */
/** @param {string[]} words @param {HTMLButtonElement} button */
const edited = (words, button) => {
  if (button.name === "add") return [...words, button.value];
  return words.length && words.every(plain) ? words.slice(0, -1) : null;
};

document.addEventListener("click", (event) => {
  const button = hit(event, "#referee button[name=add], #referee button[name=drop]");
  if (!button) return;
  const input = field(`#f-${new FormData(form()).get("target") ?? "hand"}`);
  const words = edited(input.value.split(/\s+/).filter(Boolean), /** @type {HTMLButtonElement} */ (button));
  if (!words) return;
  event.preventDefault();
  input.value = words.join(" ");
  ask();
});

/* The button that has the focus is sent along by itself. */
document.body.addEventListener("htmx:configRequest", (event) => {
  const { triggeringEvent, parameters } = /** @type {CustomEvent} */ (event).detail;
  if (triggeringEvent?.type !== "change") return;
  delete parameters.add;
  delete parameters.drop;
});

document.body.addEventListener("htmx:beforeRequest", () => {
  asked = values();
});
document.body.addEventListener("htmx:beforeSwap", () => {
  kept = Object.entries(values()).filter(([id, value]) => value !== asked[id]);
});
document.body.addEventListener("htmx:afterSettle", () => {
  if (!kept.length) return;
  for (const [id, value] of kept) field(`#${id}`).value = value;
  kept = [];
  ask();
});
