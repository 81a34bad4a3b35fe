import { parentPort } from 'node:worker_threads';
import type { Entry } from '../history/check-history.ts';

/** A user who signs in. Sign-in is limited by client address, so each user has one of their own. */
export interface Account {
  role: 'rider' | 'driver';
  email: string;
  password: string;
  address: string;
}

/** The user of a page, and what they do. */
export interface ScreenSettings extends Account {
  /** Origin of the site, as this page reaches it. */
  site: string;
  /** Origin of the payment provider. */
  stripe: string;
  /** Books, pays, accepts and drives; else only watches. */
  isActive: boolean;
  /** Decides what the user does, and when. */
  seed: number;
}

/** A write that the product acknowledged to this page. */
export type AckedWrite =
  | { action: 'booked'; rideId: string }
  | { action: 'paid'; rideId: string; paymentIntentId: string; amountCents: number }
  | { action: 'set off' | 'arrived' | 'accepted' | 'started' | 'completed' | 'cancelled'; rideId: string };

/** What a page posts to the main thread. */
export type ScreenMessage =
  | { ready: { userId: string } }
  | { entry: Entry }
  | { ackedWrite: AckedWrite }
  | { paused: true }
  | { lists: ShownLists };

/** What the main thread posts to a page; `pause` finishes the action in progress. */
export type ScreenCommand = 'start' | 'pause' | 'read-lists';

/** What a page shows: its rides as they were received, and the offers still open. */
export interface ShownLists {
  isLive: boolean;
  riderRides: { id: string; version: number }[];
  driverRides: { id: string; version: number }[];
  offers: { id: string; version: number }[];
}

/** Posts a message to the main thread. */
export const post = (message: ScreenMessage): void => parentPort?.postMessage(message);

type Unstamped = Entry extends infer Each ? (Each extends Entry ? Omit<Each, 'at'> : never) : never;

/** Adds an entry to the page's record, as of now. */
export const record = (entry: Unstamped): void => post({ entry: { ...entry, at: Date.now() } as Entry });
