import type { VehicleId } from '#common/vehicles/catalogue.ts';

/** Midnight in Las Vegas at the start of the simulated week, a Monday, and how that day is written. */
export const STARTS_AT = Date.UTC(2026, 10, 23, 8);
export const FIRST_DAY = '2026-11-23';

export const DAY_MS = 86_400_000;

/** How many people and things there are. */
export const RIDERS = 60;
/** Those who only call, and have no account until they do. Their numbers follow the riders'. */
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

/** What somebody pays by. A payment by the last is disputed at once. */
export type Card = 'good card' | 'declined card' | 'disputed card';

/** What somebody does to a ride of the story, whether or not it can be done by then. Drivers and riders go by their number. */
export type RideAct =
  | {
      act: 'book';
      rider: number;
      rideType: (typeof KINDS)[number];
      /** Null for point to point. */
      hours: number | null;
      stops: number;
      /** Milliseconds from the start of the simulation. */
      pickupAt: number;
      /** Numbers; null for none. */
      promo: number | null;
      giftCard: number | null;
      /** When its way back begins; null for none. */
      backAt: number | null;
    }
  | {
      act: 'book by phone';
      /** A rider, or a caller. */
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

/** What befalls the machines for a while. */
export type Fault =
  | { act: 'redis away' }
  | { act: 'workers killed'; atWrite: number; isAfter: boolean }
  | { act: 'jobs late'; delayMs: number }
  | { act: 'jobs run twice' }
  | { act: 'webhooks late'; delayMs: number; copies: number }
  | { act: 'clocks differ'; skewMs: number }
  | { act: 'page asleep'; page: number };

/** One line of the story. `at` is in milliseconds from its start. */
export type Line =
  | ({
      at: number;
      /** The ride's number in the story. */
      ride: number;
      /** For the return trip of the ride instead of the ride. */
      isBack?: boolean;
      /** The server dies at this write of the request; its sender repeats it. */
      death?: { atWrite: number; isAfter: boolean };
      /** Sent again after so many milliseconds, as if the reply were lost. */
      repeatMs?: number;
    } & RideAct)
  | ({ at: number; forMs: number } & Fault);

/** What is simulated. Everything follows from it: the same story has the same end. */
export interface Story {
  seed: number;
  days: number;
  lines: Line[];
}

/** A story's end. */
export interface Ending {
  /** What does not hold; null if everything did. */
  problem: {
    at: number;
    kind: string;
    text: string;
    /** The numbers of the rides that it names. */
    rides: number[];
  } | null;
  /** Of the whole history: equal for equal runs. */
  digest: string;
  rides: number;
  /** By status, for the report. */
  statuses: Record<string, number>;
  requests: number;
  wallMs: number;
  /** What was done and what came of it, for the story. */
  told: { at: number; text: string }[];
}
