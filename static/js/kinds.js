/* How the round ended: the rarer ways are behind a fold that names the one chosen. And the way from an error to its field. */

/** Shows the chosen kind; a choice closes the fold. */
export const showKind = (form, chosen) => {
  const more = form.querySelector(".more");
  const summary = more.querySelector("summary");
  const other = more.querySelector("input:checked");
  summary.textContent = other ? other.closest("label").textContent : summary.dataset.label;
  summary.classList.toggle("on", Boolean(other));
  if (chosen || other) more.open = false;
};

/** Goes to the field that an error names. */
export const openError = (event) => {
  const target = document.querySelector(event.target.closest("a")?.hash || "#none");
  if (!target) return;
  event.preventDefault();
  const fold = target.closest("details");
  if (fold) fold.open = true;
  (target.matches("input, select") ? target : target.querySelector("input, select"))?.focus();
};
