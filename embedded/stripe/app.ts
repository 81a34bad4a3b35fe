import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { ErrorRequestHandler, Express, RequestHandler } from 'express';
import express from 'express';
import { createConfirmationToken, retrieveConfirmationToken } from './cards/confirmation-tokens.ts';
import {
  createCheckoutSession,
  expireCheckoutSession,
  payCheckoutSession,
  retrieveCheckoutSession,
} from './checkout/checkout-sessions.ts';
import { createHostedPageRoutes } from './checkout/hosted-page.ts';
import { createControlRoutes, type Faults } from './control.ts';
import { listEvents } from './events/events.ts';
import type { WebhookSender } from './events/webhook-sender.ts';
import { allowBrowsers } from './http/authenticate.ts';
import { ApiError } from './http/operation.ts';
import { createOperationHandler } from './http/operation-handler.ts';
import { errorReply } from './http/reply.ts';
import { retrieveCharge } from './payments/charges.ts';
import { confirmPaymentIntent, finishAuthentication } from './payments/confirm-payment-intent.ts';
import { retrieveDispute, updateDispute } from './payments/disputes.ts';
import {
  cancelPaymentIntent,
  createPaymentIntent,
  listPaymentIntents,
  retrievePaymentIntent,
  updatePaymentIntent,
} from './payments/payment-intents.ts';
import { createRefund, listRefunds, retrieveRefund } from './payments/refunds.ts';
import type { Store } from './store/transactions.ts';

/** What the app depends on. */
interface AppParts {
  store: Store;
  faults: Faults;
  webhooks: WebhookSender;
  standInScript: () => Promise<string>;
  /** Origin of the app, available once it listens. */
  origin: () => string;
}

/** Creates the simulator's routes: Stripe's API, Stripe.js, hosted checkout, 3-D Secure and test controls. */
export function createApp({ store, faults, webhooks, standInScript, origin }: AppParts): Express {
  const app = express();
  const handle = createOperationHandler(store, faults);
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

  app.use(
    ['/v1/payment_intents/:id', '/v1/payment_intents/:id/confirm', '/v1/confirmation_tokens', '/sim/3ds/:id'],
    allowBrowsers,
  );
  app.get('/v1/payment_intents', handle(listPaymentIntents));
  app.post('/v1/payment_intents', handle(createPaymentIntent));
  app.get('/v1/payment_intents/:id', handle(retrievePaymentIntent, forBrowsers));
  app.post('/v1/payment_intents/:id', handle(updatePaymentIntent));
  app.post('/v1/payment_intents/:id/confirm', handle(confirmPaymentIntent, forBrowsers));
  app.post('/v1/payment_intents/:id/cancel', handle(cancelPaymentIntent));
  app.post('/sim/3ds/:id', handle(finishAuthentication, forBrowsers));
  app.post('/v1/confirmation_tokens', handle(createConfirmationToken, forBrowsers));
  app.post('/v1/test_helpers/confirmation_tokens', handle(createConfirmationToken));
  app.get('/v1/confirmation_tokens/:id', handle(retrieveConfirmationToken));
  app.get('/v1/charges/:id', handle(retrieveCharge));
  app.get('/v1/refunds', handle(listRefunds));
  app.post('/v1/refunds', handle(createRefund));
  app.get('/v1/refunds/:id', handle(retrieveRefund));
  app.get('/v1/disputes/:id', handle(retrieveDispute));
  app.post('/v1/disputes/:id', handle(updateDispute));
  app.post('/v1/checkout/sessions', handle(createCheckoutSession(origin)));
  app.get('/v1/checkout/sessions/:id', handle(retrieveCheckoutSession));
  app.post('/v1/checkout/sessions/:id/expire', handle(expireCheckoutSession));
  app.get('/v1/events', handle(listEvents));

  app.use(createHostedPageRoutes(store));
  app.post('/sim/checkout/:id/pay', handle(payCheckoutSession, forBrowsers));
  app.use('/sim/control', createControlRoutes({ store, faults, webhooks }));
  app.use(rejectUnknownUrl);
  app.use(replyToError);
  return app;
}

const rejectUnknownUrl: RequestHandler = (req) => {
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
  const { status, body } = errorReply(known, 'publishable');
  res.status(status).json(body);
};

/**
 * Returns a loader of the script served as /v3/stripe.js: the file at `builtPath`, or a bundle built on the
 * first request.
 */
export function createStandInScript(builtPath: string | undefined): () => Promise<string> {
  let script: Promise<string> | undefined;
  return () => {
    script ??= builtPath ? readFile(builtPath, 'utf8') : bundle();
    return script;
  };
}

async function bundle(): Promise<string> {
  // Imported lazily, so that the bundler need not be installed if there is a built script.
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('./browser/stripe.ts', import.meta.url))],
    bundle: true,
    format: 'iife',
    target: 'es2022',
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}
