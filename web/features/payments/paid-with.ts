import { formatCents } from '#common/money.ts';
import type { RiderRide } from '#common/rides/ride.ts';

type PaidRide = Pick<RiderRide, 'fare' | 'payment'>;

function byCard({ fare, payment }: PaidRide): string {
  const amount = formatCents(fare.totalCents);
  if (!payment) return amount;
  const brand = payment.brand.charAt(0).toUpperCase() + payment.brand.slice(1);
  return `${amount}, ${brand} ending ${payment.last4}`;
}

/**
 * `$159.82, Visa ending 4242`, and `$109.82, Visa ending 4242; $50.00, gift card`. Only the amount when no card was charged, or none is
 * known yet.
 */
export function paidWith(ride: PaidRide): string {
  const { giftCardCents, totalCents } = ride.fare;
  if (giftCardCents === 0) return byCard(ride);
  const byGiftCard = `${formatCents(giftCardCents)}, gift card`;
  return totalCents === 0 ? byGiftCard : `${byCard(ride)}; ${byGiftCard}`;
}
