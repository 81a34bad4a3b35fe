import type { ConfirmOutcome } from '#common/jobs.ts';
import { dueCentsOf } from '#common/rides/ride-money.ts';
import { logger } from '../../infra/logger.ts';
import { isPaymentFor, type Payment, readPayment } from '../../payments/stripe-payments.ts';
import { cardRefusal } from '../../promos/check-promo.ts';
import { cancelUnpaidRide } from '../cancel/cancel-unpaid-ride.ts';
import { confirmCharge } from '../charges/confirm-charge.ts';
import { captureOrderHolds, findOrder, metadataOf, type RideOrder, settledAs } from '../order/ride-order.ts';
import { syncReturnRide } from '../order/sync-return-ride.ts';
import type { RideRecord } from '../ride-model.ts';
import { findRide } from '../ride-queries.ts';
import { markPaid, PAYABLE } from './mark-paid.ts';
import { flagPayment, knownOutcome, refundLatePayment } from './payment-outcomes.ts';

/**
 * Reads a ride's payment from Stripe and, if it was made, settles the ride and its return trip. Trusts
 * neither webhook nor browser: reads the payment by the id stored on the ride, and requires id, amount,
 * currency, ride and rider to match. Captures promo code and gift card first. Idempotent.
 *
 * @throws AppError NOT_FOUND
 */
export async function confirmPayment(rideId: string): Promise<ConfirmOutcome> {
  const order = await findOrder(await findRide(rideId));
  const outcome = await confirmOrder(order);
  await syncReturnRide(order);
  return outcome;
}

async function confirmOrder(order: RideOrder): Promise<ConfirmOutcome> {
  const { lead } = order;
  const known = knownOutcome(lead);
  if (known) return known;
  if (!lead.paymentIntentId) return 'unpaid';
  // The fare of a ride booked by phone is a charge and is settled with it.
  const bookingCharge = lead.charges.find(({ kind }) => kind === 'booking');
  if (bookingCharge) return confirmCharge(bookingCharge.id);

  const payment = await readPayment(lead.paymentIntentId);
  if (!payment.isPaid) return payment.isProcessing ? 'processing' : 'unpaid';
  const expected = { dueCents: dueCentsOf(lead), metadata: metadataOf(order) };
  if (!isPaymentFor(payment, expected)) return flagPayment(lead, payment);

  // A ride only expires after its payment was cancelled, so expiry cannot release what is captured here.
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

/** Cancels the ride with a refund. Clients can skip the card check before paying, so it is repeated here. */
async function promoRefused({ promoCodeId }: RideRecord) {
  const text = await cardRefusal(promoCodeId ?? '');
  return {
    text,
    patch: { cancellation: { by: 'operations', feeCents: 0, reason: text }, wasCardUsed: true },
  } as const;
}

/** A first ride without a share of the payment shows no card: the card paid only for the return ride. */
function settlementOf(ride: RideRecord, { card }: Payment) {
  const paymentStatus = settledAs(ride);
  return { paymentStatus, payment: paymentStatus === 'paid' ? card : null };
}
