import type { People } from './settle-people.ts';

/** A ride of the story, once it is booked. */
export interface BookedRide {
  rideId: string;
  /** Null for one that was booked by phone. */
  clientSecret: string | null;
}

/** What an act is done with. */
export interface Performance {
  people: People;
  /** The ride it is about; undefined before it is booked. */
  booked: BookedRide | undefined;
  /** Keeps what a booking came to. */
  keep: (leg: 'lead' | 'back', booked: BookedRide) => void;
  /** The newest dispute over one of these payments; null for none. */
  disputeOver: (paymentIntentIds: readonly (string | null)[]) => string | null;
  /** Of the request: the same for its repeat. */
  idempotencyKey: string;
}

/** The act cannot even be tried: there is nothing to press. */
export class NothingToDo extends Error {}
