import type { Stars } from '#common/rides/rating.ts';
import * as ratingApi from '#common/rides/rating-api.ts';
import type { RiderCharge } from '#common/rides/ride-money.ts';
import * as tipsApi from '#common/rides/tips-api.ts';
import { call } from '#web/lib/call.ts';
import { receiveRides } from '../store/ride-store.ts';

/**
 * Rates a completed ride, or changes its rating.
 * @throws ApiError RIDE_STATE_CONFLICT when the ride is too old
 */
export async function rateRide(rideId: string, rating: { stars: Stars; text: string }): Promise<void> {
  receiveRides([await call(ratingApi.rateRide, { rideId, ...rating })]);
}

/**
 * Opens the tip of a completed ride, which is paid like any charge.
 *
 * @returns the id of its charge, and all charges of the ride
 * @throws ApiError RIDE_STATE_CONFLICT when already tipped or too old; PAYMENT_IN_PROGRESS
 */
export async function tipRide(
  rideId: string,
  tip: tipsApi.Tip,
): Promise<{ chargeId: string; charges: readonly RiderCharge[] }> {
  const { ride, chargeId } = await call(tipsApi.tipRide, { rideId, tip });
  receiveRides([ride]);
  return { chargeId, charges: ride.charges };
}
