import * as z from 'zod/mini';
import type { Fare } from '../fares/fare.ts';
import { idSchema } from '../id.ts';
import type { Cents } from '../money.ts';
import { type PaymentStatus, SETTLED } from './ride-states.ts';

/** Money of a ride that people move by hand: cancelling, refunds and charges. Amounts in cents. */

/** Whom staff can cancel a ride for. A driver who cannot come counts as operations. */
export const staffCancelsForSchema = z.enum(['rider', 'operations']);
export type CancelsFor = z.infer<typeof staffCancelsForSchema>;

/** Who cancelled a settled ride; `no_show`: its driver did, since nobody came to the pickup. */
export const cancelledBySchema = z.enum([...staffCancelsForSchema.options, 'no_show']);
export type CancelledBy = z.infer<typeof cancelledBySchema>;

/** What cancelling keeps, and where the rest goes. */
export const cancellationSumsSchema = z.object({
  feeCents: z.int(),
  toCardCents: z.int(),
  toGiftCardCents: z.int(),
});
export type CancellationSums = z.infer<typeof cancellationSumsSchema>;

/** An amount by where it goes, or came from. */
export interface Sums {
  toCardCents: Cents;
  toGiftCardCents: Cents;
}

export const NOTHING: Sums = { toCardCents: 0, toGiftCardCents: 0 };

export const totalOf = ({ toCardCents, toGiftCardCents }: Sums): Cents => toCardCents + toGiftCardCents;

/** What of a ride decides on what was paid for it. */
export interface PaidRide {
  paymentStatus: PaymentStatus;
  fare: Pick<Fare, 'fareCents' | 'totalCents' | 'giftCardCents'>;
  /** The fare as it was booked; absent or null where it is that. */
  bookedFare?: Fare | null;
}

/**
 * What was paid for a settled ride as it now is, what an edit or extension cost more included. A rest that was waived, a promo code's part and a fare on
 * account were not paid.
 */
export function paidFor({ paymentStatus, fare, bookedFare }: PaidRide): Sums {
  if (!SETTLED.includes(paymentStatus) || paymentStatus === 'on_account') return NOTHING;
  // A ride that was booked with nothing to pay may have been edited since.
  const isByCard = paymentStatus === 'paid' || Boolean(bookedFare);
  return { toCardCents: isByCard ? fare.totalCents : 0, toGiftCardCents: fare.giftCardCents };
}

/** A bank card, as Stripe names it. */
const bankCardSchema = z.object({ brand: z.string(), last4: z.string() });

/**
 * A refund by hand, for a change of the ride that made it cost less, or of what a cancellation fee leaves of a charge. `owedSince` until Stripe and
 * gift card have made it; `refunds` of the ride then has it.
 */
export const adjustmentSchema = z.object({
  id: idSchema,
  toCardCents: z.int(),
  toGiftCardCents: z.int(),
  reason: z.string(),
  /** Name of who decided it. */
  by: z.string(),
  at: z.iso.datetime(),
  owedSince: z.optional(z.iso.datetime()),
  /** The charge whose payment it is taken from; absent where that is the ride's own. */
  chargeId: z.optional(idSchema),
  /** Why it was made, where nobody decided it by hand. */
  cause: z.optional(z.enum(['edit', 'completion', 'cancellation'])),
});
export type Adjustment = z.infer<typeof adjustmentSchema>;

/**
 * What a customer is asked to pay besides the payment of the booking form: the fare of a ride booked by phone
 * (`booking`), what an edit costs more (`difference`), more time (`extension`), the driver's `waiting`, a tip, or what staff ask for (`adjustment`). `void`: withdrawn, expired, or its ride was cancelled, before it was paid. `refunded`: paid, and given back.
 */
export const chargeSchema = z.object({
  id: idSchema,
  kind: z.enum(['booking', 'difference', 'extension', 'waiting', 'adjustment', 'tip']),
  amountCents: z.int(),
  status: z.enum(['open', 'paid', 'void', 'refunded']),
  /** What it is for, as the customer reads it; null for a fare. */
  reason: z.nullable(z.string()),
  at: z.iso.datetime(),
  /** Until when it can be paid; absent without an end. A fare's end is the ride's. */
  payBy: z.optional(z.iso.datetime()),
  /** Whether staff made the change that it is for, so that its rider is mailed a link to pay it. */
  isByStaff: z.optional(z.boolean()),
  paymentIntentId: z.nullable(z.string()),
  /** The bank card that paid, where it was one. */
  card: z.optional(bankCardSchema),
  /** When it was paid, and when that was given back. */
  paidAt: z.optional(z.iso.datetime()),
  refundedAt: z.optional(z.iso.datetime()),
  /** Since when its refund is owed; absent once it is made. */
  owedSince: z.optional(z.iso.datetime()),
  /** It was paid when what it was for could not be done any more, so its rider is mailed that it goes back. */
  isTooLate: z.optional(z.boolean()),
  /** Stripe's id of its refund, and why that failed. */
  refundId: z.nullable(z.string()),
  failure: z.optional(z.string()),
});
export type Charge = z.infer<typeof chargeSchema>;

/** What a charge is called; that of staff by the reason they gave. */
export const CHARGE_NAMES: Readonly<Partial<Record<Charge['kind'], string>>> = {
  difference: 'Change',
  extension: 'More time',
  waiting: 'Waiting',
  tip: 'Tip',
};

/** Whether a charge was paid, whatever went back of it since. */
export const wasPaid = ({ status }: Pick<Charge, 'status'>): boolean =>
  status === 'paid' || status === 'refunded';

/** Whether a charge changes the ride once it is paid, and is part of its fare from then on. */
export const isOfFare = ({ kind }: Pick<Charge, 'kind'>): boolean =>
  kind === 'difference' || kind === 'extension';

/** A charge besides the fare, as the ride's rider sees it; one that was void before it was paid is not shown. */
export const riderChargeSchema = z.object({
  /** What went back of one that is refunded, where a part of it had gone back before. */
  givenBackCents: z.optional(z.int()),
  /** Whether the card did not take that back, so that support has to see to it; absent where it did. */
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

/** Money that went back, or is about to, as the ride's rider sees it; what was paid for further charges is not among it. */
export const riderRefundSchema = z.object({
  toCardCents: z.int(),
  toGiftCardCents: z.int(),
  /** When it was made; null while it is owed. */
  at: z.nullable(z.iso.datetime()),
  /** Whether the card did not take its part, so that support has to see to it. */
  isFailed: z.boolean(),
  /** The card that paid the charge from which it is taken; absent where that is the ride's own payment. */
  card: z.optional(bankCardSchema),
});
export type RiderRefund = z.infer<typeof riderRefundSchema>;

/** The most a dispatcher may refund, and likewise charge, by hand on one ride; an admin is not limited by it. */
export const DISPATCHER_LIMIT_CENTS = 100_00;

/** Stripe takes nothing below; the most is a guard against a slip of the keyboard. */
export const MIN_CHARGE_CENTS = 50;
export const MAX_CHARGE_CENTS = 10_000_00;

/** Length of a reason, in characters. */
export const MAX_REASON = 300;
