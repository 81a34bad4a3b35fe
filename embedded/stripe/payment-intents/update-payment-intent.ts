import * as z from 'zod/mini';
import { takePaymentMethod } from '../cards/take-payment-method.ts';
import { checkParams } from '../http/check-params.ts';
import { findOrFail } from '../http/find-or-fail.ts';
import type { Operation } from '../http/operation.ts';
import type { StoredIntent } from '../store/tables.ts';
import { applyMetadata } from './apply-metadata.ts';
import { amountParam, currencyParam, describingParams } from './intent-params.ts';
import { unexpectedState } from './unexpected-state.ts';

const params = z.strictObject({
  ...describingParams,
  metadata: z.optional(z.union([z.literal(''), describingParams.metadata])),
  amount: z.optional(amountParam),
  currency: z.optional(currencyParam),
  payment_method: z.optional(z.string()),
});

/** `POST /v1/payment_intents/{id}`; the amount and the card can change until the payment has gone through. */
export const updatePaymentIntent: Operation = (call) => {
  const asked = checkParams(params, call.params);
  const intent = findOrFail(call.books, 'payment_intents', call.id);
  const method = takePaymentMethod(call, asked);
  const isPayable = intent.status !== 'succeeded' && intent.status !== 'canceled';
  if (!isPayable && (asked.amount !== undefined || method)) {
    const field = asked.amount === undefined ? 'payment_method' : 'amount';
    throw unexpectedState(
      intent,
      `This PaymentIntent's ${field} could not be updated because it has a status of ${intent.status}. You may only update the ${field} of a PaymentIntent with one of the following statuses: requires_payment_method, requires_confirmation, requires_action.`,
    );
  }
  const updated: StoredIntent = {
    ...intent,
    amount: asked.amount ?? intent.amount,
    description: asked.description ?? intent.description,
    metadata: applyMetadata(intent.metadata, asked.metadata),
    payment_method: method?.id ?? intent.payment_method,
    receipt_email: asked.receipt_email ?? intent.receipt_email,
    statement_descriptor_suffix: asked.statement_descriptor_suffix ?? intent.statement_descriptor_suffix,
  };
  // What the bank was about to authenticate is no longer what would be charged.
  const restarts = isPayable && (method || (intent.next_action && asked.amount !== undefined));
  const saved: StoredIntent = restarts
    ? { ...updated, next_action: null, status: 'requires_confirmation' }
    : updated;
  call.books.put('payment_intents', saved);
  return saved;
};
