import express, { type Express, type Router } from 'express';
import { AppError } from '#common/errors.ts';
import { configRoutes } from './config-routes.ts';
import { env } from './env.ts';
import { apiHeaders } from './http/api-headers.ts';
import { errorHandler } from './http/error-handler.ts';
import { createHealthRoutes } from './http/health-routes.ts';
import { jsonBody } from './http/json-body.ts';
import { originCheck } from './http/origin-check.ts';
import { createPageRoutes } from './http/page-routes.ts';
import { markMount, requestLog } from './http/request-log.ts';
import { session } from './http/session.ts';
import { stripeWebhookRoutes } from './payments/stripe-webhook-routes.ts';
import { rideRoutes } from './rides/ride-routes.ts';
import { sessionRoutes } from './users/session-routes.ts';
import { userRoutes } from './users/user-routes.ts';

/** Every noun's calls, by where they are mounted. */
export const API: readonly (readonly [path: string, routes: Router])[] = [
  ['/api/session', sessionRoutes],
  ['/api/users', userRoutes],
  ['/api/config', configRoutes],
  ['/api/rides', rideRoutes],
];

interface AppOptions {
  /** Whether the node around it should get requests. */
  isReady: () => boolean;
  /** Folder of the built site. */
  webDirectory: string;
}

/** The web application, not yet listening. */
export function createApp({ isReady, webDirectory }: AppOptions): Express {
  const app = express();
  app.set('trust proxy', env.TRUSTED_PROXIES);
  app.set('query parser', 'simple');
  app.set('etag', false);
  app.disable('x-powered-by');

  app.use(requestLog);
  app.use(createHealthRoutes(isReady));
  app.use('/api', apiHeaders);
  app.use(stripeWebhookRoutes);
  app.use('/api', originCheck, jsonBody, session);
  for (const [path, routes] of API) app.use(path, markMount(path), routes);
  app.use('/api', () => {
    throw new AppError('NOT_FOUND', 'There is nothing at this address.');
  });
  app.use(createPageRoutes(webDirectory));

  app.use(errorHandler);
  return app;
}
