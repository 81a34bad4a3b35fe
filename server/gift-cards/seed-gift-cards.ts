import { env } from '../env.ts';
import { paySimulatedCheckout } from '../payments/pay-simulated-checkout.ts';
import { fulfilGiftCard } from './fulfil-gift-card.ts';
import { purchaseGiftCard } from './purchase-gift-card.ts';
import { ISSUED_STATES, PurchaseModel } from './purchase-model.ts';
import { findPurchaseBySession } from './purchases.ts';

/** A buyer or a recipient. */
interface Person {
  name: string;
  email: string;
}

/** In whole dollars. */
const AMOUNTS = [100, 250, 50, 500, 150];

const MESSAGES = ['Happy birthday! See you at the fountains.', 'For your evening out.', ''];

/**
 * Sells gift cards from the first of these people to the second, from the third to the fourth, and so on:
 * paid at the Stripe simulator, issued and mailed as the dialog's are. At Stripe itself nobody but a browser
 * can pay a checkout, so there none are sold. Sells only the missing ones.
 *
 * @returns how many were sold, now and before
 */
export async function seedGiftCards(people: readonly Person[]): Promise<number> {
  const { STRIPE_SIMULATOR_URL: simulator } = env;
  if (!simulator) return 0;
  const pairs = Array.from({ length: Math.floor(people.length / 2) }, (_, index) => index);
  for (const index of pairs) {
    const [buyer, recipient] = people.slice(2 * index);
    if (buyer && recipient) await sell({ buyer, recipient, index, simulator });
  }
  return pairs.length;
}

interface Sale {
  buyer: Person;
  recipient: Person;
  /** Determines amount and message. */
  index: number;
  /** Address of the Stripe simulator. */
  simulator: string;
}

async function sell({ buyer, recipient, index, simulator }: Sale): Promise<void> {
  const isOfPair = { buyerEmail: buyer.email, recipientEmail: recipient.email };
  if (await PurchaseModel.exists({ ...isOfPair, state: { $in: ISSUED_STATES } })) return;
  const request = {
    amount: AMOUNTS[index % AMOUNTS.length] ?? 100,
    recipientEmail: recipient.email,
    recipientName: recipient.name,
    personalMessage: MESSAGES[index % MESSAGES.length] ?? '',
  };
  const checkoutUrl = await purchaseGiftCard(request, null);
  const sessionId = new URL(checkoutUrl).pathname.split('/').at(-1) ?? '';
  const { STRIPE_PUBLISHABLE_KEY: publishableKey } = env;
  await paySimulatedCheckout({ simulator, publishableKey, sessionId, email: buyer.email });
  const { _id } = await findPurchaseBySession(sessionId);
  await fulfilGiftCard(_id.toHexString());
}
