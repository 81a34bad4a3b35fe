import * as z from 'zod/mini';
import { checkParams } from '../http/check-params.ts';
import { findOrFail } from '../http/find-or-fail.ts';
import type { Operation } from '../http/operation.ts';
import { findForCaller } from './find-for-caller.ts';
import { failAuthentication, pay } from './pay.ts';
import { presentIntent } from './present-intent.ts';
import { unexpectedState } from './unexpected-state.ts';

const params = z.strictObject({ client_secret: z.string(), outcome: z.enum(['complete', 'fail']) });

/**
 * `POST /sim/3ds/{id}`: the answer of the bank's 3-D Secure page. Replies with the intent, whose `last_payment_error`
 * tells a failure, as Stripe does after a challenge.
 */
export const finishAuthentication: Operation = (call) => {
  const { client_secret, outcome } = checkParams(params, call.params);
  const intent = findForCaller(call, client_secret);
  if (intent.status !== 'requires_action' || !intent.payment_method) {
    throw unexpectedState(intent, `This PaymentIntent has a status of ${intent.status}: nothing waits.`);
  }
  const method = findOrFail(call.books, 'payment_methods', intent.payment_method);
  const attempt =
    outcome === 'complete'
      ? pay(call.books, intent, method, { isAuthenticated: true })
      : failAuthentication(call.books, intent, method);
  return presentIntent(call.caller, attempt.intent);
};
