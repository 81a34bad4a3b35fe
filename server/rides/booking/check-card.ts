import { fieldRefusal } from '../../field-refusal.ts';
import { readCardFingerprint } from '../../payments/stripe-payments.ts';
import { cardRefusal } from '../../promos/check-promo.ts';
import { holdPromoForCard } from '../../promos/promo-holds.ts';
import { findOrder } from '../order/ride-order.ts';
import type { RideRecord } from '../ride-model.ts';

/**
 * Reserves the use of an unpaid ride's promo code for the bank card in the payment form, before that card is
 * charged. `confirmPayment` checks the code again, against the card that actually paid.
 *
 * @throws AppError INVALID_REQUEST when this card has used up the code or the token is invalid;
 * PAYMENT_PROVIDER
 */
export async function checkCard(ride: RideRecord, confirmationTokenId: string): Promise<void> {
  const { firstRide } = await findOrder(ride);
  const { id: rideId, promoCodeId: promoId } = firstRide;
  if (!promoId) return;
  const fingerprint = await readCardFingerprint(confirmationTokenId);
  if (!fingerprint || (await holdPromoForCard({ promoId, rideId }, fingerprint))) return;
  throw fieldRefusal(
    'promoCodeId',
    `${await cardRefusal(promoId)}. Please pay with another card, or book again without the code.`,
  );
}
