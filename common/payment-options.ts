/** The currency of every payment, as Stripe names it. */
export const CURRENCY = 'usd';

/**
 * How Stripe captures a payment: at its confirmation. A payment form that is opened without its payment has
 * to name the same method and currency as the payment.
 */
export const CAPTURE_METHOD = 'automatic';
