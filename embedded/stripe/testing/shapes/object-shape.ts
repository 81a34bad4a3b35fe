import * as z from 'zod/mini';
import { chargeShape } from './charge-shape.ts';
import { checkoutSessionShape } from './checkout-session-shape.ts';
import { disputeShape } from './dispute-shape.ts';
import { paymentIntentShape } from './payment-intent-shape.ts';
import { refundShape } from './refund-shape.ts';

/** Anything that has a life of its own at Stripe. */
export const objectShape = z.discriminatedUnion('object', [
  paymentIntentShape,
  chargeShape,
  refundShape,
  disputeShape,
  checkoutSessionShape,
]);
