import { parentPort } from 'node:worker_threads';
import type { Stamp } from '#common/rides/ride-states.ts';
import type { Entry } from '../history/check-history.ts';
import type { SeenPosition, SentPosition } from '../history/check-positions.ts';

/** A user who signs in. Sign-in is rate-limited by client address, so each user has their own. */
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
  /** Whether the user books, pays, accepts and drives, or only watches. */
  isActive: boolean;
  /** Determines what the user does, and when. */
  seed: number;
}

/** The purposes of a rider's further payments. */
export type PaidKind = 'difference' | 'extension' | 'tip';

/**
 * A write that the product may have made without acknowledging it to this page: a free edit was requested,
 * or a charge was paid at the provider or left to expire. `as` is the resulting ride (`bookedAs`); null if
 * it does not change.
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

/**
 * A write that the product acknowledged to this page. `as` is the acknowledged state of the
 * ride (`bookedAs`).
 */
export type AckedWrite =
  | { action: 'booked' | 'edited' | 'extended'; rideId: string; as: string }
  | { action: 'paid'; rideId: string; paymentIntentId: string; amountCents: number }
  | PossibleWrite
  | { action: Stamp | 'accepted' | 'started' | 'completed' | 'cancelled'; rideId: string };

/** What a page posts to the main thread. */
export type ScreenMessage =
  | { ready: { userId: string } }
  | { entry: Entry }
  | { ackedWrite: AckedWrite }
  | { sentPosition: SentPosition }
  | { seenPosition: SeenPosition }
  | { paused: true }
  | { lists: ShownLists };

/** What the main thread posts to a page. `pause` first finishes the action in progress. */
export type ScreenCommand = 'start' | 'pause' | 'read-lists';

/** What a page shows: its rides as received, and the open offers. */
export interface ShownLists {
  isLive: boolean;
  riderRides: { id: string; version: number }[];
  driverRides: { id: string; version: number }[];
  offers: { id: string; version: number }[];
}

/** Posts a message to the main thread. */
export const post = (message: ScreenMessage): void => parentPort?.postMessage(message);

type Unstamped = Entry extends infer Each ? (Each extends Entry ? Omit<Each, 'at'> : never) : never;

/** Adds an entry to the page's record, with the current time. */
export const record = (entry: Unstamped): void => post({ entry: { ...entry, at: Date.now() } as Entry });
