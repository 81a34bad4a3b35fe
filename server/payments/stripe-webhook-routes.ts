import express, { Router } from 'express';
import type Stripe from 'stripe';
import { AppError } from '#common/errors.ts';
import { env } from '../env.ts';
import { requestContext } from '../http/request-log.ts';
import { databaseClock } from '../infra/database-clock.ts';
import { logger } from '../infra/logger.ts';
import { stripe } from '../infra/stripe.ts';
import type { Payable } from './payable.ts';
import { enqueueForEvent, isEventKnown, recordEvent } from './stripe-events.ts';

const MAX_BODY = '1mb';

/**
 * Creates POST /api/webhooks/stripe. Mount it before all body parsers: the signature covers the raw bytes.
 */
export function createStripeWebhookRoutes(payables: readonly Payable[]): Router {
  const routes = Router();
  routes.post(
    '/api/webhooks/stripe',
    express.raw({ type: 'application/json', limit: MAX_BODY }),
    requestContext,
    async (req, res) => {
      const event = verify(req.body, req.get('stripe-signature') ?? '');
      if (!(await isEventKnown(event))) {
        await enqueueForEvent(event, payables);
        logger.info({ eventId: event.id, type: event.type }, 'stripe event received');
        // Recorded after enqueueing, so that Stripe retries if this process dies in between. A job may run
        // twice but must not be lost.
        await recordEvent(event);
      }
      res.json({ received: true });
    },
  );
  return routes;
}

/**
 * Verifies that Stripe signed an event within the last 300 seconds.
 *
 * @returns the event
 * @throws AppError INVALID_SIGNATURE
 */
function verify(body: unknown, signature: string): Stripe.Event {
  try {
    if (!Buffer.isBuffer(body)) throw new Error('no body');
    const secret = env.STRIPE_WEBHOOK_SECRET;
    // With the default tolerance and crypto provider.
    return stripe.webhooks.constructEvent(
      body,
      signature,
      secret,
      undefined,
      undefined,
      databaseClock.nowMs(),
    );
  } catch (cause) {
    logger.warn(
      { reason: cause instanceof Error ? cause.message : 'unknown' },
      'stripe webhook signature invalid',
    );
    throw new AppError('INVALID_SIGNATURE', 'The signature does not match.', { cause });
  }
}
