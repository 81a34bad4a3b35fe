import type { Cents } from '../money.ts';
import type { HistoryEntry } from './ride-fields.ts';
import { type CancelledBy, type PaidRide, paidFor, totalOf } from './ride-money.ts';

/** What a rider is charged for cancelling before the driver has arrived, after that, and for not coming at all. */
const FEES_CENTS = { accepted: 5_00, arrived: 10_00, noShow: 15_00 };

/** After paying, and before the pickup, cancelling is free for this long. */
const FREE_AFTER_PAYING_MS = 2 * 60_000;
const FREE_BEFORE_PICKUP_MS = 3_600_000;

/** From arrival and pickup time on, whichever is later, a driver waits for this long at no charge. */
export const FREE_WAITING_MS = 15 * 60_000;

/** What of a ride decides on the fee. */
export interface CancellableRide {
  driverId: string | null;
  scheduledAt: string;
  history: readonly Pick<HistoryEntry, 'change' | 'at'>[];
  /** What the rider has paid for it, or has on account. */
  paidCents: Cents;
  /** When its driver arrived; null before. */
  arrivedAt: string | null;
}

/**
 * The fee for cancelling a settled ride at an instant, in cents; screens, mails and the charge itself use this one.
 * Nothing when operations or its driver cancel, while no driver has accepted, within two minutes of paying, and more than an hour before the
 * pickup; else $5, $10 once the driver has arrived, and $15 where nobody came. Never more than half of what was paid.
 */
export function cancellationFee(ride: CancellableRide, at: Date, by: CancelledBy): Cents {
  const fees = cancellationFees(ride.paidCents);
  if (by === 'no_show') return fees.noShow;
  if (by === 'operations' || ride.driverId === null || at < freeUntil(ride)) return 0;
  return ride.arrivedAt ? fees.arrived : fees.accepted;
}

/** What each stage of a ride costs its rider to cancel once that is not free any more, in cents. */
export function cancellationFees(paidCents: Cents): typeof FEES_CENTS {
  const most = Math.floor(paidCents / 2);
  const capped = (feeCents: Cents) => Math.min(feeCents, most);
  return {
    accepted: capped(FEES_CENTS.accepted),
    arrived: capped(FEES_CENTS.arrived),
    noShow: capped(FEES_CENTS.noShow),
  };
}

/** A settled ride with its money. `refundableCents`: what of that was neither given back nor is owed. */
export type SettledRide = Omit<CancellableRide, 'paidCents'> & PaidRide & { refundableCents: Cents };

/**
 * The fee for cancelling a settled ride at an instant, in cents: never more than is left of what was paid. A fare on
 * account is not paid yet: its fee is what stays on the account.
 */
export function feeForCancelling(ride: SettledRide, at: Date, by: CancelledBy): Cents {
  const feeCents = cancellationFee({ ...ride, paidCents: feeBaseCents(ride) }, at, by);
  return ride.paymentStatus === 'on_account' ? feeCents : Math.min(feeCents, ride.refundableCents);
}

/** What a fee is never more than half of. */
export const feeBaseCents = (ride: PaidRide): Cents =>
  ride.paymentStatus === 'on_account' ? ride.fare.fareCents : totalOf(paidFor(ride));

/** Until when its rider may cancel without a fee, even once a driver has accepted. */
export function freeUntil({ scheduledAt, history }: Pick<CancellableRide, 'scheduledAt' | 'history'>): Date {
  const paidAt = history.find(({ change }) => change === 'paid')?.at;
  const afterPaying = paidAt ? Date.parse(paidAt) + FREE_AFTER_PAYING_MS : 0;
  return new Date(Math.max(afterPaying, Date.parse(scheduledAt) - FREE_BEFORE_PICKUP_MS));
}

/** From when a driver's wait counts: arrival or pickup time, whichever is later; null before they have arrived. */
export function waitingSince({
  arrivedAt,
  scheduledAt,
}: Pick<CancellableRide, 'arrivedAt' | 'scheduledAt'>): Date | null {
  if (arrivedAt === null) return null;
  return new Date(Math.max(Date.parse(arrivedAt), Date.parse(scheduledAt)));
}

/** From when its driver may note that nobody came; null before they have arrived. */
export function noShowFrom(ride: Pick<CancellableRide, 'arrivedAt' | 'scheduledAt'>): Date | null {
  const since = waitingSince(ride);
  return since && new Date(since.getTime() + FREE_WAITING_MS);
}

/** Until so long before its pickup a driver may give a ride back. */
const GIVE_BACK_BEFORE_PICKUP_MS = 2 * 3_600_000;

/** Until when its driver may give a ride back by themselves. */
export const giveBackUntil = ({ scheduledAt }: Pick<CancellableRide, 'scheduledAt'>): Date =>
  new Date(Date.parse(scheduledAt) - GIVE_BACK_BEFORE_PICKUP_MS);
