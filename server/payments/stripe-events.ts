import { model, Schema } from 'mongoose';
import type Stripe from 'stripe';
import { databaseClock } from '../infra/database-clock.ts';
import { isDuplicateKey } from '../infra/mongo.ts';
import { enqueue } from '../infra/queues.ts';
import { PATIENT, stripe } from '../infra/stripe.ts';
import { idInMetadata, type Payable } from './payable.ts';

/** Rare, and known from Stripe alone: no ride or purchase waits for them. */
const RECONCILED_TYPES = [
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.closed',
] as const;

/** As long as Stripe itself tries to deliver an event, in seconds. */
const BACK_SECONDS = 3 * 86_400;

/**
 * Reads at Stripe which refunds failed and which disputes began, changed or ended in the last three days, and enqueues
 * their jobs again: an event may never have come, its job may have been lost with the queue.
 */
export async function reconcilePaymentEvents(payables: readonly Payable[]): Promise<void> {
  const gte = Math.floor(databaseClock.nowMs() / 1_000) - BACK_SECONDS;
  const query = { types: [...RECONCILED_TYPES], created: { gte }, limit: 100 };
  for await (const event of stripe.events.list(query, PATIENT)) await enqueueForEvent(event, payables);
}

/**
 * Enqueues the job that an event calls for. The event is only a hint: the job reads the current state at
 * Stripe itself.
 *
 * @throws when the queue is unavailable
 */
export async function enqueueForEvent(event: Stripe.Event, payables: readonly Payable[]): Promise<void> {
  switch (event.type) {
    case 'refund.failed':
    case 'refund.updated':
    case 'charge.refund.updated':
      return enqueue('sync-refund', { refundId: event.data.object.id });
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.closed':
      return enqueue('sync-dispute', { disputeId: event.data.object.id });
  }
  for (const payable of payables) {
    const id = payable.eventTypes.includes(event.type) && idInMetadata(payable, metadataOf(event));
    if (id) await payable.enqueueSync(id);
  }
}

function metadataOf({ data: { object } }: Stripe.Event): Stripe.Metadata | null {
  return 'metadata' in object ? (object.metadata ?? null) : null;
}

/** Whether an event's jobs were enqueued before. */
export const isEventKnown = async ({ id }: Stripe.Event): Promise<boolean> =>
  (await WebhookEventModel.exists({ _id: id })) !== null;

/** Records that an event's jobs are enqueued. Of two deliveries at once both may get here. */
export async function recordEvent({ id, type }: Stripe.Event): Promise<void> {
  try {
    await WebhookEventModel.create({ _id: id, type, receivedAt: databaseClock.now() });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
  await keepFirst(type);
}

/** The id of a record that stays when the events are forgotten: it has no time, by which they expire. */
const FIRST = 'first';

async function keepFirst(type: string): Promise<void> {
  try {
    await WebhookEventModel.updateOne({ _id: FIRST }, { $setOnInsert: { type } }, { upsert: true });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
}

/** Whether Stripe has ever reached us with an event. */
export const hasHeardFromStripe = async (): Promise<boolean> =>
  (await WebhookEventModel.exists({ _id: FIRST })) !== null;

/** Stripe sends an event for up to three days; past that its id can be forgotten. */
const KEEP_SECONDS = 4 * 86_400;

interface WebhookEventDoc {
  /** Stripe's `evt_…`. */
  _id: string;
  type: string;
  receivedAt: Date;
}

const webhookEventSchema = new Schema<WebhookEventDoc>(
  { _id: String, type: String, receivedAt: { type: Date, required: true, expires: KEEP_SECONDS } },
  { collection: 'webhookEvents', versionKey: false, strict: 'throw' },
);

/** Events from Stripe whose jobs were enqueued. */
export const WebhookEventModel = model<WebhookEventDoc>('WebhookEvent', webhookEventSchema);
