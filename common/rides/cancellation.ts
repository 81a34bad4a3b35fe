import type { Cents } from '../money.ts';
import type { HistoryEntry } from './ride-fields.ts';
import { type CancelledBy, type PaidRide, paidFor, totalOf } from './ride-money.ts';

/** What a rider is charged for cancelling, before the driver has arrived and after. */
const FEE_CENTS = 5_00;
const ARRIVED_FEE_CENTS = 10_00;

/** After paying, and before the pickup, cancelling is free for this long. */
const FREE_AFTER_PAYING_MS = 2 * 60_000;
const FREE_BEFORE_PICKUP_MS = 3_600_000;

/** What of a ride decides on the fee. */
export interface CancellableRide {
  driverId: string | null;
  scheduledAt: string;
  history: readonly Pick<HistoryEntry, 'change' | 'at'>[];
  /** What the rider has paid for it, or has on account. */
  paidCents: Cents;
  /** When its driver arrived; absent or null before. */
  arrivedAt?: string | null;
}

/**
 * The fee for cancelling a settled ride at an instant, in cents; screens, mails and the charge itself use this one.
 * Nothing when operations or its driver cancel, while no driver has accepted, within two minutes of paying, and more than an hour before the
 * pickup; else $5, and $10 once the driver has arrived. Never more than half of what was paid.
 */
export function cancellationFee(ride: CancellableRide, at: Date, by: CancelledBy): Cents {
  if (by === 'operations' || ride.driverId === null || at < freeUntil(ride)) return 0;
  return Math.min(ride.arrivedAt ? ARRIVED_FEE_CENTS : FEE_CENTS, Math.floor(ride.paidCents / 2));
}

/** A settled ride with its money. `refundableCents`: what of that was neither given back nor is owed. */
export type SettledRide = Omit<CancellableRide, 'paidCents'> & PaidRide & { refundableCents: Cents };

/**
 * The fee for cancelling a settled ride at an instant, in cents: never more than is left of what was paid. A fare on
 * account is not paid yet: its fee is what stays on the account.
 */
export function feeForCancelling(ride: SettledRide, at: Date, by: CancelledBy): Cents {
  const isOnAccount = ride.paymentStatus === 'on_account';
  const paidCents = isOnAccount ? ride.fare.fareCents : totalOf(paidFor(ride));
  const feeCents = cancellationFee({ ...ride, paidCents }, at, by);
  return isOnAccount ? feeCents : Math.min(feeCents, ride.refundableCents);
}

/** Until when its rider may cancel without a fee, even once a driver has accepted. */
export function freeUntil({ scheduledAt, history }: Pick<CancellableRide, 'scheduledAt' | 'history'>): Date {
  const paidAt = history.find(({ change }) => change === 'paid')?.at;
  const afterPaying = paidAt ? Date.parse(paidAt) + FREE_AFTER_PAYING_MS : 0;
  return new Date(Math.max(afterPaying, Date.parse(scheduledAt) - FREE_BEFORE_PICKUP_MS));
}
