import * as z from 'zod/mini';
import { giftCardCheckoutSchema, type PurchaseGiftCard } from '#common/gift-cards/purchase.ts';
import { api } from '#web/lib/api-client.ts';
import { loadConfig } from '#web/lib/load-config.ts';
import { isCheckoutAddress } from './is-checkout-address.ts';
import { PurchaseError } from './purchase-error.ts';

/** An answer without an address is told apart from one that cannot be read. */
const replySchema = z.partial(giftCardCheckoutSchema);

/**
 * POST /api/purchase-gift-card: the address of the hosted checkout, one that may be gone to.
 * Throws `ApiError` when the server refuses, `PurchaseError` when it names no address, and `Error` when it names a strange one.
 */
export async function openGiftCardCheckout(purchase: PurchaseGiftCard): Promise<string> {
  const { checkoutUrl } = await api.post('/api/purchase-gift-card', { body: purchase, schema: replySchema });
  if (!checkoutUrl) throw new PurchaseError('No checkout URL returned');

  const { stripeJsUrl } = await loadConfig();
  if (!isCheckoutAddress(checkoutUrl, stripeJsUrl)) {
    throw new Error(`Not an address of the checkout: ${checkoutUrl}`);
  }
  return checkoutUrl;
}
