/** Shapes of data that modules share; nothing of this is loaded by a page. */

import type { Fields, Input, Snapshot } from "./entry/fields.js";

/** What is asked for one way a round can end; the server says it. */
export interface Asked {
  slots: string[];
  extras: string[];
  /** Roles in the order of asking. */
  hands: string[];
  /** The same after a return. */
  returned: string[];
  /** The role that has no hand. */
  skip: string;
  /** Whether the number of cards will do: "first", "also", or not (""). */
  counts: string;
  /** Roles whose hands are asked with suits. */
  suits: string[];
  /** Extras that are asked too. */
  shown: string[];
  /** The same where somebody in one of those roles declared riichi. */
  declared: string[];
  /** Roles whose hands are added up. */
  added: string[];
  /** The same after a return. */
  readded: string[];
  /** The role that alone may return. */
  returner: string;
  /** What each role makes of a player. */
  roles: Record<string, string>;
}

export interface Plan {
  kinds: Record<string, Partial<Asked>>;
  sums: boolean;
  several_drawn: boolean;
  special?: string;
}

/** What lies on a table. */
export interface Deck {
  /** Copies of a rank. */
  copies: number;
  decks: number;
  jokers: number;
  /** Whether cards of one number are played together, and how many at most. */
  together: boolean;
  most: number;
  /** By rank. */
  values: Record<string, number>;
}

/** A round in the outbox. */
export interface Item {
  seq?: number;
  key: string;
  /** The key of the form that this one follows. */
  after: string;
  /** The table, as "/t/…/". */
  place: string;
  url: string;
  /** The own key of the round that is corrected; empty for a new one. */
  row: string;
  /** What is sent. */
  fields: [string, string][];
  /** What was typed. */
  snapshot: Snapshot;
  /** The same in words. */
  lines: string[];
  title: string;
  at: number;
  /** "conflict" where somebody has to look at it. */
  state: "waiting" | "conflict";
  status?: number;
  /** Why it is a conflict. */
  reasons?: string[];
  /** Whether its key was used for something else. */
  used?: boolean;
  /** Whether its very round is recorded already. */
  same?: boolean;
  /** The table of the two. */
  beside?: string;
}

/** An item that is in the outbox. */
export type Kept = Item & { seq: number };

/** What a game's pad does for the form. */
export interface EntryPad {
  render: () => void;
  typed: (input: Input) => void;
  check: (said: Record<string, string>, states: Record<string, string>) => void;
  announce: () => void;
  /** What was entered, in words. */
  told: () => string[];
  /** A call that goes to what is still missing and shows where it is. */
  open: () => (() => HTMLElement) | null;
  /** Follows an arrow of a keyboard. */
  walk?: (step: number, along: boolean) => HTMLElement | null;
  /** What has to come to an end before the form is sent. */
  quiet?: () => Promise<void> | null;
  /**
   * The question to be answered next, or none (""); where the server would take the round as it is (`ready`), one that
   * has to be answered all the same.
   */
  asks: (ready: boolean) => string;
  /** The pad that other phones send hands to. */
  hands?: HandsPad;
}

/** A pad that hands of other phones are put into. */
export interface HandsPad {
  fields: Fields;
  hooks: Hooks;
  /** The seats that have sent a hand, how the round ended, and whether a seat has no hand. */
  state: { sent: Set<string>; kind: () => string; skipped: (seat: string) => boolean };
  receive: (name: string, value: string) => void;
  /** Goes on with another hand where the one in work has come in. */
  keepActive: () => void;
  settle: () => void;
  render: () => void;
  quiet?: () => Promise<void> | null;
}

/** What a pad tells the form: something changed; look again; another question is asked. */
export interface Hooks {
  changed: () => void;
  ask: () => void;
  asked: () => void;
}
