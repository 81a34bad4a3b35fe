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

/** POST /api/webhooks/stripe, mounted before every other body parser: the signature covers the raw bytes. */
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
        // After the job, so that a crash in between makes Stripe send it again; jobs are repeatable, lost
        // ones are not.
        await recordEvent(event);
      }
      res.json({ received: true });
    },
  );
  return routes;
}

/**
 * @returns the event, if Stripe signed it within the last 300 seconds. @throws AppError INVALID_SIGNATURE
 * otherwise
 */
function verify(body: unknown, signature: string): Stripe.Event {
  try {
    if (!Buffer.isBuffer(body)) throw new Error('no body');
    const secret = env.STRIPE_WEBHOOK_SECRET;
    // With the tolerance and the crypto that it has by itself.
    return stripe.webhooks.constructEvent(
      body,
      signature,
      secret,
      undefined,
      undefined,
      databaseClock.nowMs(),
    );
  } catch (cause) {
    logger.warn({ reason: cause instanceof Error ? cause.message : 'unknown' }, 'webhook rejected');
    throw new AppError('INVALID_SIGNATURE', 'The signature does not match.', { cause });
  }
}
