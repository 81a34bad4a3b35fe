import type { People } from './settle-people.ts';

/** A booked ride of the story. */
export interface BookedRide {
  rideId: string;
  /** Null for a ride booked by phone. */
  clientSecret: string | null;
}

/** The context in which an act is performed. */
export interface Performance {
  people: People;
  /** The ride that the act concerns; undefined before it is booked. */
  booked: BookedRide | undefined;
  /** Stores the result of a booking. */
  keep: (leg: 'there' | 'back', booked: BookedRide) => void;
  /** Returns the id of the newest dispute over one of these payments; null if there is none. */
  disputeOver: (paymentIntentIds: readonly (string | null)[]) => string | null;
  /** Idempotency key of the request, reused when it is repeated. */
  idempotencyKey: string;
}

/** Thrown when an act cannot be tried, because the page would offer no button for it. */
export class NothingToDo extends Error {}
