const HOSTED_CHECKOUT = 'https://checkout.stripe.com';

const originOf = (address: string): string | null => (URL.canParse(address) ? new URL(address).origin : null);

/**
 * Whether an address may be gone to for paying: the provider's hosted checkout, or the origin of the script that stands in for
 * the provider (`stripeJsUrl` of the configuration). Whatever the server says, the browser goes nowhere else.
 */
export function isCheckoutAddress(address: string, stripeJsUrl: string | null): boolean {
  const trusted = [HOSTED_CHECKOUT, stripeJsUrl && originOf(stripeJsUrl)];
  const origin = originOf(address);
  return origin !== null && origin !== 'null' && trusted.includes(origin);
}
