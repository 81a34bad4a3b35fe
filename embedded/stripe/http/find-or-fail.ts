import type { Books } from '../store/store.ts';
import type { TableName, Tables } from '../store/tables.ts';
import { ApiError } from './api-error.ts';

const NOUNS = {
  payment_intents: { noun: 'payment_intent', param: 'intent' },
  payment_methods: { noun: 'PaymentMethod', param: 'payment_method' },
  charges: { noun: 'charge', param: 'id' },
  refunds: { noun: 'refund', param: 'id' },
  disputes: { noun: 'dispute', param: 'dispute' },
  sessions: { noun: 'checkout.session', param: 'session' },
  events: { noun: 'event', param: 'id' },
} as const;

/**
 * The record with this id.
 * @throws ApiError 404 resource_missing in Stripe's words
 */
export function findOrFail<T extends TableName & keyof typeof NOUNS>(
  books: Books,
  table: T,
  id: string,
): Tables[T] {
  const record = books.get(table, id);
  if (record) return record;
  const { noun, param } = NOUNS[table];
  throw new ApiError(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${noun}: '${id}'`,
    param,
  });
}
