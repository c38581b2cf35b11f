/* The plain form is the one truth: everything is read from and written to its inputs. */
const isCheck = (input) => input.type === "radio" || input.type === "checkbox";
const isOrdered = (input) => "ordered" in input.dataset;
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
    const all = this.all(name);
    if (all.some(isOrdered)) return all.map((select) => select.value).filter(Boolean);
    return all.filter((input) => input.checked).map((input) => input.value);
  }

  choose(name, values) {
    const all = this.all(name);
    if (all.some(isOrdered)) this.chooseInOrder(all, values);
    else {
      for (const input of all) input.checked = values.includes(input.value);
      this.inOrder(all, values);
    }
  }

  /* Ticked boxes are sent in the order in which they stand; the first ones chosen come first. */
  inOrder(boxes, values) {
    if (boxes[0]?.type !== "checkbox") return;
    const labels = values
      .map((value) => boxes.find((input) => input.value === value)?.closest("label"))
      .filter(Boolean);
    for (const label of labels.reverse()) label.parentElement.querySelector("label").before(label);
  }

  chooseInOrder(selects, values) {
    for (let have = selects.length; have < values.length; have += 1)
      selects.at(-1).after(selects.at(-1).cloneNode(true));
    this.all(selects[0].name).forEach((select, index) => {
      select.value = values[index] ?? "";
    });
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
    return this.inputs().map((input) =>
      isCheck(input) ? [input.name, input.value, input.checked] : [input.name, input.value],
    );
  }

  restore(snapshot) {
    const seen = {};
    for (const [name, value, checked] of snapshot) {
      const place = seen[name] ?? 0;
      seen[name] = place + 1;
      this.restoreOne(name, value, checked, place);
    }
    const boxes = snapshot.filter(([, , checked]) => checked === true);
    for (const name of new Set(boxes.map(([one]) => one))) {
      this.inOrder(
        this.all(name),
        boxes.filter(([one]) => one === name).map(([, value]) => value),
      );
    }
  }

  /** Whether anything differs from the page as it came, and a call that puts that in again. */
  touched() {
    const typed = this.inputs().filter(
      (input) => !isCheck(input) && !input.matches("select") && input.value !== input.defaultValue,
    );
    const texts = typed.map((input) => [input, input.value]);
    const ticked = this.inputs()
      .filter((input) => isCheck(input) && input.checked !== input.defaultChecked)
      .map((input) => [input, input.checked]);
    const again = () => {
      for (const [input, value] of texts) input.value = value;
      for (const [input, checked] of ticked) input.checked = checked;
    };
    return { any: texts.length + ticked.length > 0, again };
  }

  /** As on a page that has just been opened, for the round after the one on the page. */
  clear() {
    for (const input of this.inputs()) {
      if (isCheck(input)) input.checked = input.value === "auto" || "usual" in input.dataset;
      else if (input.matches("select")) input.selectedIndex = 0;
      else input.value = "";
    }
    const [kind] = this.all("kind");
    if (kind) kind.checked = true;
  }

  restoreOne(name, value, checked, place) {
    const all = this.all(name);
    if (checked === undefined && all[place]) all[place].value = value;
    for (const input of all) if (isCheck(input) && input.value === value) input.checked = checked;
  }
}
