import { stripe } from '../infra/stripe.ts';
import { enqueueForEvent } from './enqueue-for-event.ts';

/** Rare, and heard of from Stripe alone: no ride or purchase waits for them. */
const TYPES = ['refund.failed', 'charge.dispute.created', 'charge.dispute.closed'] as const;

/** As long as Stripe itself tries to deliver an event, in seconds. */
const BACK_SECONDS = 3 * 86_400;

/**
 * Asks Stripe again what went wrong with payments in the last days, and has it looked at: an event may never have come, its job may have
 * been lost with the queue.
 */
export async function reconcilePaymentEvents(): Promise<void> {
  const gte = Math.floor(Date.now() / 1_000) - BACK_SECONDS;
  for await (const event of stripe.events.list({ types: [...TYPES], created: { gte }, limit: 100 })) {
    await enqueueForEvent(event);
  }
}
