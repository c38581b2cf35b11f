/* Puts a newer version of a part of the page in place by changing only what differs: focus, open folds and
   what somebody typed stay as they are. */
const keyOf = (node) => (node.nodeType === 1 ? node.id || node.dataset.key || "" : "");
const still = (node) => node.nodeType === 1 && node.dataset.still !== undefined;
const alike = (one, other) =>
  one.nodeType === other.nodeType && one.nodeName === other.nodeName && keyOf(one) === keyOf(other);
const typing = (node) => node === document.activeElement && node.matches("input:not([type=hidden]), textarea, select");

/* Whether a fold is open, and what is ticked, typed or on its way, is the reader's. */
const own = (node, name) =>
  name === "data-sent" ||
  (node.nodeName === "DETAILS" && name === "open") ||
  (node.nodeName === "INPUT" && node.type !== "hidden" && (name === "value" || name === "checked"));

const attributes = (from, to) => {
  for (const { name } of [...from.attributes])
    if (!to.hasAttribute(name) && !own(from, name)) from.removeAttribute(name);
  for (const { name, value } of to.attributes)
    if (from.getAttribute(name) !== value && !own(from, name)) from.setAttribute(name, value);
};

const partner = (place, wanted) => {
  for (let node = place; node; node = node.nextSibling) {
    if (alike(node, wanted)) return node;
    if (!keyOf(wanted) && node.nodeType === 1 && !keyOf(node) && !still(node) && wanted.nodeType === 1) return null;
  }
  return null;
};

const children = (from, to, changed) => {
  let place = from.firstChild;
  for (const wanted of [...to.childNodes]) {
    if (still(wanted) && [...from.childNodes].some((node) => still(node) && alike(node, wanted))) continue;
    while (place && still(place)) place = place.nextSibling;
    const found = partner(place, wanted);
    if (!found) {
      const made = document.importNode(wanted, true);
      from.insertBefore(made, place);
      if (made.nodeType === 1) changed.add(made);
      continue;
    }
    if (found === place) place = place.nextSibling;
    else from.insertBefore(found, place);
    morph(found, wanted, changed);
  }
  while (place) {
    const next = place.nextSibling;
    if (!still(place)) place.remove();
    place = next;
  }
};

/** Make what is in `from` look like what is in `to`; the frame itself belongs to the page. */
export const morphInside = (from, to, changed = new Set()) => {
  children(from, to, changed);
  return changed;
};

/** Make `from` look like `to`; what was changed or came new is added to `changed`. */
const morph = (from, to, changed = new Set()) => {
  if (from.nodeType !== 1) {
    if (from.nodeValue !== to.nodeValue) {
      from.nodeValue = to.nodeValue;
      changed.add(from.parentElement);
    }
    return changed;
  }
  if (still(from) || typing(from)) return changed;
  attributes(from, to);
  children(from, to, changed);
  return changed;
};
