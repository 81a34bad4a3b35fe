import * as z from 'zod/mini';
import { integer, metadataParam } from '../http/check-params.ts';

const outOfBounds = (message: string, code: string) => ({ error: message, params: { code } });

/** An amount of US cents that a card can be charged: 50 to 99,999,999. */
export const amountParam = z.pipe(
  integer,
  z.number().check(
    z.refine((amount) => amount >= 1, {
      ...outOfBounds('This value must be greater than or equal to 1.', 'parameter_invalid_integer'),
      abort: true,
    }),
    z.refine((amount) => amount >= 50, outOfBounds('Amount must be at least $0.50 usd', 'amount_too_small')),
    z.refine(
      (amount) => amount <= 99_999_999,
      outOfBounds('Amount must be no more than $999,999.99', 'amount_too_large'),
    ),
  ),
);

/** The only currency the simulator knows the minimum and the wording of. */
export const currencyParam = z.literal('usd');

/** What may be said of an intent when it is made and whenever it is updated. */
export const describingParams = {
  description: z.optional(z.string()),
  metadata: z.optional(metadataParam),
};
