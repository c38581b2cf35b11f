/* The plain form is the one truth: everything is read from and written to its inputs. Drafts keep them over a reload. */
const KEPT_MS = 12 * 60 * 60 * 1000;
const isCheck = (input) => input.type === "radio" || input.type === "checkbox";
const isKept = (input) => input.name && !["hidden", "submit", "button"].includes(input.type);

/** Reading and writing the inputs of the entry form. */
export class Fields {
  constructor(form) {
    this.form = form;
  }

  all(name) {
    return [...this.form.querySelectorAll(`[name="${name}"]`)];
  }

  chosen(name) {
    return this.all(name).filter((input) => input.checked).map((input) => input.value);
  }

  choose(name, values) {
    for (const input of this.all(name)) input.checked = values.includes(input.value);
  }

  text(name) {
    return this.all(name)[0]?.value ?? "";
  }

  write(name, value) {
    const [input] = this.all(name);
    if (input) input.value = value;
  }

  inputs() {
    return [...this.form.elements].filter(isKept);
  }

  /** All values as plain data. */
  snapshot() {
    return this.inputs().map((input) => (isCheck(input) ? [input.name, input.value, input.checked] : [input.name, input.value]));
  }

  restore(snapshot) {
    for (const [name, value, checked] of snapshot) this.restoreOne(name, value, checked);
  }

  restoreOne(name, value, checked) {
    if (checked === undefined) this.write(name, value);
    for (const input of this.all(name)) if (isCheck(input) && input.value === value) input.checked = checked;
  }
}

/** What was typed and not yet saved, kept in this browser for each form address. */
export class Draft {
  constructor(form) {
    this.place = `entry:${form.getAttribute("action")}`;
    this.form = form;
  }

  hidden(name) {
    return this.form.querySelector(`input[type="hidden"][name="${name}"]`);
  }

  read() {
    try {
      const draft = JSON.parse(localStorage.getItem(this.place));
      return draft && Date.now() - draft.at < KEPT_MS ? draft : null;
    } catch { return null; }
  }

  save(fields) {
    const draft = { at: Date.now(), key: this.hidden("key").value, revision: this.hidden("revision").value, fields };
    try { localStorage.setItem(this.place, JSON.stringify(draft)); } catch { /* a full or closed store: the page itself still holds it */ }
  }

  drop() {
    try { localStorage.removeItem(this.place); } catch { /* nothing was kept */ }
  }

  /* The form goes on under its own key and revision: the server then tells what was saved meanwhile, also by this form. */
  adopt(draft) {
    this.hidden("key").value = draft.key;
    this.hidden("revision").value = draft.revision;
  }
}
