import * as z from 'zod/mini';
import { recordEvent } from '../events/record-event.ts';
import { ApiError } from '../http/api-error.ts';
import { checkParams } from '../http/check-params.ts';
import { findOrFail } from '../http/find-or-fail.ts';
import type { Operation } from '../http/operation.ts';
import type { StoredIntent } from '../store/tables.ts';
import { unexpectedState } from './unexpected-state.ts';

const params = z.strictObject({
  cancellation_reason: z.optional(z.enum(['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer'])),
});

/** `POST /v1/payment_intents/{id}/cancel`; not for the intent of a Checkout Session, which expires with it. */
export const cancelPaymentIntent: Operation = ({ books, id, params: given }) => {
  const { cancellation_reason } = checkParams(params, given);
  const intent = findOrFail(books, 'payment_intents', id);
  if (intent.status === 'succeeded' || intent.status === 'canceled') {
    throw unexpectedState(
      intent,
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: requires_payment_method, requires_capture, requires_confirmation, requires_action.`,
    );
  }
  if (books.list('sessions').some((session) => session.payment_intent === id)) {
    throw new ApiError(400, {
      type: 'invalid_request_error',
      message:
        'You cannot cancel this PaymentIntent because it was created by a Checkout Session. Expire the Checkout Session instead.',
    });
  }
  const canceled: StoredIntent = {
    ...intent,
    canceled_at: books.now,
    cancellation_reason: cancellation_reason ?? null,
    next_action: null,
    status: 'canceled',
  };
  books.put('payment_intents', canceled);
  recordEvent(books, 'payment_intent.canceled', canceled);
  return canceled;
};
