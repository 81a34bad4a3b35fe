import type { Call } from '../http/operation.ts';
import type { StoredIntent } from '../store/tables.ts';

/** What of an intent a browser is told: no metadata, charge or amounts received. */
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

/** An intent as its caller may see it. */
export function presentIntent(caller: Call['caller'], intent: StoredIntent): object {
  if (caller === 'secret') return intent;
  return Object.fromEntries(PUBLIC_FIELDS.map((field) => [field, intent[field]]));
}
