import * as z from 'zod/mini';
import { listPage, type Operation } from '../http/operation.ts';
import { checkParams, createdParam, isCreatedWithin, listParams } from '../http/params.ts';
import { newId } from '../store/tables.ts';
import type { Transaction } from '../store/transactions.ts';

/** The API version of all replies and events, as pinned by the installed `stripe` client. */
export const API_VERSION = '2026-10-28.endive';

const listEventsParams = z.strictObject({
  ...listParams,
  types: z.optional(z.array(z.string())),
  created: createdParam,
});

/** Handles `GET /v1/events`: the last 30 days, optionally filtered by type and creation time. */
export const listEvents: Operation = ({ tx, params }) => {
  const { types, created, ...query } = checkParams(listEventsParams, params);
  const found = tx
    .list('events')
    .filter((event) => !types || types.includes(event.type))
    .filter((event) => isCreatedWithin(event, created));
  return listPage('/v1/events', found, query);
};

/** The event types that the simulator emits. */
type EventType =
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
  | 'charge.dispute.updated'
  | 'charge.dispute.funds_withdrawn'
  | 'charge.dispute.closed'
  | 'refund.created'
  | 'refund.updated'
  | 'refund.failed'
  | 'checkout.session.completed'
  | 'checkout.session.expired';

/**
 * Stores an event with a snapshot of `object`, and a pending delivery for each webhook URL, in the
 * transaction of the change.
 */
export function emitEvent(tx: Transaction, type: EventType, object: object): void {
  const id = newId('evt');
  tx.put('events', {
    id,
    object: 'event',
    api_version: API_VERSION,
    created: tx.now,
    data: { object },
    livemode: false,
    pending_webhooks: tx.webhookUrls.length,
    request: tx.request,
    type,
  });
  for (const [index, url] of tx.webhookUrls.entries()) {
    tx.put('deliveries', { id: `${id}/${index}`, eventId: id, url, attempts: 0, dueAt: tx.now * 1000 });
  }
}
