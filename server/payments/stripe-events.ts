import { model, Schema } from 'mongoose';
import type Stripe from 'stripe';
import { DAY_SECONDS } from '#common/durations.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { isDuplicateKey } from '../infra/mongo.ts';
import { enqueue } from '../infra/queues.ts';
import { JOB_REQUEST_OPTIONS, stripe } from '../infra/stripe.ts';
import { idInMetadata, type Payable } from './payable.ts';

/** Rare events that only Stripe knows about: no ride or purchase waits for them. */
const RECONCILED_TYPES = [
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.closed',
] as const;

/** How long Stripe tries to deliver an event, in seconds. */
const BACK_SECONDS = 3 * DAY_SECONDS;

/**
 * Lists Stripe's events of the last three days about failed refunds and about disputes, and enqueues their
 * jobs again, in case a webhook or a queued job was lost.
 */
export async function reconcilePaymentEvents(payables: readonly Payable[]): Promise<void> {
  const gte = Math.floor(databaseClock.nowMs() / 1_000) - BACK_SECONDS;
  const query = { types: [...RECONCILED_TYPES], created: { gte }, limit: 100 };
  for await (const event of stripe.events.list(query, JOB_REQUEST_OPTIONS))
    await enqueueForEvent(event, payables);
}

/**
 * Enqueues the jobs for an event. The event is only a trigger: the job reads the current state from Stripe.
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

/** Whether the jobs for an event were already enqueued. */
export const isEventKnown = async ({ id }: Stripe.Event): Promise<boolean> =>
  (await WebhookEventModel.exists({ _id: id })) !== null;

/** Records that the jobs for an event were enqueued. Concurrent deliveries of one event may both get here. */
export async function recordEvent({ id, type }: Stripe.Event): Promise<void> {
  try {
    await WebhookEventModel.create({ _id: id, type, receivedAt: databaseClock.now() });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
  await keepFirst(type);
}

/** Id of a record that never expires, since it has no `receivedAt`. */
const FIRST = 'first';

/** Whether this process has seen that the record exists, so that not every event writes it again. */
let isFirstKept = false;

async function keepFirst(type: string): Promise<void> {
  if (isFirstKept) return;
  try {
    await WebhookEventModel.updateOne({ _id: FIRST }, { $setOnInsert: { type } }, { upsert: true });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
  isFirstKept = true;
}

/** Whether a webhook event from Stripe has ever arrived. */
export const hasReceivedWebhook = async (): Promise<boolean> =>
  (await WebhookEventModel.exists({ _id: FIRST })) !== null;

/** Longer than the three days for which Stripe retries an event. */
const KEEP_SECONDS = 4 * DAY_SECONDS;

interface WebhookEventDoc {
  /** Stripe's event id, `evt_…`. */
  _id: string;
  type: string;
  receivedAt: Date;
}

const webhookEventSchema = new Schema<WebhookEventDoc>(
  { _id: String, type: String, receivedAt: { type: Date, required: true, expires: KEEP_SECONDS } },
  { collection: 'webhookEvents', versionKey: false, strict: 'throw' },
);

/** Stripe events whose jobs were enqueued. */
export const WebhookEventModel = model<WebhookEventDoc>('WebhookEvent', webhookEventSchema);
