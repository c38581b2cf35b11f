/* What is tapped or typed while an answer is on its way stays, and is asked about at once. */
const form = () => document.getElementById("referee");
const typed = () => [...form().querySelectorAll("input:not([type])")];
const values = () => Object.fromEntries(typed().map((field) => [field.id, field.value]));

let asked = {};
let kept = [];

const ask = () => window.htmx.trigger(form(), "change");
const plain = (token) => form().querySelector(`button[name=add][value="${CSS.escape(token)}"]`);

/* A card that is tapped is typed, and one that is taken back goes: the next tap does not wait for the answer to this one.
   Cards that were typed otherwise are taken back by the server. */
const edited = (words, button) => {
  if (button.name === "add") return [...words, button.value];
  return words.length && words.every(plain) ? words.slice(0, -1) : null;
};

document.addEventListener("click", (event) => {
  const button = event.target.closest("#referee button[name=add], #referee button[name=drop]");
  if (!button) return;
  const field = document.getElementById(`id_${new FormData(form()).get("target") ?? "hand"}`);
  const words = edited(field.value.split(/\s+/).filter(Boolean), button);
  if (!words) return;
  event.preventDefault();
  field.value = words.join(" ");
  ask();
});

/* The button that has the focus is sent along by itself. */
document.body.addEventListener("htmx:configRequest", ({ detail }) => {
  if (detail.triggeringEvent?.type === "change")
    ["add", "drop"].forEach((name) => {
      delete detail.parameters[name];
    });
});

document.body.addEventListener("htmx:beforeRequest", () => {
  asked = values();
});
document.body.addEventListener("htmx:beforeSwap", () => {
  kept = Object.entries(values()).filter(([id, value]) => value !== asked[id]);
});
document.body.addEventListener("htmx:afterSettle", () => {
  if (!kept.length) return;
  for (const [id, value] of kept) document.getElementById(id).value = value;
  kept = [];
  ask();
});
