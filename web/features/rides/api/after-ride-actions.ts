import type { Stars } from '#common/rides/rating.ts';
import * as ratingApi from '#common/rides/rating-api.ts';
import type { RiderCharge } from '#common/rides/ride-money.ts';
import * as tipsApi from '#common/rides/tips-api.ts';
import { call } from '#web/lib/call.ts';
import { receiveRides } from '../store/ride-store.ts';

/** Rates a completed ride of the rider's, or rates it otherwise. @throws ApiError RIDE_STATE_CONFLICT once it is too long ago */
export async function rateRide(rideId: string, rating: { stars: Stars; text: string }): Promise<void> {
  receiveRides([await call(ratingApi.rateRide, { rideId, ...rating })]);
}

/**
 * Opens the tip of a completed ride, to be paid like any charge.
 *
 * @returns which of the ride's charges it is
 * @throws ApiError RIDE_STATE_CONFLICT when it is tipped, or too long ago; PAYMENT_IN_PROGRESS
 */
export async function tipRide(
  rideId: string,
  tip: tipsApi.Tip,
): Promise<{ chargeId: string; charges: readonly RiderCharge[] }> {
  const { ride, chargeId } = await call(tipsApi.tipRide, { rideId, tip });
  receiveRides([ride]);
  return { chargeId, charges: ride.charges };
}
