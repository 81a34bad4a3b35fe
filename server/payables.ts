import { purchasePayable } from './gift-cards/purchase-payable.ts';
import type { Payable } from './payments/payable.ts';
import { chargePayable } from './rides/charges/charge-payable.ts';
import { ridePayable } from './rides/payment/ride-payable.ts';

/**
 * Every kind of thing that can be paid for at Stripe. If the metadata of a payment names several, the first
 * one counts. Servers and workers pass this list to payments, which depends on no nouns.
 */
export const PAYABLES: readonly Payable[] = [ridePayable, chargePayable, purchasePayable];
