/** Types that modules share; no page loads this file. */

import type { Fields, Input, Snapshot } from "./entry/fields.js";

/** The questions of one kind of round, from the server. */
export interface Asked {
  slots: string[];
  extras: string[];
  /** Roles in the order of asking. */
  hands: string[];
  /** The same after a return. */
  returned: string[];
  /** The role that has no hand. */
  skip: string;
  /** Whether the number of cards is enough: "first", "also" or "". */
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
  /** The label of each role. */
  roles: Record<string, string>;
}

export interface Plan {
  kinds: Record<string, Partial<Asked>>;
  sums: boolean;
  several_drawn: boolean;
  special?: string;
}

/** The cards of a game. */
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
  /** The ID of the round that is corrected; "" for a new one. */
  row: string;
  /** The fields to send. */
  fields: [string, string][];
  /** The inputs as typed. */
  snapshot: Snapshot;
  /** The round in words. */
  lines: string[];
  title: string;
  at: number;
  /** "conflict" if somebody has to decide. */
  state: "waiting" | "conflict";
  status?: number;
  /** The reasons of a conflict. */
  reasons?: string[];
  /** Whether its key was used for something else. */
  used?: boolean;
  /** Whether the same round is recorded already. */
  same?: boolean;
  /** The HTML of both rounds side by side. */
  beside?: string;
}

/** An item that is in the outbox. */
export type Kept = Item & { seq: number };

/** The interface of a pad. */
export interface EntryPad {
  render: () => void;
  typed: (input: Input) => void;
  check: (said: Record<string, string>, states: Record<string, string>) => void;
  announce: () => void;
  /** The entered round in words. */
  told: () => string[];
  /** A function that opens what is missing and returns its element; null if nothing is. */
  open: () => (() => HTMLElement) | null;
  /** Follows an arrow key. */
  walk?: (step: number, along: boolean) => HTMLElement | null;
  /** What has to finish before the form is sent. */
  quiet?: () => Promise<void> | null;
  /**
   * The next question, or ""; if the server would accept the round (`ready`), only one that decides what is paid.
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
  /** Opens another hand if the open one was received. */
  keepActive: () => void;
  settle: () => void;
  render: () => void;
  quiet?: () => Promise<void> | null;
}

/** Callbacks of a pad: the form changed; request a preview; the question changed. */
export interface Hooks {
  changed: () => void;
  ask: () => void;
  asked: () => void;
}
