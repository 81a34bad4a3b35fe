import { createStripe } from './create-stripe.ts';
import { startHostedCheckout } from './hosted-checkout.ts';

// `currentScript` is only set while the script runs.
const script = document.currentScript;
const origin = script instanceof HTMLScriptElement ? new URL(script.src).origin : location.origin;

const stripeConstructor = (publishableKey: string) => createStripe(origin, publishableKey);
// The loader of @stripe/stripe-js checks the name of the release.
Object.assign(window, { Stripe: Object.assign(stripeConstructor, { version: 'endive' }) });

const checkout = document.querySelector('form[data-simulated-checkout]');
if (checkout instanceof HTMLFormElement) startHostedCheckout(checkout, origin);
