import { driverShareCents } from '../fares/driver-share.ts';
import type { Fare } from '../fares/fare.ts';
import { type Cents, roundCents } from '../money.ts';
import { isUnderReview } from './fare-review.ts';
import type { FareReview } from './ride-fields.ts';
import { type Charge, sumCents } from './ride-money.ts';
import type { RideStatus } from './ride-states.ts';

/** The fields of a ride that decide its driver's earnings. */
interface EarningRide {
  status: RideStatus;
  fare: Pick<Fare, 'fareCents' | 'promoCents' | 'baseCents' | 'gratuityCents'>;
  /** The final fare; null before completion. */
  actualFareCents: Cents | null;
  cancellation: { feeCents: Cents } | null;
  /** The final fare under review by staff, until they decide. */
  fareReview?: FareReview | null;
  /** Charge to the rider for the driver's waiting. */
  waiting?: { cents: Cents } | null;
  charges: readonly Pick<Charge, 'kind' | 'status' | 'amountCents'>[];
}

/** A driver's earnings from a ride, in cents. */
interface DriverEarnings {
  /** Amount of which the driver gets 80%: base rate plus waiting charge, or the cancellation fee. */
  baseCents: Cents;
  /** 80% of the base. */
  shareCents: Cents;
  /** The gratuity in the fare plus later tips. */
  tipCents: Cents;
}

/**
 * Calculates a driver's earnings from a ride, wherever they are shown or paid.
 *
 * - Completed: 80% of base rate and waiting charge, plus gratuity and later tips in full. If the final fare
 *   is below the fare, base rate and gratuity shrink in the proportion of both before the promo code, each
 *   rounded once.
 * - Cancelled: 80% of the cancellation fee.
 * - Final fare under review by staff: later tips only.
 *
 * Promo codes and refunds by staff are paid by the company and do not reduce the earnings. A refunded tip
 * does not count.
 */
export function driverEarnings(ride: EarningRide): DriverEarnings {
  if (ride.status === 'cancelled') return earningsOf(ride.cancellation?.feeCents ?? 0, 0);
  const tippedCents = sumCents(
    ride.charges
      .filter(({ kind, status }) => kind === 'tip' && status === 'paid')
      .map(({ amountCents }) => amountCents),
  );
  if (isUnderReview(ride)) return earningsOf(0, tippedCents);
  const baseCents = finalCents(ride, ride.fare.baseCents) + (ride.waiting?.cents ?? 0);
  return earningsOf(baseCents, gratuityOf(ride) + tippedCents);
}

/** Returns the gratuity in the final fare. */
export const gratuityOf = (ride: Pick<EarningRide, 'fare' | 'actualFareCents'>): Cents =>
  finalCents(ride, ride.fare.gratuityCents);

/** Scales a line of the fare by final fare / fare, both before the promo code. */
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

/** Adds share and tips. */
export const earnedCents = ({ shareCents, tipCents }: Omit<DriverEarnings, 'baseCents'>): Cents =>
  shareCents + tipCents;

const earningsOf = (baseCents: Cents, tipCents: Cents): DriverEarnings => ({
  baseCents,
  shareCents: driverShareCents({ baseCents, gratuityCents: 0 }),
  tipCents,
});
