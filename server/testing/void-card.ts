import { redemptionTokenOf } from '../gift-cards/gift-card-codes.ts';
import { stripe } from '../infra/stripe.ts';
import { soundCard } from './build-gift-card.ts';
import { beginPurchase, cardCodeIn, payCheckout } from './buy-gift-card.ts';
import { ownMailbox } from './own-mailbox.ts';

/** Buys a $250 card, paid at Stripe and delivered to the test's own mailbox. Returns it with its secrets. */
export async function buyCard() {
  const purchase = await beginPurchase();
  await payCheckout(purchase);
  const mails = await Promise.all([ownMailbox.waitFor(purchase.to), ownMailbox.waitFor(purchase.buyerEmail)]);
  return { ...purchase, code: cardCodeIn(mails[0][0]?.text), pass: redemptionTokenOf(purchase.id) };
}

/** Path of the call with which an admin voids a card. */
export const voidPath = (id: string) => `/api/ops/gift-cards/${id}/void`;

/** Returns the state of the refund of each void of a card. */
export const refundState = async (id: string) => (await soundCard(id)).voids?.map(({ refund }) => refund);

/** Returns the amounts in cents that Stripe has refunded of a card's purchase. */
export async function refundsOf({ sessionId }: { sessionId: string }): Promise<number[]> {
  const { payment_intent } = await stripe.checkout.sessions.retrieve(sessionId);
  const { data } = await stripe.refunds.list({ payment_intent: String(payment_intent) });
  return data.map(({ amount }) => amount);
}
