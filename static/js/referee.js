/* What is typed while an answer is on its way stays, and is asked about at once. */
const form = () => document.getElementById("referee");
const typed = () => [...form().querySelectorAll("input:not([type])")];
const values = () => Object.fromEntries(typed().map((field) => [field.id, field.value]));

let asked = {};
let kept = [];

document.body.addEventListener("htmx:beforeRequest", () => { asked = values(); });
document.body.addEventListener("htmx:beforeSwap", () => { kept = Object.entries(values()).filter(([id, value]) => value !== asked[id]); });
document.body.addEventListener("htmx:afterSettle", () => {
  if (!kept.length) return;
  for (const [id, value] of kept) document.getElementById(id).value = value;
  kept = [];
  window.htmx.trigger(form(), "change");
});
