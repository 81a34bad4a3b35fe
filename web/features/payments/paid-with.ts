import { formatCents } from '#common/money.ts';
import type { RiderRide } from '#common/rides/ride.ts';

/** `$159.82, Visa ending 4242`; only the amount when no card was charged, or none is known yet. */
export function paidWith({ fare, payment }: Pick<RiderRide, 'fare' | 'payment'>): string {
  const amount = formatCents(fare.totalCents);
  if (!payment) return amount;
  const brand = payment.brand.charAt(0).toUpperCase() + payment.brand.slice(1);
  return `${amount}, ${brand} ending ${payment.last4}`;
}
