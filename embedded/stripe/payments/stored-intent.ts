import { emitEvent } from '../events/events.ts';
import { ApiError, type Call, findOrFail } from '../http/operation.ts';
import { type IntentFields, newId, type StoredIntent } from '../store/tables.ts';
import type { Transaction } from '../store/transactions.ts';

/** Stores a new intent with the status requires_payment_method and emits payment_intent.created. */
export function addIntent(tx: Transaction, fields: IntentFields): StoredIntent {
  const id = newId('pi');
  const intent: StoredIntent = {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: fields.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: { allow_redirects: 'always', enabled: true },
    canceled_at: null,
    cancellation_reason: null,
    capture_method: fields.capture_method,
    client_secret: newId(`${id}_secret`, 25),
    confirmation_method: 'automatic',
    created: tx.now,
    currency: 'usd',
    customer: null,
    customer_account: null,
    description: fields.description,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: { enabled: false },
    metadata: fields.metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  };
  tx.put('payment_intents', intent);
  emitEvent(tx, 'payment_intent.created', intent);
  return intent;
}

/**
 * Returns the intent of a call. The client secret is required with a publishable key, optional with a secret
 * key.
 * @throws ApiError 404 resource_missing, 403 if the client secret is missing or wrong
 */
export function findForCaller(call: Call, clientSecret: string | undefined): StoredIntent {
  const intent = findOrFail(call.tx, 'payment_intents', call.id);
  const isServer = call.caller === 'secret' && clientSecret === undefined;
  if (isServer || clientSecret === intent.client_secret) return intent;
  throw new ApiError(403, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message:
      'The client_secret provided does not match the client_secret associated with this PaymentIntent.',
    param: 'client_secret',
  });
}

/** Returns an intent with the fields that its caller may read. */
export function presentIntent(caller: Call['caller'], intent: StoredIntent): object {
  if (caller === 'secret') return intent;
  return Object.fromEntries(PUBLIC_FIELDS.map((field) => [field, intent[field]]));
}

/** Creates the 400 for a call that the intent's status does not allow. Contains the intent. */
export function unexpectedState(intent: StoredIntent, message: string): ApiError {
  return new ApiError(400, {
    type: 'invalid_request_error',
    code: 'payment_intent_unexpected_state',
    message,
    payment_intent: intent,
  });
}

/** Fields of an intent readable with a publishable key. Excludes metadata, charge and amount received. */
const PUBLIC_FIELDS = [
  'id',
  'object',
  'amount',
  'amount_details',
  'automatic_payment_methods',
  'canceled_at',
  'cancellation_reason',
  'capture_method',
  'client_secret',
  'confirmation_method',
  'created',
  'currency',
  'description',
  'last_payment_error',
  'livemode',
  'next_action',
  'payment_method',
  'payment_method_configuration_details',
  'payment_method_types',
  'processing',
  'receipt_email',
  'setup_future_usage',
  'shipping',
  'source',
  'status',
] satisfies (keyof StoredIntent)[];
