import * as cancelApi from '#common/rides/cancel-api.ts';
import * as checkoutApi from '#common/rides/checkout-api.ts';
import * as driveApi from '#common/rides/drive-api.ts';
import { type DriverRide, isRiderRide, type RiderRide } from '#common/rides/ride.ts';
import type { Milestone } from '#common/rides/ride-states.ts';
import * as api from '#common/rides/rides-api.ts';
import * as tripApi from '#common/rides/trip-api.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { call } from '#web/lib/call.ts';
import {
  abandonAccept,
  beginAccept,
  receiveRemovedRides,
  receiveRides,
  useRideStore,
} from '../store/ride-store.ts';

/**
 * Accepts an offer for a driver; while one accept of it is on its way, a second does nothing. The board shows what became of it:
 * removed if it is this driver's now, "Taken" if somebody was first, else open again.
 *
 * @param options `revision` is of the offer as the driver was shown it: the server refuses to give them another ride;
 * `allowOverlap` accepts although it overlaps another ride of the driver's, or another's in the vehicle
 * @returns whether this call accepted it
 * @throws ApiError 409 if somebody was first, it does not fit, or it has changed
 */
export async function acceptRide(
  rideId: string,
  driverId: string,
  options: { revision: number; allowOverlap?: true },
): Promise<boolean> {
  if (isAccepting(rideId)) return false;
  beginAccept(rideId);
  try {
    receiveRides([await call(driveApi.moveRide, { rideId, status: 'accepted', driverId, ...options })]);
    givingBack.delete(rideId);
    return true;
  } catch (error) {
    abandonAccept(rideId, { isTaken: isGone(error) });
    throw error;
  }
}

const isGone = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'RIDE_TAKEN' || error.code === 'RIDE_NOT_OPEN');

const isAccepting = (rideId: string) =>
  useRideStore.getState().offers.posted.some(({ offer, isAccepting }) => offer.id === rideId && isAccepting);

/**
 * Moves a driver's ride to its next milestone, such as started.
 *
 * @param options `confirmEarly` starts it although its pickup is more than an hour ahead; `pin` is what the rider told
 * @throws ApiError TOO_EARLY when that has to be asked first, PIN_REQUIRED, WRONG_PIN, PIN_LOCKED
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
 * Gives a driver's accepted ride back: it leaves their list with the reply, and is open to other drivers again.
 *
 * @throws ApiError RIDE_STATE_CONFLICT when it is too late for that, RIDE_CHANGED
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
 * Whether a ride that has left the driver's list was given back by this page, which the socket may say before the reply
 * does; asked once of each.
 */
export const wasGivenBack = (rideId: string): boolean => givingBack.delete(rideId);

/** Notes that nobody came to the pickup: the ride is cancelled. @returns it @throws ApiError RIDE_STATE_CONFLICT, RIDE_CHANGED */
export async function noteNoShow(rideId: string): Promise<DriverRide> {
  const ride = await call(cancelApi.noteNoShow, { rideId });
  receiveRides([ride]);
  return ride;
}

/** What completing a driver's ride comes to now. @throws ApiError */
export const readCompletion = (rideId: string, signal: AbortSignal): Promise<driveApi.CompletionQuote> =>
  call(driveApi.readCompletion, { rideId }, { signal });

/** Completes a ride in progress for a final fare, as a dollar string (specification section 4). @throws ApiError */
export async function completeRide(rideId: string, actualFare: string): Promise<DriverRide> {
  const ride = await call(driveApi.completeRide, { rideId, actualFare });
  receiveRides([ride]);
  return ride;
}

/** Reads a rider's own ride. @throws ApiError 404 if it is no ride of this rider; Error if it is one this rider drives */
export async function readRiderRide(rideId: string, signal?: AbortSignal): Promise<RiderRide> {
  const ride = await call(api.readRide, { rideId }, { signal });
  if (!isRiderRide(ride)) throw new Error('This is the ride as its driver sees it.');
  receiveRides([ride]);
  return ride;
}

/** Makes the trip link of a rider's ride. @throws ApiError */
export async function shareRide(rideId: string): Promise<void> {
  receiveRides([await call(tripApi.shareRide, { rideId })]);
}

/** Ends it. @throws ApiError */
export async function stopSharingRide(rideId: string): Promise<void> {
  receiveRides([await call(tripApi.stopSharingRide, { rideId })]);
}

/** Has the driver ask for the start PIN, or no longer. @throws ApiError */
export async function setStartPin(rideId: string, isWanted: boolean): Promise<void> {
  receiveRides([await call(api.setStartPin, { rideId, isWanted })]);
}

/** Requests the payment of an unpaid ride again. @returns its client secret @throws ApiError */
export async function reopenCheckout(rideId: string): Promise<string> {
  const { clientSecret } = await call(checkoutApi.reopenCheckout, { rideId });
  return clientSecret;
}

/** Asks before a card is charged whether it may be, with the ride's promo code. @throws ApiError 400 when it may not */
export async function checkCard(rideId: string, confirmationTokenId: string): Promise<void> {
  await call(checkoutApi.checkCard, { rideId, confirmationTokenId });
}

/** Books a ride with nothing to pay. @returns the ride, as it is then @throws ApiError 409 once it is no longer held */
export async function confirmBooking(rideId: string): Promise<RiderRide> {
  const ride = await call(checkoutApi.confirmBooking, { rideId });
  receiveRides([ride]);
  return ride;
}

interface Payment {
  rideId: string;
  paymentIntentId: string;
}

/** Has the server look up a payment at Stripe. @returns the ride, still `pending` while that runs @throws ApiError */
export async function confirmPayment(
  { rideId, paymentIntentId }: Payment,
  riderId: string,
): Promise<RiderRide> {
  const { ride } = await call(checkoutApi.confirmPayment, { rideId, paymentIntentId, riderId });
  receiveRides([ride]);
  return ride;
}
