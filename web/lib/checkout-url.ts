import { loadConfig } from './load-config.ts';

const HOSTED_CHECKOUT = 'https://checkout.stripe.com';

const originOf = (address: string): string | null => (URL.canParse(address) ? new URL(address).origin : null);

/**
 * Whether a URL may be opened for payment: the provider's hosted checkout, or the origin of the simulator's
 * script (`stripeJsUrl` of the configuration). No other URL from the server is opened.
 */
export function isCheckoutAddress(address: string, stripeJsUrl: string | null): boolean {
  const trusted = [HOSTED_CHECKOUT, stripeJsUrl && originOf(stripeJsUrl)];
  const origin = originOf(address);
  return origin !== null && origin !== 'null' && trusted.includes(origin);
}

/** Returns a checkout URL from the server if it is trusted. @throws Error if it is not */
export async function requireCheckoutUrl(address: string): Promise<string> {
  const { stripeJsUrl } = await loadConfig();
  if (isCheckoutAddress(address, stripeJsUrl)) return address;
  throw new Error(`Not an address of the checkout: ${address}`);
}
