import * as z from 'zod/mini';
import { resolvePaymentMethod } from '../cards/payment-methods.ts';
import { emitEvent } from '../events/events.ts';
import { ApiError, findOrFail, listPage, type Operation } from '../http/operation.ts';
import {
  applyMetadata,
  checkParams,
  createdParam,
  currencyParam,
  describingParams,
  flag,
  integer,
  isCreatedWithin,
  listParams,
} from '../http/params.ts';
import type { StoredIntent } from '../store/tables.ts';
import { confirmIntent } from './confirm-payment-intent.ts';
import { addIntent, findForCaller, presentIntent, unexpectedState } from './stored-intent.ts';

/** `POST /v1/payment_intents` */
export const createPaymentIntent: Operation = (call) => {
  const params = checkParams(createParams, call.params);
  const method = resolvePaymentMethod(call, params);
  const intent = addIntent(call.tx, {
    amount: params.amount,
    capture_method: params.capture_method ?? 'automatic_async',
    description: params.description ?? null,
    metadata: applyMetadata({}, params.metadata),
  });
  if (params.confirm) return confirmIntent(call.tx, intent, method);
  if (!method) return intent;
  const withMethod = { ...intent, payment_method: method.id, status: 'requires_confirmation' as const };
  call.tx.put('payment_intents', withMethod);
  return withMethod;
};

/** Handles `GET /v1/payment_intents`, optionally filtered by creation time. */
export const listPaymentIntents: Operation = ({ tx, params }) => {
  const { created, ...query } = checkParams(listIntentsParams, params);
  const found = tx.list('payment_intents').filter((intent) => isCreatedWithin(intent, created));
  return listPage('/v1/payment_intents', found, query);
};

const listIntentsParams = z.strictObject({ ...listParams, created: createdParam });

/**
 * Handles `GET /v1/payment_intents/{id}`. Browsers must send the client secret and get only public fields.
 */
export const retrievePaymentIntent: Operation = (call) => {
  const { client_secret } = checkParams(retrieveParams, call.params);
  return presentIntent(call.caller, findForCaller(call, client_secret));
};

/** Handles `POST /v1/payment_intents/{id}`. The amount can change until the intent is paid or canceled. */
export const updatePaymentIntent: Operation = (call) => {
  const params = checkParams(updateParams, call.params);
  const intent = findOrFail(call.tx, 'payment_intents', call.id);
  const isPayable = intent.status !== 'succeeded' && intent.status !== 'canceled';
  if (!isPayable && params.amount !== undefined) {
    throw unexpectedState(
      intent,
      `This PaymentIntent's amount could not be updated because it has a status of ${intent.status}. You may only update the amount of a PaymentIntent with one of the following statuses: requires_payment_method, requires_confirmation, requires_action.`,
    );
  }
  const updated: StoredIntent = {
    ...intent,
    amount: params.amount ?? intent.amount,
    description: params.description ?? intent.description,
    metadata: applyMetadata(intent.metadata, params.metadata),
  };
  // A pending 3-D Secure challenge was for the previous amount.
  const restarts = intent.next_action !== null && params.amount !== undefined;
  const saved: StoredIntent = restarts
    ? { ...updated, next_action: null, status: 'requires_confirmation' }
    : updated;
  call.tx.put('payment_intents', saved);
  return saved;
};

/**
 * Handles `POST /v1/payment_intents/{id}/cancel`. Refused for intents of a Checkout Session, which must be
 * expired instead.
 */
export const cancelPaymentIntent: Operation = ({ tx, id, params }) => {
  const { cancellation_reason } = checkParams(cancelParams, params);
  const intent = findOrFail(tx, 'payment_intents', id);
  if (intent.status === 'succeeded' || intent.status === 'canceled') {
    throw unexpectedState(
      intent,
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: requires_payment_method, requires_capture, requires_confirmation, requires_action.`,
    );
  }
  if (tx.list('sessions').some((session) => session.payment_intent === id)) {
    throw new ApiError(400, {
      type: 'invalid_request_error',
      message:
        'You cannot cancel this PaymentIntent because it was created by a Checkout Session. Expire the Checkout Session instead.',
    });
  }
  const canceled: StoredIntent = {
    ...intent,
    canceled_at: tx.now,
    cancellation_reason: cancellation_reason ?? null,
    next_action: null,
    status: 'canceled',
  };
  tx.put('payment_intents', canceled);
  emitEvent(tx, 'payment_intent.canceled', canceled);
  return canceled;
};

const outOfRange = (message: string, code: string) => ({ error: message, params: { code } });

/** US cents from 50 to 99,999,999. */
const amountParam = z.pipe(
  integer,
  z.number().check(
    z.refine((amount) => amount >= 1, {
      ...outOfRange('This value must be greater than or equal to 1.', 'parameter_invalid_integer'),
      abort: true,
    }),
    z.refine((amount) => amount >= 50, outOfRange('Amount must be at least $0.50 usd', 'amount_too_small')),
    z.refine(
      (amount) => amount <= 99_999_999,
      outOfRange('Amount must be no more than $999,999.99', 'amount_too_large'),
    ),
  ),
);

const createParams = z.strictObject({
  ...describingParams,
  amount: amountParam,
  currency: currencyParam,
  automatic_payment_methods: z.optional(z.strictObject({ enabled: flag })),
  capture_method: z.optional(z.enum(['automatic', 'automatic_async'])),
  confirm: z.optional(flag),
  payment_method: z.optional(z.string()),
  return_url: z.optional(z.string()),
});

const retrieveParams = z.strictObject({ client_secret: z.optional(z.string()) });

const updateParams = z.strictObject({
  ...describingParams,
  metadata: z.optional(z.union([z.literal(''), describingParams.metadata])),
  amount: z.optional(amountParam),
});

const cancelParams = z.strictObject({
  cancellation_reason: z.optional(z.enum(['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer'])),
});
