import { AppError } from '#common/errors.ts';
import type { RideRecord } from './ride-model.ts';

/** The roles of a session. */
interface Actor {
  riderId?: string | undefined;
  driverId?: string | undefined;
}

const isItsRider = (actor: Actor, ride: RideRecord) => actor.riderId === ride.riderId;
const isItsDriver = (actor: Actor, ride: RideRecord) =>
  ride.driverId !== null && actor.driverId === ride.driverId;

/** Who may do what with a ride. Accepting is not listed: any driver may try, and the first wins. */
const POLICY = {
  view: (actor: Actor, ride: RideRecord) => isItsRider(actor, ride) || isItsDriver(actor, ride),
  pay: isItsRider,
  cancel: isItsRider,
  rate: isItsRider,
  keepInCalendar: isItsRider,
  /** Share the trip, or require the start PIN. */
  prepare: isItsRider,
  drive: isItsDriver,
} satisfies Record<string, (actor: Actor, ride: RideRecord) => boolean>;

/**
 * Checks that an actor may do something with a ride. Refuses as if the ride did not exist, so that guessing
 * ids reveals nothing.
 *
 * @throws AppError NOT_FOUND
 */
export function authorize(actor: Actor, action: keyof typeof POLICY, ride: RideRecord): void {
  if (!POLICY[action](actor, ride)) throw new AppError('NOT_FOUND', 'There is no such ride.');
}

/** Checks that an id in the request is the signed-in user's. @throws AppError FORBIDDEN */
export function requireSelf(sentId: string, signedInId: string | undefined): void {
  if (sentId !== signedInId) throw new AppError('FORBIDDEN', 'You are signed in as someone else.');
}
