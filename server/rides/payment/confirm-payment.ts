import type { ConfirmOutcome } from '#common/jobs.ts';
import { logger } from '../../infra/logger.ts';
import { isPaymentFor, type Payment, readPayment } from '../../payments/stripe-payments.ts';
import { cardRefusal } from '../../promos/check-promo.ts';
import { cancelUnpaidRide } from '../cancel/cancel-unpaid-ride.ts';
import { isFurther } from '../charges/charges.ts';
import { confirmCharge } from '../charges/confirm-charge.ts';
import { followLead } from '../order/follow-lead.ts';
import {
  captureOrderHolds,
  dueCentsOf,
  findOrder,
  metadataOf,
  type RideOrder,
  settledAs,
} from '../order/ride-order.ts';
import type { RideRecord } from '../ride-model.ts';
import { findRide } from '../ride-queries.ts';
import { markPaid, PAYABLE } from './mark-paid.ts';
import { flagPayment, knownOutcome, refundLatePayment } from './payment-outcomes.ts';

/**
 * Reads a ride's payment at Stripe and settles the ride if it is made, and its return trip with it. Neither webhook nor
 * browser proves anything: the payment is read by the id stored with the ride, and only id, amount, currency, ride and
 * rider together settle it, once promo and gift card are captured. Repeatable.
 *
 * @throws AppError NOT_FOUND
 */
export async function confirmPayment(rideId: string): Promise<ConfirmOutcome> {
  const order = await findOrder(await findRide(rideId));
  const outcome = await confirmOrder(order);
  await followLead(order);
  return outcome;
}

async function confirmOrder(order: RideOrder): Promise<ConfirmOutcome> {
  const { lead } = order;
  const known = knownOutcome(lead);
  if (known) return known;
  if (!lead.paymentIntentId) return 'unpaid';
  // The fare of a ride booked by phone is a charge, which is settled with it.
  const fare = lead.charges.find((charge) => !isFurther(charge));
  if (fare) return confirmCharge(fare.id);

  const payment = await readPayment(lead.paymentIntentId);
  if (!payment.isPaid) return payment.isProcessing ? 'processing' : 'unpaid';
  const expected = { dueCents: dueCentsOf(order), metadata: metadataOf(order) };
  if (!isPaymentFor(payment, expected)) return flagPayment(lead, payment);

  // Only a cancelled payment lets a ride expire: what is captured now cannot be released under it.
  const captured = await captureOrderHolds(order, payment.cardFingerprint);
  if (captured === 'card-used') logger.warn({ rideId: lead.id }, 'card has used the promo code before');
  const settled =
    captured === 'captured'
      ? await markPaid(lead.id, { guard: PAYABLE, patch: settlementOf(lead, payment) })
      : await cancelUnpaidRide(lead.id, {
          guard: PAYABLE,
          ...(captured === 'card-used' && (await promoRefused(lead))),
        });
  return knownOutcome(settled ?? (await findRide(lead.id))) ?? refundLatePayment(lead.id);
}

/** Nothing that the browser asks before it pays holds against who leaves that out: the ride goes, and the money goes back. */
async function promoRefused({ promoCodeId }: RideRecord) {
  const text = await cardRefusal(promoCodeId ?? '');
  return { text, patch: { cancellation: { by: 'operations', feeCents: 0, reason: text } } } as const;
}

/** A ride of whose order the card paid nothing but the way back shows no card. */
function settlementOf(ride: RideRecord, { card }: Payment) {
  const paymentStatus = settledAs(ride);
  return { paymentStatus, payment: paymentStatus === 'paid' ? card : null };
}
