import { env, isStripeSet } from '../env.ts';
import { stripe } from '../infra/stripe.ts';
import { areOfOneMode } from '../production-faults.ts';
import { type Finding, fault, warning, well } from './finding.ts';

const WEBHOOK_PATH = '/api/webhooks/stripe';

/** The events that our webhook endpoint needs. */
export const WEBHOOK_EVENTS = [
  'payment_intent.succeeded',
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'refund.failed',
  'refund.updated',
  'charge.refund.updated',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.closed',
];

/**
 * Checks that Stripe accepts our key, whether the key takes real money, and that Stripe calls our webhook for
 * every event.
 */
export async function* examineStripe(): AsyncGenerator<Finding> {
  if (!isStripeSet(env)) {
    yield fault(
      'STRIPE_SECRET_KEY is not set.',
      'Set the keys of your account: dashboard.stripe.com/apikeys.',
    );
    return;
  }
  if (!areOfOneMode(env.STRIPE_SECRET_KEY, env.STRIPE_PUBLISHABLE_KEY)) {
    yield fault(
      'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY are not of the same mode: nobody can pay.',
      'Set two live keys, or two test keys: dashboard.stripe.com/apikeys.',
    );
  }
  await stripe.events.list({ limit: 1 });
  if (env.STRIPE_SIMULATOR_URL) {
    yield well('The simulator answers for it, and takes no money.');
    return;
  }
  yield well(
    env.STRIPE_SECRET_KEY.includes('_live_')
      ? 'It takes real money.'
      : 'It takes test cards alone, by its key.',
  );

  const address = new URL(WEBHOOK_PATH, env.PUBLIC_URL).href;
  const { data } = await stripe.webhookEndpoints.list({ limit: 100 });
  const endpoint = data.find(({ url }) => url === address);
  if (!endpoint) {
    yield warning(
      `It has no webhook endpoint ${address}: a payment whose page is closed is confirmed by reconciliation, minutes later.`,
      'Add it at dashboard.stripe.com/webhooks, and set its signing secret as STRIPE_WEBHOOK_SECRET.',
    );
  } else if (endpoint.status !== 'enabled') {
    yield fault(
      `Its webhook endpoint ${address} is disabled.`,
      'Enable it at dashboard.stripe.com/webhooks.',
    );
  } else {
    yield eventsFinding(address, endpoint.enabled_events);
  }
}

function eventsFinding(address: string, enabled: readonly string[]): Finding {
  const missing = WEBHOOK_EVENTS.filter((type) => !enabled.includes(type) && !enabled.includes('*'));
  return missing.length === 0
    ? well(`It calls ${address}.`)
    : warning(
        `It calls ${address}, but not for ${missing.join(', ')}: what they report is noticed by reconciliation, up to an hour later.`,
        'Add them to the endpoint at dashboard.stripe.com/webhooks.',
      );
}
