import type { PurchaseState } from '#common/gift-cards/gift-cards-api.ts';
import { env } from '../env.ts';
import { enqueueAndWait } from '../infra/queues.ts';
import { findMailOutcome } from '../mail/find-mail-outcome.ts';
import { findPurchaseBySession } from './find-purchase.ts';
import type { PurchaseDoc } from './purchase-model.ts';

/** How far the purchase of a checkout is. Where something is left to do, it is done first, and waited for a while. Throws NOT_FOUND. */
export async function awaitFulfilment(sessionId: string): Promise<PurchaseState> {
  const purchase = await findPurchaseBySession(sessionId);
  if (!purchase.lookAt) return present(purchase);
  await enqueueAndWait('fulfil-gift-card', { purchaseId: purchase._id.toHexString() }, env.PAYMENT_WAIT_MS);
  return present(await findPurchaseBySession(sessionId));
}

async function present(purchase: PurchaseDoc): Promise<PurchaseState> {
  const { _id, amountCents, recipientEmail, recipientName } = purchase;
  return {
    state: await stateOf(purchase),
    reference: _id.toHexString(),
    amount: amountCents / 100,
    recipientEmail,
    recipientName,
  };
}

const STATES = { sent: 'delivered', refused: 'undelivered' } as const;

async function stateOf({ _id, state }: PurchaseDoc): Promise<PurchaseState['state']> {
  if (state === 'expired') return 'expired';
  const outcome = await findMailOutcome('gift-card', _id.toHexString());
  return outcome ? STATES[outcome] : 'processing';
}
