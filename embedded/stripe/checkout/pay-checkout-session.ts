import * as z from 'zod/mini';
import { paymentMethodParams } from '../cards/payment-method-params.ts';
import { takePaymentMethod } from '../cards/take-payment-method.ts';
import { ApiError } from '../http/api-error.ts';
import { checkParams } from '../http/check-params.ts';
import { findOrFail } from '../http/find-or-fail.ts';
import type { Operation } from '../http/operation.ts';
import { addIntent } from '../payment-intents/add-intent.ts';
import { pay } from '../payment-intents/pay.ts';
import { presentIntent } from '../payment-intents/present-intent.ts';
import { successUrl } from './success-url.ts';

const params = z.strictObject({ payment_method_data: paymentMethodParams });

/**
 * `POST /sim/checkout/{id}/pay`: the page's attempt to pay. Replies with the intent, which may wait for 3-D Secure,
 * and with where the page goes once it is paid.
 */
export const payCheckoutSession: Operation = (call) => {
  const { books, caller } = call;
  const asked = checkParams(params, call.params);
  const session = findOrFail(books, 'sessions', call.id);
  const details = books.get('session_details', session.id);
  if (session.status !== 'open' || !details) {
    throw new ApiError(400, {
      type: 'invalid_request_error',
      message: `This Checkout Session has a status of ${session.status} and can no longer be paid.`,
    });
  }
  const method = takePaymentMethod(call, asked);
  if (!method) throw new Error('the schema asks for a card');
  const begun = session.payment_intent ? books.get('payment_intents', session.payment_intent) : undefined;
  const intent = begun ?? addIntent(books, details.intent);
  books.put('sessions', { ...session, payment_intent: intent.id });
  const attempt = pay(books, intent, method, { isAuthenticated: false });
  return (
    attempt.refusal ?? { intent: presentIntent(caller, attempt.intent), success_url: successUrl(session) }
  );
};
