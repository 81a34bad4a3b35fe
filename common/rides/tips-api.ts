import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import type { Fare } from '../fares/fare.ts';
import { idSchema } from '../id.ts';
import { type Cents, percentOf } from '../money.ts';
import { finalCents } from './driver-earnings.ts';
import { riderRideSchema } from './ride.ts';
import type { Charge } from './ride-money.ts';

/** Suggested tips after a ride, in percent of the base rate in the final fare. */
export const TIP_PERCENTAGES = [15, 18, 20, 25] as const;

/** Limits of a custom tip. */
export const MIN_TIP_CENTS = 1_00;
export const MAX_TIP_CENTS = 500_00;

const AMOUNT = `Please enter an amount from $1 to $500.`;

/** A tip, as a percentage (the server calculates the amount) or as an amount. */
const tipSchema = z.union(
  [
    z.object({ percentage: z.literal([...TIP_PERCENTAGES]) }),
    z.object({ amountCents: z.int().check(z.minimum(MIN_TIP_CENTS), z.maximum(MAX_TIP_CENTS)) }),
  ],
  AMOUNT,
);
export type Tip = z.infer<typeof tipSchema>;

/** The fields of a ride that decide the amount of a tip. */
interface TippedRide {
  fare: Fare;
  /** The final fare. */
  actualFareCents: Cents | null;
}

/** Returns the amount of a tip. */
export const tipCentsOf = (ride: TippedRide, tip: Tip): Cents =>
  'amountCents' in tip ? tip.amountCents : percentOf(finalCents(ride, ride.fare.baseCents), tip.percentage);

/** Returns the paid tip of a ride, unless refunded. */
export const paidTip = <C extends Pick<Charge, 'kind' | 'status'>>(charges: readonly C[]): C | undefined =>
  charges.find(({ kind, status }) => kind === 'tip' && status === 'paid');

export const tipRide = endpoint({
  method: 'POST',
  path: '/api/rides/:rideId/tip',
  summary:
    'Opens the tip of a completed ride for its rider, within 30 days, to be paid on the page. The driver gets all of it. One per ride: another amount replaces an unpaid one.',
  who: 'rider',
  body: z.object({ tip: tipSchema }),
  reply: z.object({ ride: riderRideSchema, chargeId: idSchema }),
  errors: ['RIDE_STATE_CONFLICT', 'RIDE_CHANGED', 'PAYMENT_IN_PROGRESS', 'PAYMENT_PROVIDER'],
  limit: { name: 'tip-ride', times: 60, windowSeconds: 600, per: 'user' },
});
