import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { giftCardCheckoutSchema, type PurchaseGiftCard } from '#common/gift-cards/gift-card-purchases-api.ts';
import { env } from '../env.ts';
import { PurchaseModel } from '../gift-cards/purchase-model.ts';
import { paySimulatedCheckout } from '../payments/pay-simulated-checkout.ts';
import { visitor } from './as.ts';

/** Builds the request of the purchase dialog, with an unused recipient address. */
export const buildPurchase = (overrides: Partial<PurchaseGiftCard> = {}): PurchaseGiftCard => ({
  amount: 250,
  recipientEmail: `recipient-${randomUUID()}@example.com`,
  recipientName: 'Jordan Lee',
  personalMessage: 'See you at the fountains.\nYours, Robin',
  ...overrides,
});

/** Begins a purchase through the API. Its checkout is open at Stripe. */
export async function beginPurchase(overrides: Partial<PurchaseGiftCard> = {}) {
  const request = buildPurchase(overrides);
  const { status, body } = await visitor().post('/api/purchase-gift-card', request);
  expect(status, JSON.stringify(body)).toBe(200);
  const { checkoutUrl } = giftCardCheckoutSchema.parse(body);
  const sessionId = checkoutUrl.split('/').at(-1) ?? '';
  const purchase = await PurchaseModel.findOne({ sessionId });
  if (!purchase) throw new Error('the purchase does not know its checkout');
  const buyerEmail = `buyer-${randomUUID()}@example.com`;
  return { id: purchase.id, sessionId, checkoutUrl, request, to: request.recipientEmail, buyerEmail };
}

/** Pays a checkout at Stripe with a test card, like the form on its page. */
export async function payCheckout(
  { sessionId, buyerEmail }: { sessionId: string; buyerEmail: string },
  number?: string,
): Promise<void> {
  const reply = await paySimulatedCheckout({
    simulator: env.STRIPE_SIMULATOR_URL ?? '',
    publishableKey: 'pk_test_checkout',
    sessionId,
    email: buyerEmail,
    ...(number && { number }),
  });
  expect(reply).toMatchObject({ intent: { status: 'succeeded' } });
}

/** Returns the code of a gift card in the text of an email; empty if there is none. */
export const cardCodeIn = (text: string | undefined): string =>
  /MRQ(-[0-9A-Z]{4}){4}/.exec(text ?? '')?.[0] ?? '';
