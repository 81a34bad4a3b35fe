import { createStripeConstructor } from './create-stripe.ts';
import { startHostedCheckout } from './hosted-checkout.ts';

// Set while the script runs and never again, so it is read here and not where it is needed.
const script = document.currentScript;
const origin = script instanceof HTMLScriptElement ? new URL(script.src).origin : location.origin;

Object.assign(window, { Stripe: createStripeConstructor(origin) });

const checkout = document.querySelector('form[data-simulated-checkout]');
if (checkout instanceof HTMLFormElement) startHostedCheckout(checkout, origin);
