import type { Cents } from '#common/money.ts';
import type { RideRecord } from './ride-record.ts';

type Paid = Pick<RideRecord, 'paymentStatus' | 'fare' | 'actualFareCents'>;

/** What the card gets back of a ride completed for less than was paid: the difference, at most what that card was charged. */
export function owedBackCents({ paymentStatus, fare, actualFareCents }: Paid): Cents {
  if (paymentStatus !== 'paid' || actualFareCents === null) return 0;
  return Math.min(fare.fareCents - actualFareCents, fare.totalCents);
}
