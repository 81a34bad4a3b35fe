import { purchasePayable } from './gift-cards/purchase-payable.ts';
import type { Payable } from './payments/payable.ts';
import { chargePayable } from './rides/charges/charge-payable.ts';
import { ridePayable } from './rides/payment/ride-payable.ts';

/** Everything that is paid for at Stripe; a payment that names several is the first's. The composition roots hand it to payments, which knows no nouns. */
export const PAYABLES: readonly Payable[] = [ridePayable, chargePayable, purchasePayable];
