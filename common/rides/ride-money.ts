import * as z from 'zod/mini';
import type { Fare } from '../fares/fare.ts';
import { idSchema } from '../id.ts';
import { type Cents, formatCents } from '../money.ts';
import { isSettled, type PaymentStatus } from './ride-states.ts';

/** Money of a ride that people move: cancellations, refunds and charges. Amounts in cents. */

/** On whose behalf staff cancel a ride. A driver who cannot come counts as operations. */
export const staffCancelsForSchema = z.enum(['rider', 'operations']);
export type CancelsFor = z.infer<typeof staffCancelsForSchema>;

/** Who cancelled a settled ride. `no_show`: the driver, because nobody came to the pickup. */
export const cancelledBySchema = z.enum([...staffCancelsForSchema.options, 'no_show']);
export type CancelledBy = z.infer<typeof cancelledBySchema>;

/** The fee kept for cancelling, and the refunds. */
export const cancellationSumsSchema = z.object({
  feeCents: z.int(),
  toCardCents: z.int(),
  toGiftCardCents: z.int(),
});
export type CancellationSums = z.infer<typeof cancellationSumsSchema>;

/** An amount split by card and gift card. */
export interface Sums {
  toCardCents: Cents;
  toGiftCardCents: Cents;
}

export const NOTHING: Sums = { toCardCents: 0, toGiftCardCents: 0 };

export const totalOf = ({ toCardCents, toGiftCardCents }: Sums): Cents => toCardCents + toGiftCardCents;

/** Adds up amounts. */
export const sumCents = (amounts: readonly Cents[]): Cents =>
  amounts.reduce((sum, amount) => sum + amount, 0);

/** The fields of a ride that decide how much was paid. */
export interface PaidRide {
  paymentStatus: PaymentStatus;
  fare: Pick<Fare, 'fareCents' | 'totalCents' | 'giftCardCents'>;
  /** The fare as booked; absent or null if it has not changed. */
  bookedFare?: Fare | null;
}

/** Returns the fare as booked, before any edit. */
export const fareAsBooked = <F>({ fare, bookedFare }: { fare: F; bookedFare?: F | null }): F =>
  bookedFare ?? fare;

/** The fields of a ride that decide how much is due for its booking. */
interface OrderedRide {
  /** Null for a ride without a return trip. */
  order: { dueCents: Cents } | null;
  fare: Pick<Fare, 'totalCents'>;
  bookedFare: Pick<Fare, 'totalCents'> | null;
}

/** Returns what is due by bank card for a ride as booked, together with its return trip. */
export const orderDueCents = ({ order, ...ride }: OrderedRide): Cents =>
  order?.dueCents ?? fareAsBooked(ride).totalCents;

/**
 * Returns what was paid for a settled ride in its current state, including edits and extensions. Excludes
 * waived remainders, promo discounts and fares on account.
 */
export function paidFor({ paymentStatus, fare, bookedFare }: PaidRide): Sums {
  if (!isSettled({ paymentStatus }) || paymentStatus === 'on_account') return NOTHING;
  // A ride booked with nothing to pay may have been edited, and paid by card, since.
  const isByCard = paymentStatus === 'paid' || Boolean(bookedFare);
  return { toCardCents: isByCard ? fare.totalCents : 0, toGiftCardCents: fare.giftCardCents };
}

interface AccountRide {
  isCancelled: boolean;
  /** The cancellation fee; null or absent without one. */
  feeCents: Cents | null | undefined;
  /** Null until it is decided. */
  finalCents: Cents | null;
  fareCents: Cents;
}

/** Returns the amount of a ride on account, which is unpaid and so never refunded. */
export const accountCents = ({ isCancelled, feeCents, finalCents, fareCents }: AccountRide): Cents =>
  isCancelled ? (feeCents ?? 0) : (finalCents ?? fareCents);

/** A bank card as Stripe describes it. */
const bankCardSchema = z.object({ brand: z.string(), last4: z.string() });

/**
 * A refund decided by staff, or caused by a cheaper edit, a completion or a cancellation. `owedSince` is set
 * until Stripe and gift card have made it; then `refunds` of the ride contains it.
 */
export const adjustmentSchema = z.object({
  id: idSchema,
  toCardCents: z.int(),
  toGiftCardCents: z.int(),
  reason: z.string(),
  /** Name of the person who decided it. */
  by: z.string(),
  at: z.iso.datetime(),
  owedSince: z.optional(z.iso.datetime()),
  /** The charge whose payment is refunded; absent for the ride's own payment. */
  chargeId: z.optional(idSchema),
  /** Why it was made, if not decided by staff. */
  cause: z.optional(z.enum(['edit', 'completion', 'cancellation'])),
});
export type Adjustment = z.infer<typeof adjustmentSchema>;

