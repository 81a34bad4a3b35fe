import * as cancelApi from '#common/rides/cancel-api.ts';
import { giveBackUntil } from '#common/rides/cancellation.ts';
import * as driveApi from '#common/rides/drive-api.ts';
import type { DriverRide, Offer } from '#common/rides/ride.ts';
import { UNDO_MS } from '#common/rides/ride-limits.ts';
import type { Milestone } from '#common/rides/ride-states.ts';
import { ApiError, isUnsent } from '#web/lib/api-error.ts';
import { call } from '#web/lib/call.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import { pickupOf } from '../planned-time.ts';
import {
  abandonAccept,
  beginAccept,
  receiveRemovedRides,
  receiveRides,
  useRideStore,
} from '../store/ride-store.ts';

/** When this page sent an accept, and whether it was answered, by ride. */
const accepts = new Map<string, { sentAtMs: number; isAnswered: boolean }>();

/**
 * Accepts an offer for a driver. Ignored while the same offer is being accepted. The board shows the outcome:
 * removed when the driver got the ride, "Taken" when another driver did, otherwise open again.
 *
 * @param options `revision` is that of the offer shown: the server refuses if the ride has changed since.
 * `allowOverlap` accepts it although it overlaps another ride of the driver or the vehicle.
 * @returns whether this call accepted it
 * @throws ApiError 409 when another driver was first, the ride does not fit, or it has changed
 */
export async function acceptRide(
  rideId: string,
  driverId: string,
  options: { revision: number; allowOverlap?: true },
): Promise<boolean> {
  if (isAccepting(rideId)) return false;
  beginAccept(rideId);
  const known = accepts.get(rideId);
  // Sent again without an answer, it may have been made the first time.
  const isRepeat = known !== undefined && !known.isAnswered;
  const sentAtMs = isRepeat ? known.sentAtMs : Date.now();
  accepts.set(rideId, { sentAtMs, isAnswered: false });
  // Before the call: the driver may give the ride back before the reply.
  givingBack.delete(rideId);
  try {
    const ride = await call(driveApi.moveRide, { rideId, status: 'accepted', driverId, ...options });
    accepts.set(rideId, { sentAtMs, isAnswered: true });
    receiveRides([ride]);
    return true;
  } catch (error) {
    if (isRefused(error) || (isUnsent(error) && !isRepeat)) accepts.delete(rideId);
    abandonAccept(rideId, { isTaken: isGone(error) });
    throw error;
  }
}

const isRefused = (error: unknown): boolean => error instanceof ApiError && error.status === 409;

/**
 * Returns until when the server lets a driver undo an accept, in epoch milliseconds: for ten seconds, counted
 * from when this page first sent it, or as long as a ride can be given back anyway.
 */
export function undoUntilMs(ride: DriverRide | Offer): number {
  const nowMs = Date.now();
  const until = giveBackUntil({ scheduledAt: pickupOf(ride).toISOString() });
  const givenBackUntilMs = nowMs + until.getTime() - serverNow().getTime();
  return Math.max((accepts.get(ride.id)?.sentAtMs ?? nowMs) + UNDO_MS, givenBackUntilMs);
}

const isGone = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'RIDE_TAKEN' || error.code === 'RIDE_NOT_OPEN');

const isAccepting = (rideId: string) =>
  useRideStore.getState().offers.posted.some(({ offer, isAccepting }) => offer.id === rideId && isAccepting);

/**
 * Moves a driver's ride to its next milestone, such as started.
 *
 * @param options `confirmEarly` starts it more than an hour before the pickup; `pin` is the rider's start PIN
 * @throws ApiError TOO_EARLY when `confirmEarly` is needed; PIN_REQUIRED, WRONG_PIN, PIN_LOCKED
 */
export async function moveRide(
  rideId: string,
  status: Milestone,
  options: { confirmEarly?: true; pin?: string } = {},
): Promise<void> {
  receiveRides([await call(driveApi.moveRide, { rideId, status, ...options })]);
}

const givingBack = new Set<string>();

/**
 * Gives a driver's accepted ride back. It leaves their list, and is offered to other drivers again.
 *
 * @throws ApiError RIDE_STATE_CONFLICT when it is too late; RIDE_CHANGED
 */
export async function giveRideBack(rideId: string, reason: string): Promise<void> {
  givingBack.add(rideId);
  try {
    receiveRemovedRides([await call(cancelApi.giveRideBack, { rideId, reason })]);
  } catch (error) {
    givingBack.delete(rideId);
    throw error;
  }
}

/**
 * Whether this page gave back a ride that has left the driver's list. The socket event may arrive before the
 * reply. Returns true only once per ride.
 */
export const wasGivenBack = (rideId: string): boolean => givingBack.delete(rideId);

/**
 * Reports a no-show, which cancels the ride.
 * @returns the ride
 * @throws ApiError RIDE_STATE_CONFLICT, RIDE_CHANGED
 */
export async function noteNoShow(rideId: string): Promise<DriverRide> {
  const ride = await call(cancelApi.noteNoShow, { rideId });
  receiveRides([ride]);
  return ride;
}

/** Quotes the completion of a driver's ride at this moment. @throws ApiError */
export const readCompletion = (rideId: string, signal: AbortSignal): Promise<driveApi.CompletionQuote> =>
  call(driveApi.readCompletion, { rideId }, { signal });

/**
 * Completes a ride in progress for a final fare, given in dollars (specification section 4).
 * @throws ApiError
 */
export async function completeRide(rideId: string, actualFare: string): Promise<DriverRide> {
  const ride = await call(driveApi.completeRide, { rideId, actualFare });
  receiveRides([ride]);
  return ride;
}
