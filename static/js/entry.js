/* The entry page of a game with hands. Without this file the plain form does it all, only slower. */
import { run } from "./form.js";
import { Pad } from "./pad.js";
import { join } from "./pads.js";

run((fields, hooks) => join(new Pad(fields.form.querySelector("[data-pad]"), fields, hooks)));
