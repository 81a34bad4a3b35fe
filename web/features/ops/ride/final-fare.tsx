import { formatCents, formatDollars } from '#common/money.ts';
import { feeBaseCents } from '#common/rides/cancellation.ts';
import { driverEarnings, earnedCents } from '#common/rides/driver-earnings.ts';
import { refundedByStaffCents } from '#common/rides/fare-review.ts';
import { DISPATCHER_LIMIT_CENTS, MIN_CHARGE_CENTS } from '#common/rides/ride-money.ts';
import type { StaffRide } from '#common/rides/staff-ride.ts';
import type { FieldErrors } from '#web/lib/field-errors.ts';
import type { MoneyRow } from './money-rows.ts';

// Preview for staff who decide on a final fare; the server calculates the actual result.

/**
 * How a final fare is settled, in cents. What it leaves of the payment covers waiting first, and the rest is
 * refunded. Waiting that is not covered is charged.
 */
function settlementOf(ride: StaffRide, fareCents: number) {
  const isPaid = ride.paymentStatus !== 'on_account';
  const unusedCents = isPaid ? Math.min(feeBaseCents(ride) - fareCents, ride.refundableCents) : 0;
  const waitingCents = ride.waiting?.cents ?? 0;
  return {
    backCents: Math.max(0, unusedCents - waitingCents),
    chargedCents: Math.max(0, waitingCents - Math.max(0, unusedCents)),
  };
}

/** `$20.00 goes back to Hannah Cho in 5 to 7 business days. The receipt is emailed.` */
export function formatSettlement(ride: StaffRide, fareCents: number | null): string {
  if (fareCents === null || fareCents > ride.fare.fareCents) return '';
  const { backCents, chargedCents } = settlementOf(ride, fareCents);
  const sentences = [
    backCents > 0
      ? `${formatCents(backCents)} goes back to ${ride.customerName} in 5 to 7 business days.`
      : `Nothing goes back to ${ride.customerName}.`,
    chargedCents >= MIN_CHARGE_CENTS &&
      `${formatCents(chargedCents)} for waiting is charged by an emailed link.`,
    'The receipt is emailed.',
  ];
  return sentences.filter(Boolean).join(' ');
}

/** The amounts that result from a final fare. */
export function outcomeRows(ride: StaffRide, fareCents: number | null): MoneyRow[] {
  const isOnAccount = ride.paymentStatus === 'on_account';
  const paid = { label: isOnAccount ? 'On account' : 'Paid', cents: feeBaseCents(ride) };
  if (fareCents === null || fareCents > ride.fare.fareCents) return [paid];
  const share = earnedCents(driverEarnings({ ...ride, fareReview: null, actualFareCents: fareCents }));
  const waitingCents = ride.waiting?.cents ?? 0;
  return [
    paid,
    { label: 'Final fare', cents: fareCents },
    ...(waitingCents > 0 ? [{ label: 'Waiting', cents: waitingCents }] : []),
    ...(isOnAccount ? [] : [{ label: 'Goes back', cents: -settlementOf(ride, fareCents).backCents }]),
    { label: 'Driver’s share', cents: share },
  ];
}

/** Says how much dispatchers may refund, and that admins may refund more. */
export const DispatcherLimit = ({ ride }: { ride: StaffRide }) => (
  <p className="mb-5 text-14 text-ink-2">
    Dispatchers can give back up to {formatDollars(DISPATCHER_LIMIT_CENTS)} a ride{formatUsed(ride)}. Admins
    can give back more.
  </p>
);

/** How much dispatchers may still refund, in cents. */
const leftCents = (ride: StaffRide): number =>
  Math.max(0, DISPATCHER_LIMIT_CENTS - refundedByStaffCents(ride));

function formatUsed(ride: StaffRide): string {
  const usedCents = refundedByStaffCents(ride);
  return usedCents > 0 ? `, of which ${formatCents(leftCents(ride))} is left` : '';
}

/**
 * Validates a final fare.
 *
 * @param isAdmin admins may go down to zero, dispatchers only within their refund limit
 */
export function problemOfFare(ride: StaffRide, fareCents: number | null, isAdmin: boolean): FieldErrors {
  const mostCents = ride.fare.fareCents;
  const leastCents = isAdmin ? 0 : Math.min(feeBaseCents(ride) - leftCents(ride), mostCents);
  if (fareCents === null) return { finalFareCents: 'Please enter the final fare.' };
  if (fareCents > mostCents) return { finalFareCents: `At most ${formatCents(mostCents)}.` };
  return fareCents < leastCents
    ? { finalFareCents: `At least ${formatCents(leastCents)}, or ask an admin.` }
    : {};
}
