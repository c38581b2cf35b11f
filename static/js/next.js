/* The next round on the same page, where no other page can be had. */
import { Fields } from "./fields.js";

/** Goes on by some rounds in the title. */
export const count = (rounds) => {
  const title = document.querySelector("header h1");
  title.textContent = title.textContent.replace(/\d+/, (number) => Number(number) + rounds);
};

const emptyPreview = (bar, label) => {
  const preview = bar.querySelector("#preview");
  preview.dataset.ready = "0";
  for (const part of preview.querySelectorAll(".preview-body, [data-hands]")) part.replaceChildren();
  preview.querySelector('[name="seen"]').value = "";
  const button = bar.querySelector("#confirm");
  button.disabled = false;
  button.classList.add("wait");
  button.querySelector("span").textContent = label;
};

/* The hands that came in for the round before are not those of this one. */
const forgetHands = (form) => {
  const asking = form.querySelector("#asking");
  if (!asking || asking.dataset.round === "0") return;
  form.dataset.past = asking.dataset.round;
  Object.assign(asking.dataset, { round: "0", hands: "{}", fields: "{}" });
  asking.replaceChildren();
};

/** Empties form and bar for the round after that of the form `after`: the same elements again, without what listened to them. */
export const emptied = (oldForm, oldBar, key, after) => {
  const [form, bar] = [oldForm, oldBar].map((one) => one.cloneNode(true));
  new Fields(form).clear();
  form.classList.remove("htmx-request");
  form.inert = false;
  forgetHands(form);
  for (const note of form.querySelectorAll("[data-restored], [data-queued]")) note.hidden = true;
  form.querySelector('[name="key"]').value = key;
  form.querySelector('[name="after"]').value = after;
  emptyPreview(bar, form.dataset.tRecord);
  for (const alert of document.querySelectorAll(".entry-alert")) alert.remove();
  oldForm.replaceWith(form);
  oldBar.replaceWith(bar);
};
