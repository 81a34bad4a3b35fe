import { recordEvent } from '../events/record-event.ts';
import { newId } from '../store/new-id.ts';
import type { Books } from '../store/store.ts';
import type { IntentFields, StoredIntent } from '../store/tables.ts';

/** Stores a new intent that waits for a payment method, and tells of it. */
export function addIntent(books: Books, fields: IntentFields): StoredIntent {
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
    created: books.now,
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
  books.put('payment_intents', intent);
  recordEvent(books, 'payment_intent.created', intent);
  return intent;
}
