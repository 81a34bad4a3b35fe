import * as z from 'zod/mini';
import { integer } from '../http/check-params.ts';

const text = z.optional(z.string());

/** `payment_method_data` as the payment form sends it: a raw card and the billing details typed beside it. */
export const paymentMethodParams = z.strictObject({
  type: z.literal('card'),
  card: z.strictObject({
    number: z.string(),
    exp_month: integer,
    exp_year: integer,
    cvc: z.optional(z.string()),
  }),
  billing_details: z.optional(
    z.strictObject({
      name: text,
      email: text,
      phone: text,
      address: z.optional(
        z.strictObject({
          city: text,
          country: text,
          line1: text,
          line2: text,
          postal_code: text,
          state: text,
        }),
      ),
    }),
  ),
});

/** A raw card with its billing details, checked for form only. */
export type PaymentMethodParams = z.output<typeof paymentMethodParams>;
