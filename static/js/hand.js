/* One's own hand on one's own phone. Without this file the typed field does it all. */
import { Draft, findDraft } from "./draft.js";
import { Fields } from "./fields.js";
import { Pad } from "./pad.js";
import "./pads.js";
import { ask } from "./sender.js";

const say = (text) => {
  document.getElementById("live").textContent = text;
};

class Hand {
  constructor(form, draft) {
    Object.assign(this, { form, fields: new Fields(form), draft: new Draft(form) });
    if (draft) this.fields.restore(draft.fields);
    this.pad = new Pad(form.querySelector("[data-pad]"), this.fields, { changed: () => this.changed(), say });
    form.classList.add("live");
    form.querySelector("[data-pad]").hidden = false;
    form.querySelector("[data-typed]").open = window.matchMedia("(min-width: 60rem)").matches;
    form.addEventListener("input", (event) => {
      if (event.target.name) this.pad.typed(event.target);
    });
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.send();
    });
    this.pad.render();
  }

  changed() {
    this.draft.save(this.fields.snapshot());
    this.pad.announce();
  }

  unsent(on) {
    document.querySelector("[data-unsent]").hidden = !on;
    this.busy(false);
  }

  busy(on) {
    document.getElementById("send").disabled = on;
    this.form.inert = on;
  }

  async send() {
    const body = new FormData(this.form);
    this.busy(true);
    try {
      const html = await ask(
        this.form.getAttribute("action"),
        { method: "POST", body, headers: { "Sent-By": "page" } },
        (answer) => (answer.status === 204 ? null : answer.text()),
      );
      if (html === null) await this.done();
      else this.refused(html);
    } catch {
      this.unsent(true);
    }
  }

  async done() {
    await this.draft.drop();
    location.replace(document.getElementById("live-state").dataset.table);
  }

  /* The answer says why; it takes the place of this page. */
  refused(html) {
    const page = new DOMParser().parseFromString(html, "text/html");
    for (const part of ["header.felt", "#main", "#bar"])
      document.querySelector(part).replaceWith(document.adoptNode(page.querySelector(part)));
    start();
  }
}

const start = (draft) => {
  const form = document.getElementById("hand");
  if (form) new Hand(form, draft);
  document.querySelector(".entry-alert")?.focus();
};

const form = document.getElementById("hand");
start(form && !document.querySelector(".entry-alert") ? await findDraft(form) : null);
