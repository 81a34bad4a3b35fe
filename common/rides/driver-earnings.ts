import { driverShareCents } from '../fares/driver-share.ts';
import type { Fare } from '../fares/fare.ts';
import { type Cents, roundCents } from '../money.ts';
import { isUnderReview } from './fare-review.ts';
import type { FareReview } from './ride-fields.ts';
import type { Charge } from './ride-money.ts';
import type { RideStatus } from './ride-states.ts';

/** What of a ride decides on its driver's earnings. */
export interface EarningRide {
  status: RideStatus;
  fare: Pick<Fare, 'fareCents' | 'promoCents' | 'baseCents' | 'gratuityCents'>;
  /** The final fare; null before completion. */
  actualFareCents: Cents | null;
  cancellation: { feeCents: Cents } | null;
  /** What it was completed for, where that waits for staff until it is decided. */
  fareReview?: FareReview | null;
  /** What the rider is charged for the driver's waiting. */
  waiting?: { cents: Cents } | null;
  charges: readonly Pick<Charge, 'kind' | 'status' | 'amountCents'>[];
}

/** What a ride earns its driver, in cents. */
export interface DriverEarnings {
  /** What 80% are taken of: the base rate with what waiting costs, or the fee kept for cancelling. */
  baseCents: Cents;
  /** 80% of the base. */
  shareCents: Cents;
  /** The gratuity of the fare, and what its rider tipped after it. */
  tipCents: Cents;
}

/**
 * What a ride earns its driver, wherever that is shown or paid. Completed for less than was paid: base and gratuity in the
 * proportion of the final fare before its promo code, each rounded once, with 80% of what waiting costs; a tip paid after it is the driver's whole. Cancelled: 80% of the fee that
 * was kept. While its final fare waits for staff: tips alone. A promo code and refunds by hand are our cost, and change nothing, but that a tip which is refunded is nobody's.
 */
export function driverEarnings(ride: EarningRide): DriverEarnings {
  if (ride.status === 'cancelled') return earningsOf(ride.cancellation?.feeCents ?? 0, 0);
  const tippedCents = ride.charges
    .filter(({ kind, status }) => kind === 'tip' && status === 'paid')
    .reduce((sum, { amountCents }) => sum + amountCents, 0);
  if (isUnderReview(ride)) return earningsOf(0, tippedCents);
  const baseCents = finalCents(ride, ride.fare.baseCents) + (ride.waiting?.cents ?? 0);
  return earningsOf(baseCents, gratuityOf(ride) + tippedCents);
}

/** The gratuity of the final fare. */
export const gratuityOf = (ride: Pick<EarningRide, 'fare' | 'actualFareCents'>): Cents =>
  finalCents(ride, ride.fare.gratuityCents);

/** A line of a ride's fare in the proportion of the final fare to the fare, both before the promo code. */
export function finalCents(
  { fare, actualFareCents }: Pick<EarningRide, 'fare' | 'actualFareCents'>,
  lineCents: Cents,
): Cents {
  const isWhole = actualFareCents === null || actualFareCents >= fare.fareCents;
  const beforePromo = (cents: Cents) => cents + fare.promoCents;
  return isWhole
    ? lineCents
    : roundCents((lineCents * beforePromo(actualFareCents)) / beforePromo(fare.fareCents));
}

/** Share and tips together. */
export const earnedCents = ({ shareCents, tipCents }: Omit<DriverEarnings, 'baseCents'>): Cents =>
  shareCents + tipCents;

const earningsOf = (baseCents: Cents, tipCents: Cents): DriverEarnings => ({
  baseCents,
  shareCents: driverShareCents({ baseCents, gratuityCents: 0 }),
  tipCents,
});