/**
 * A payment requested from the customer besides that of the booking form; not what Stripe calls a charge,
 * which is one debit of a card. Kinds: the fare of a ride booked by phone (`booking`), the extra cost of an
 * edit (`difference`), more time (`extension`), the driver's waiting (`waiting`), a `tip`, or a charge by
 * staff (`adjustment`). Statuses: `void` if withdrawn, expired or cancelled before payment, `refunded` if
 * paid and refunded.
 */
export const chargeSchema = z.object({
  id: idSchema,
  kind: z.enum(['booking', 'difference', 'extension', 'waiting', 'adjustment', 'tip']),
  amountCents: z.int(),
  status: z.enum(['open', 'paid', 'void', 'refunded']),
  /** Reason shown to the customer; null for a fare. */
  reason: z.nullable(z.string()),
  at: z.iso.datetime(),
  /** Deadline for paying; absent if there is none. A fare has the deadline of its ride. */
  payBy: z.optional(z.iso.datetime()),
  /** Whether it pays for a change made by staff, so that the rider is mailed a payment link. */
  isByStaff: z.optional(z.boolean()),
  paymentIntentId: z.nullable(z.string()),
  /** The bank card used, if any. */
  card: z.optional(bankCardSchema),
  /** When it was paid, and when it was refunded. */
  paidAt: z.optional(z.iso.datetime()),
  refundedAt: z.optional(z.iso.datetime()),
  /** Set while its refund is owed; absent once it is made. */
  owedSince: z.optional(z.iso.datetime()),
  /** Whether it was paid too late for its purpose, so that the rider is mailed about the refund. */
  isTooLate: z.optional(z.boolean()),
  /** Stripe's id of the refund, and why the refund failed. */
  refundId: z.nullable(z.string()),
  failure: z.optional(z.string()),
});
export type Charge = z.infer<typeof chargeSchema>;

/** Names of the kinds of charges. Charges by staff are named by their reason. */
export const CHARGE_NAMES: Readonly<Partial<Record<Charge['kind'], string>>> = {
  difference: 'Change',
  extension: 'More time',
  waiting: 'Waiting',
  tip: 'Tip',
};

/** Whether a charge was paid, even if refunded since. */
export const wasPaid = ({ status }: Pick<Charge, 'status'>): boolean =>
  status === 'paid' || status === 'refunded';

/** Whether paying a charge edits or extends the ride, so that its amount becomes part of the fare. */
export const isEditCharge = ({ kind }: Pick<Charge, 'kind'>): boolean =>
  kind === 'difference' || kind === 'extension';

/** The text of a charge's withdrawal in the history, by which a repeated withdrawal is recognized. */
export const formatWithdrawn = ({ amountCents }: Pick<Charge, 'amountCents'>, reason: string): string =>
  `Charge of ${formatCents(amountCents)} withdrawn: ${reason}`;

/** The rider's view of a charge besides the fare. Charges that became void unpaid are not shown. */
export const riderChargeSchema = z.object({
  /** The refunded amount, if a part had been refunded before. */
  givenBackCents: z.optional(z.int()),
  /** Whether its refund to the card failed, so that support must act; absent otherwise. */
  isFailed: z.optional(z.boolean()),
  ...z.pick(chargeSchema, {
    id: true,
    kind: true,
    amountCents: true,
    status: true,
    reason: true,
    payBy: true,
    card: true,
    paidAt: true,
    refundedAt: true,
  }).shape,
});
export type RiderCharge = z.infer<typeof riderChargeSchema>;

/** The rider's view of a refund, made or owed. Excludes refunds of further charges. */
export const riderRefundSchema = z.object({
  toCardCents: z.int(),
  toGiftCardCents: z.int(),
  /** When it was made; null while it is owed. */
  at: z.nullable(z.iso.datetime()),
  /** Whether the refund to the card failed, so that support must act. */
  isFailed: z.boolean(),
  /** The card of the charge that was refunded; absent for the ride's own payment. */
  card: z.optional(bankCardSchema),
});
export type RiderRefund = z.infer<typeof riderRefundSchema>;

/** The most that a dispatcher may refund, and separately charge, on one ride. Admins have no limit. */
export const DISPATCHER_LIMIT_CENTS = 100_00;

/** Stripe's minimum; the maximum guards against typing errors. */
export const MIN_CHARGE_CENTS = 50;
export const MAX_CHARGE_CENTS = 10_000_00;
