/* The referee: what is tapped or typed while a request is under way stays, and is requested next. */
import { field, hit, parts } from "../tools.js";

const form = () => /** @type {HTMLFormElement} */ (document.getElementById("referee"));
const typed = () => /** @type {HTMLInputElement[]} */ (parts("input[type=text]", form()));
const values = () => Object.fromEntries(typed().map((input) => [input.id, input.value]));

/** @type {Record<string, string>} The fields of the last request. */
let asked = {};
/** @type {[string, string][]} The fields that have changed since. */
let kept = [];

const ask = () => window.htmx?.trigger(form(), "change");
/** @param {string} token */
const plain = (token) => form().querySelector(`button[name=add][value="${CSS.escape(token)}"]`);

/* A tap changes the text at once, so that the next tap does not wait for the server. Only the server can remove cards
   that were typed in other spellings. */
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

/* htmx would send the focused button along. */
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
