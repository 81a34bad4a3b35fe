import express, { Router } from 'express';
import type Stripe from 'stripe';
import { AppError } from '#common/errors.ts';
import { env } from '../env.ts';
import { logger } from '../infra/logger.ts';
import { isDuplicateKey } from '../infra/mongo.ts';
import { stripe } from '../infra/stripe.ts';
import { enqueueForEvent } from './enqueue-for-event.ts';
import { WebhookEventModel } from './webhook-event-model.ts';

const MAX_BODY = '1mb';

/** POST /api/webhooks/stripe, mounted before every other body parser: the signature covers the raw bytes. */
export const stripeWebhookRoutes = Router();

stripeWebhookRoutes.post(
  '/api/webhooks/stripe',
  express.raw({ type: 'application/json', limit: MAX_BODY }),
  async (req, res) => {
    const event = verify(req.body, req.get('stripe-signature') ?? '');
    const isKnown = await WebhookEventModel.exists({ _id: event.id });
    if (!isKnown) {
      await enqueueForEvent(event);
      // After the job, so that a crash in between makes Stripe send it again; jobs are repeatable, lost ones are not.
      await remember(event);
    }
    res.json({ received: true });
  },
);

/** The event, if Stripe signed it within the last 300 seconds. Throws INVALID_SIGNATURE whatever is wrong with it. */
function verify(body: unknown, signature: string): Stripe.Event {
  try {
    if (!Buffer.isBuffer(body)) throw new Error('no body');
    return stripe.webhooks.constructEvent(body, signature, env.STRIPE_WEBHOOK_SECRET);
  } catch (cause) {
    logger.warn({ reason: cause instanceof Error ? cause.message : 'unknown' }, 'webhook rejected');
    throw new AppError('INVALID_SIGNATURE', 'The signature does not match.', { cause });
  }
}

/** Two deliveries at once may both get here. */
async function remember({ id, type }: Stripe.Event): Promise<void> {
  try {
    await WebhookEventModel.create({ _id: id, type, receivedAt: new Date() });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
}
