import { env, isStripeSet } from '../env.ts';
import { stripe } from '../infra/stripe.ts';
import { type Finding, fault, warning, well } from './finding.ts';

const WEBHOOK_PATH = '/api/webhooks/stripe';

/**
 * Checks that Stripe accepts our key, whether the key takes real money, and that Stripe calls our webhook.
 */
export async function* examineStripe(): AsyncGenerator<Finding> {
  if (!isStripeSet(env)) {
    yield fault(
      'STRIPE_SECRET_KEY is not set.',
      'Set the keys of your account: dashboard.stripe.com/apikeys.',
    );
    return;
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
    yield well(`It calls ${address}.`);
  }
}
