import type { VehicleId } from '#common/vehicles/catalogue.ts';

/** Midnight in Las Vegas at the start of the simulated week, a Monday, and the date of that day. */
export const STARTS_AT = Date.UTC(2026, 10, 23, 8);
export const FIRST_DAY = '2026-11-23';

export const DAY_MS = 86_400_000;

/** How many people and things exist. */
export const RIDERS = 60;
/** People who book by phone and have no account until then. Their numbers follow those of the riders. */
export const CALLERS = 6;
export const DRIVERS = 70;
export const GIFT_CARDS = 12;
export const PROMOS = 4;

/** Vehicles that are booked in the simulation. */
export const KINDS = [
  'lux-sedan',
  'lux-suv',
  'limousine-10',
  'partybus-16',
] as const satisfies readonly VehicleId[];

/** A test card. Payments with the disputed card are disputed at once. */
export type Card = 'good card' | 'declined card' | 'disputed card';

/**
 * An action on a ride of the story, which may be impossible when its time comes. Drivers and riders are
 * identified by number.
 */
export type RideAct =
  | {
      act: 'book';
      rider: number;
      rideType: (typeof KINDS)[number];
      /** Null for point to point. */
      hours: number | null;
      stops: number;
      /** In milliseconds from the start of the simulation. */
      pickupAt: number;
      /** Numbers of the promo code and gift card; null for none. */
      promo: number | null;
      giftCard: number | null;
      /** Pickup of the return trip, in milliseconds from the start; null for none. */
      backAt: number | null;
    }
  | {
      act: 'book by phone';
      /** Number of a rider or caller. */
      rider: number;
      rideType: (typeof KINDS)[number];
      hours: number | null;
      stops: number;
      pickupAt: number;
      payment: 'link' | 'account';
    }
  | { act: 'pay'; card: Card }
  | { act: 'pay by link'; card: Card }
  | { act: 'answer dispute'; outcome: 'won' | 'lost' }
  | { act: 'confirm' | 'give back' | 'set off' | 'arrive' | 'start' | 'note no-show' }
  | { act: 'accept' | 'assign'; driver: number }
  | { act: 'unassign' | 'undo' | 'drop edit' | 'pay charge' | 'extend' | 'decide fare' | 'withdraw charge' }
  | { act: 'edit'; to: 'longer' | 'shorter' | 'other vehicle' | 'one more stop' | 'other wishes' }
  | { act: 'complete' | 'complete for driver'; percent: number }
  | { act: 'cancel'; by: 'rider' | 'staff for the rider' | 'operations' }
  | { act: 'tip'; amountCents: number }
  | { act: 'rate'; stars: 1 | 2 | 3 | 4 | 5 }
  | { act: 'refund' | 'charge'; amountCents: number };

/** A fault of the infrastructure that lasts for a while. */
export type Fault =
  | { act: 'redis away' }
  | { act: 'workers killed'; atWrite: number; isAfter: boolean }
  | { act: 'jobs late'; delayMs: number }
  | { act: 'jobs run twice' }
  | { act: 'webhooks late'; delayMs: number; copies: number }
  | { act: 'clocks differ'; skewMs: number }
  | { act: 'page asleep'; page: number };

/** One line of the story. `at` is in milliseconds from the start. */
export type Line =
  | ({
      at: number;
      /** The ride's number in the story. */
      ride: number;
      /** Whether the action applies to the ride's return trip. */
      isBack?: boolean;
      /** The server dies at this write of the request. The client repeats the request. */
      death?: { atWrite: number; isAfter: boolean };
      /** The request is sent again after this many milliseconds, as if the reply were lost. */
      repeatMs?: number;
    } & RideAct)
  | ({ at: number; forMs: number } & Fault);

/** The input of a simulation. The same story always has the same ending. */
export interface Story {
  seed: number;
  days: number;
  lines: Line[];
}

/** The result of a story. */
export interface Ending {
  /** The first violation; null if there was none. */
  problem: {
    at: number;
    kind: string;
    text: string;
    /** The numbers of the rides named in the text. */
    rides: number[];
  } | null;
  /** Digest of the whole history: equal for equal runs. */
  digest: string;
  rides: number;
  /** Number of rides by status, for the report. */
  statuses: Record<string, number>;
  requests: number;
  wallMs: number;
  /** The log of actions and their results. */
  log: { at: number; text: string }[];
}
