import { parentPort } from 'node:worker_threads';
import type { Entry } from '../history/check-history.ts';
import type { SeenPosition, SentPosition } from '../history/check-positions.ts';

/** A user who signs in. Sign-in is limited by client address, so each user has one of their own. */
export interface Account {
  role: 'rider' | 'driver' | 'staff';
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

/** What a rider pays further charges for. */
export type PaidKind = 'difference' | 'extension' | 'tip';

/**
 * A write that the product may have made without acknowledging it to this page: an edit that costs nothing was asked for, or a charge was paid
 * at the provider, or left to expire. `as` is what the ride becomes by it (`bookedAs`); null where it stays as it is.
 */
export type PossibleWrite =
  | { action: 'edit asked'; rideId: string; as: string }
  | { action: 'charge left unpaid'; rideId: string; kind: PaidKind }
  | {
      action: 'charge paid';
      rideId: string;
      chargeId: string;
      kind: PaidKind;
      paymentIntentId: string;
      amountCents: number;
      as: string | null;
    };

/** A write that the product acknowledged to this page; of what changes a ride `as` is what it was told to be (`bookedAs`). */
export type AckedWrite =
  | { action: 'booked' | 'edited' | 'extended'; rideId: string; as: string }
  | { action: 'paid'; rideId: string; paymentIntentId: string; amountCents: number }
  | PossibleWrite
  | { action: 'set off' | 'arrived' | 'accepted' | 'started' | 'completed' | 'cancelled'; rideId: string };

/** What a page posts to the main thread. */
export type ScreenMessage =
  | { ready: { userId: string } }
  | { entry: Entry }
  | { ackedWrite: AckedWrite }
  | { sentPosition: SentPosition }
  | { seenPosition: SeenPosition }
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
