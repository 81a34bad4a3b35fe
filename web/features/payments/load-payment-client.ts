import type { Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { loadConfig } from '#web/lib/load-config.ts';

/** Adds a script to the page and waits for it. Rejects, and takes the script out again, when it cannot be loaded. */
function addScript(src: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = src;
    script.onload = () => resolve();
    script.onerror = () => {
      script.remove();
      reject(new Error(`Failed to load ${src}`));
    };
    document.head.append(script);
  });
}

/**
 * Stripe.js, loaded when a checkout needs it. An installation may name a script of its own, which sets `window.Stripe`;
 * `loadStripe` then takes that one. Rejects when either cannot be loaded, and may be called again.
 */
export async function loadPaymentClient(): Promise<Stripe> {
  const { stripePublishableKey, stripeJsUrl } = await loadConfig();
  if (stripeJsUrl && !('Stripe' in window)) await addScript(stripeJsUrl);
  const stripe = await loadStripe(stripePublishableKey);
  if (!stripe) throw new Error('Stripe.js needs a browser.');
  return stripe;
}
