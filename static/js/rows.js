/* Rows of a correction, and of the table's own yaku. */
const renumber = (field, number) => {
  field.name = field.name.replace(/\d+$/, number);
  field.id = field.id.replace(/\d+$/, number);
  field.value = "";
  for (const name of ["aria-invalid", "aria-describedby"]) field.removeAttribute(name);
};

/** Adds an empty row after the last. */
export const addRow = (place) => {
  const last = [...place.querySelectorAll("[data-row]")].at(-1);
  const row = last.cloneNode(true);
  const number = Number(last.dataset.row) + 1;
  row.dataset.row = number;
  for (const part of row.querySelectorAll("[id^=e-]")) part.remove();
  for (const field of row.querySelectorAll("[name]")) renumber(field, number);
  last.after(row);
  return row;
};

/** Adds as many rows as the fields with these names need. */
export const growRows = (form, names) => {
  for (const place of form.querySelectorAll("[data-rows]")) {
    const rows = () => place.querySelectorAll("[data-row]").length;
    const [first] = place.querySelector("[data-row] [name]").name.match(/^.*-/);
    const wanted = names.filter((name) => name.startsWith(first) && /^\d+$/.test(name.slice(first.length))).length;
    while (rows() < wanted) addRow(place);
  }
};
