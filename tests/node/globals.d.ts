/* What scripts of others put beside our modules. */
import type { Morph } from "idiomorph/dist/idiomorph.js";

export interface Film {
  enable(): Promise<void>;
  disable(): void;
}

declare global {
  interface Window {
    Idiomorph: { morph: Morph };
    NoSleep: new () => Film;
    htmx?: { trigger(element: Element, event: string): void };
  }
}
