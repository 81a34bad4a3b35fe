import { model, Schema } from 'mongoose';

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
  { collection: 'webhookEvents', versionKey: false },
);

/** Events from Stripe that were handed to a job. */
export const WebhookEventModel = model<WebhookEventDoc>('WebhookEvent', webhookEventSchema);
