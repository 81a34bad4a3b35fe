import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import { retrieveCharge } from '../charges/retrieve-charge.ts';
import { createCheckoutPageRoutes } from '../checkout/checkout-page-routes.ts';
import { createCheckoutSession } from '../checkout/create-checkout-session.ts';
import { expireCheckoutSession } from '../checkout/expire-checkout-session.ts';
import { payCheckoutSession } from '../checkout/pay-checkout-session.ts';
import { retrieveCheckoutSession } from '../checkout/retrieve-checkout-session.ts';
import { createControlRoutes } from '../control/control-routes.ts';
import type { Faults } from '../control/faults.ts';
import { retrieveDispute } from '../disputes/retrieve-dispute.ts';
import { updateDispute } from '../disputes/update-dispute.ts';
import { listEvents } from '../events/list-events.ts';
import type { WebhookSender } from '../events/webhook-sender.ts';
import { cancelPaymentIntent } from '../payment-intents/cancel-payment-intent.ts';
import { confirmPaymentIntent } from '../payment-intents/confirm-payment-intent.ts';
import { createPaymentIntent } from '../payment-intents/create-payment-intent.ts';
import { finishAuthentication } from '../payment-intents/finish-authentication.ts';
import { listPaymentIntents } from '../payment-intents/list-payment-intents.ts';
import { retrievePaymentIntent } from '../payment-intents/retrieve-payment-intent.ts';
import { updatePaymentIntent } from '../payment-intents/update-payment-intent.ts';
import { createRefund } from '../refunds/create-refund.ts';
import { listRefunds } from '../refunds/list-refunds.ts';
import { retrieveRefund } from '../refunds/retrieve-refund.ts';
import type { Store } from '../store/store.ts';
import { allowBrowsers } from './allow-browsers.ts';
import { ApiError } from './api-error.ts';
import { refusalReply } from './reply.ts';
import { createServe } from './serve.ts';

/** What the app works with. */
export interface AppParts {
  store: Store;
  faults: Faults;
  webhooks: WebhookSender;
  standInScript: () => Promise<string>;
  /** Where browsers reach the app, known once it listens. */
  origin: () => string;
}

/** Every address the simulator answers. */
export function createApp({ store, faults, webhooks, standInScript, origin }: AppParts): Express {
  const app = express();
  const serve = createServe(store, faults);
  const forBrowsers = { isForBrowsers: true };
  app.disable('x-powered-by');
  app.use(express.text({ type: () => true, limit: '100kb' }));

  app.get('/healthz', (_req, res) => {
    res.json({ status: 'ok' });
  });
  app.get('/v3/stripe.js', async (_req, res) => {
    res
      .type('text/javascript')
      .set('cache-control', 'no-cache')
      .send(await standInScript());
  });

  app.use(['/v1/payment_intents/:id', '/v1/payment_intents/:id/confirm', '/sim/3ds/:id'], allowBrowsers);
  app.get('/v1/payment_intents', serve(listPaymentIntents));
  app.post('/v1/payment_intents', serve(createPaymentIntent));
  app.get('/v1/payment_intents/:id', serve(retrievePaymentIntent, forBrowsers));
  app.post('/v1/payment_intents/:id', serve(updatePaymentIntent));
  app.post('/v1/payment_intents/:id/confirm', serve(confirmPaymentIntent, forBrowsers));
  app.post('/v1/payment_intents/:id/cancel', serve(cancelPaymentIntent));
  app.post('/sim/3ds/:id', serve(finishAuthentication, forBrowsers));
  app.get('/v1/charges/:id', serve(retrieveCharge));
  app.get('/v1/refunds', serve(listRefunds));
  app.post('/v1/refunds', serve(createRefund));
  app.get('/v1/refunds/:id', serve(retrieveRefund));
  app.get('/v1/disputes/:id', serve(retrieveDispute));
  app.post('/v1/disputes/:id', serve(updateDispute));
  app.post('/v1/checkout/sessions', serve(createCheckoutSession(origin)));
  app.get('/v1/checkout/sessions/:id', serve(retrieveCheckoutSession));
  app.post('/v1/checkout/sessions/:id/expire', serve(expireCheckoutSession));
  app.get('/v1/events', serve(listEvents));

  app.use(createCheckoutPageRoutes(store));
  app.post('/sim/checkout/:id/pay', serve(payCheckoutSession, forBrowsers));
  app.use('/sim/control', createControlRoutes({ store, faults, webhooks }));
  app.use(refuseUnknown);
  app.use(replyToError);
  return app;
}

const refuseUnknown: RequestHandler = (req) => {
  throw new ApiError(404, {
    type: 'invalid_request_error',
    message: `Unrecognized request URL (${req.method}: ${req.path}). The simulator answers only what the product uses.`,
  });
};

const replyToError: ErrorRequestHandler = (error, _req, res, _next) => {
  const isTooLarge = error instanceof Error && 'type' in error && error.type === 'entity.too.large';
  const known = isTooLarge
    ? new ApiError(413, { type: 'invalid_request_error', message: 'Request body too large.' })
    : error;
  const { status, body } = refusalReply(known, 'publishable');
  res.status(status).json(body);
};
