import { newId } from '../store/new-id.ts';
import type { Books } from '../store/store.ts';
import { API_VERSION } from './api-version.ts';

/** The kinds of event the simulator sends. */
export type EventType =
  | 'payment_intent.created'
  | 'payment_intent.requires_action'
  | 'payment_intent.succeeded'
  | 'payment_intent.payment_failed'
  | 'payment_intent.canceled'
  | 'charge.succeeded'
  | 'charge.failed'
  | 'charge.refunded'
  | 'charge.refund.updated'
  | 'charge.dispute.created'
  | 'charge.dispute.closed'
  | 'refund.created'
  | 'refund.updated'
  | 'refund.failed'
  | 'checkout.session.completed'
  | 'checkout.session.expired';

/**
 * Writes an event with a snapshot of `object`, and one owed delivery for each webhook address, in the same
 * transaction as the change it tells of.
 */
export function recordEvent(books: Books, type: EventType, object: object): void {
  const id = newId('evt');
  books.put('events', {
    id,
    object: 'event',
    api_version: API_VERSION,
    created: books.now,
    data: { object },
    livemode: false,
    pending_webhooks: books.webhookUrls.length,
    request: books.request,
    type,
  });
  for (const [index, url] of books.webhookUrls.entries()) {
    books.put('deliveries', { id: `${id}/${index}`, eventId: id, url, attempts: 0, dueAt: books.now * 1000 });
  }
}
