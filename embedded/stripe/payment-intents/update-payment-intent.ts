import * as z from 'zod/mini';
import { checkParams } from '../http/check-params.ts';
import { findOrFail } from '../http/find-or-fail.ts';
import type { Operation } from '../http/operation.ts';
import type { StoredIntent } from '../store/tables.ts';
import { applyMetadata } from './apply-metadata.ts';
import { amountParam, describingParams } from './intent-params.ts';
import { unexpectedState } from './unexpected-state.ts';

const params = z.strictObject({
  ...describingParams,
  metadata: z.optional(z.union([z.literal(''), describingParams.metadata])),
  amount: z.optional(amountParam),
});

/** `POST /v1/payment_intents/{id}`; the amount can change until the payment has gone through. */
export const updatePaymentIntent: Operation = ({ books, id, params: given }) => {
  const asked = checkParams(params, given);
  const intent = findOrFail(books, 'payment_intents', id);
  const isPayable = intent.status !== 'succeeded' && intent.status !== 'canceled';
  if (!isPayable && asked.amount !== undefined) {
    throw unexpectedState(
      intent,
      `This PaymentIntent's amount could not be updated because it has a status of ${intent.status}. You may only update the amount of a PaymentIntent with one of the following statuses: requires_payment_method, requires_confirmation, requires_action.`,
    );
  }
  const updated: StoredIntent = {
    ...intent,
    amount: asked.amount ?? intent.amount,
    description: asked.description ?? intent.description,
    metadata: applyMetadata(intent.metadata, asked.metadata),
  };
  // What the bank was about to authenticate is no longer what would be charged.
  const restarts = intent.next_action !== null && asked.amount !== undefined;
  const saved: StoredIntent = restarts
    ? { ...updated, next_action: null, status: 'requires_confirmation' }
    : updated;
  books.put('payment_intents', saved);
  return saved;
};
