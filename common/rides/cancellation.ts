import { HOUR_MS, MINUTE_MS } from '../durations.ts';
import type { Cents } from '../money.ts';
import type { HistoryEntry } from './ride-fields.ts';
import { type CancelledBy, type PaidRide, paidFor, totalOf } from './ride-money.ts';

/** Fees for cancelling before the driver has arrived, after the arrival, and for a no-show. */
const FEES_CENTS = { accepted: 5_00, arrived: 10_00, noShow: 15_00 };

/** Cancelling is free for this long after paying, and until this long before the pickup. */
const FREE_AFTER_PAYING_MS = 2 * MINUTE_MS;
const FREE_BEFORE_PICKUP_MS = HOUR_MS;

/** Free waiting time of the driver, from the later of arrival and pickup time. */
export const FREE_WAITING_MS = 15 * MINUTE_MS;

/** The fields of a ride that decide the fee. */
export interface CancellableRide {
  driverId: string | null;
  scheduledAt: string;
  history: readonly Pick<HistoryEntry, 'change' | 'at'>[];
  /** What the rider has paid, or has on account. */
  paidCents: Cents;
  /** When the driver arrived; null before. */
  arrivedAt: string | null;
}

/**
 * Returns the fee for cancelling a settled ride at an instant, in cents. Screens, mails and the charge all
 * use this function. Zero if operations or the driver cancel, while no driver has accepted, within two
 * minutes of paying, or more than an hour before the pickup. Otherwise $5, $10 once the driver has arrived,
 * $15 for a no-show; never more than half of the amount paid.
 */
export function cancellationFee(ride: CancellableRide, at: Date, by: CancelledBy): Cents {
  const fees = cancellationFees(ride.paidCents);
  if (by === 'no_show') return fees.noShow;
  if (by === 'operations' || ride.driverId === null || at < freeUntil(ride)) return 0;
  return ride.arrivedAt ? fees.arrived : fees.accepted;
}

/** Returns the fee at each stage of a ride once free cancellation has ended, in cents. */
export function cancellationFees(paidCents: Cents): typeof FEES_CENTS {
  const most = Math.floor(paidCents / 2);
  const capped = (feeCents: Cents) => Math.min(feeCents, most);
  return {
    accepted: capped(FEES_CENTS.accepted),
    arrived: capped(FEES_CENTS.arrived),
    noShow: capped(FEES_CENTS.noShow),
  };
}

/** A settled ride with its money. `refundableCents` is the paid amount minus refunds made and owed. */
export type SettledRide = Omit<CancellableRide, 'paidCents'> & PaidRide & { refundableCents: Cents };

/**
 * Returns the fee for cancelling a settled ride at an instant, in cents, capped at the refundable amount. A
 * ride on account is unpaid: its fee is the amount that stays on the account.
 */
export function feeForCancelling(ride: SettledRide, at: Date, by: CancelledBy): Cents {
  const feeCents = cancellationFee({ ...ride, paidCents: feeBaseCents(ride) }, at, by);
  return ride.paymentStatus === 'on_account' ? feeCents : Math.min(feeCents, ride.refundableCents);
}

/** Amount of which the fee may be at most half. */
export const feeBaseCents = (ride: PaidRide): Cents =>
  ride.paymentStatus === 'on_account' ? ride.fare.fareCents : totalOf(paidFor(ride));

/** Returns the end of free cancellation, which also applies once a driver has accepted. */
export function freeUntil({ scheduledAt, history }: Pick<CancellableRide, 'scheduledAt' | 'history'>): Date {
  const paidAt = history.find(({ change }) => change === 'paid')?.at;
  const afterPaying = paidAt ? Date.parse(paidAt) + FREE_AFTER_PAYING_MS : 0;
  return new Date(Math.max(afterPaying, Date.parse(scheduledAt) - FREE_BEFORE_PICKUP_MS));
}

/** Returns when waiting time starts: the later of arrival and pickup time. Null before the arrival. */
export function waitingSince({
  arrivedAt,
  scheduledAt,
}: Pick<CancellableRide, 'arrivedAt' | 'scheduledAt'>): Date | null {
  if (arrivedAt === null) return null;
  return new Date(Math.max(Date.parse(arrivedAt), Date.parse(scheduledAt)));
}

/** Returns when the driver may report a no-show; null before the arrival. */
export function noShowFrom(ride: Pick<CancellableRide, 'arrivedAt' | 'scheduledAt'>): Date | null {
  const since = waitingSince(ride);
  return since && new Date(since.getTime() + FREE_WAITING_MS);
}

/** How long before the pickup a driver can last give a ride back. */
const GIVE_BACK_BEFORE_PICKUP_MS = 2 * HOUR_MS;

/** Returns until when the driver may give a ride back without staff. */
export const giveBackUntil = ({ scheduledAt }: Pick<CancellableRide, 'scheduledAt'>): Date =>
  new Date(Date.parse(scheduledAt) - GIVE_BACK_BEFORE_PICKUP_MS);
