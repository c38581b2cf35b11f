/* Entering one's own hand on one's own phone. Without it the text field works alone. */
/** @import { MakePad } from "./form.js" */
/** @import { Found, Input } from "./fields.js" */
import { ask, busy, button, find, part, read, replaceParts } from "../tools.js";
import { Draft, enliven, Fields, findDraft, hearKeys, padOf } from "./fields.js";

/* The only fields that a draft restores: for the others the page is newer. */
const OWN = /^(?:hand|sum|count)-/;
/* Statuses that say nothing about the hand: a busy server, or a proxy. */
const LATER = [429, 500, 502, 503, 504];

class Hand {
  /** @param {HTMLFormElement} form @param {MakePad} makePad @param {Found | null} draft */
  constructor(form, makePad, draft) {
    this.form = form;
    this.makePad = makePad;
    this.fields = new Fields(form);
    this.draft = new Draft(form);
    if (draft) this.fields.restore(draft.fields.filter(([name]) => OWN.test(name)));
    this.pad = makePad(this.fields, { changed: () => this.changed(), ask: () => {}, asked: () => {} });
    enliven(form);
    form.addEventListener("input", (event) => {
      const input = /** @type {Input} */ (event.target);
      if (input.name) this.pad.typed(input);
    });
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.send();
    });
    this.pad.render();
    hearKeys(this);
  }

  changed() {
    this.draft.save(this.fields.snapshot());
    this.pad.announce();
  }

  enter() {
    part("#send").click();
  }

  /** @param {boolean} on */
  busy(on) {
    busy(button("#send"), on);
    this.form.inert = on;
  }

  async send() {
    const options = { method: "POST", body: new FormData(this.form), headers: { "Sent-By": "page" } };
    this.busy(true);
    try {
      const html = await ask(this.form.getAttribute("action") ?? "", options, (answer) => {
        if (LATER.includes(answer.status)) throw new Error(`status ${answer.status}`);
        return answer.status === 204 ? null : answer.text();
      });
      if (html === null) {
        await this.draft.drop();
        location.replace(part("#live-state").dataset.table ?? "");
      } else {
        replaceParts(read(html)); // it says why
        start(this.makePad, null);
      }
    } catch {
      part("[data-unsent]").hidden = false;
      this.busy(false);
    }
  }
}

const handForm = () => /** @type {HTMLFormElement | null} */ (find("#hand"));

/** @param {MakePad} makePad @param {Found | null} draft */
const start = (makePad, draft) => {
  const form = handForm();
  if (form) new Hand(form, makePad, draft);
  find(".entry-alert")?.focus();
};

const form = handForm();
if (form) {
  const pad = padOf(form);
  const draft = find(".entry-alert") ? null : await findDraft(form);
  start(await pad, draft);
}
