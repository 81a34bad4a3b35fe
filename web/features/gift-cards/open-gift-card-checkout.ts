import { type PurchaseGiftCard, purchaseGiftCard } from '#common/gift-cards/gift-cards-api.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { call } from '#web/lib/call.ts';
import { loadConfig } from '#web/lib/load-config.ts';
import { isCheckoutAddress } from './is-checkout-address.ts';
import { PurchaseError } from './purchase-error.ts';

/** A reply of another shape names no address. */
const noAddress = (error: unknown): never => {
  throw error instanceof ApiError ? error : new PurchaseError('No checkout URL returned');
};

/**
 * Begins a purchase: the address of the hosted checkout, one that may be gone to.
 * Throws `ApiError` when the server refuses, `PurchaseError` when it names no address, and `Error` when it names a strange one.
 */
export async function openGiftCardCheckout(purchase: PurchaseGiftCard): Promise<string> {
  const { checkoutUrl } = await call(purchaseGiftCard, purchase).catch(noAddress);

  const { stripeJsUrl } = await loadConfig();
  if (!isCheckoutAddress(checkoutUrl, stripeJsUrl)) {
    throw new Error(`Not an address of the checkout: ${checkoutUrl}`);
  }
  return checkoutUrl;
}
