import express, { type Express, type RequestHandler, Router } from 'express';
import { API } from '#common/api.ts';
import { AppError } from '#common/errors.ts';
import { API_ROUTES, API_SCHEMAS } from './api.ts';
import { areDocsPublic, env } from './env.ts';
import { type ApiRoutes, staffOnly } from './http/api-routes.ts';
import { buildAsyncApi } from './http/build-async-api.ts';
import { buildOpenApi } from './http/build-open-api.ts';
import { createCspReportRoutes } from './http/csp-report-routes.ts';
import { createDeviceTest, exceptDevices, type IsDeviceCall } from './http/device-calls.ts';
import { createDocsRoutes } from './http/docs-routes.ts';
import { errorHandler } from './http/error-handler.ts';
import { createBodyDeadline, createUploadTest, type IsUpload } from './http/file-body.ts';
import { createHealthRoutes, type NodeStatus } from './http/health-routes.ts';
import { hostCheck } from './http/host-check.ts';
import { createJsonBody } from './http/json-body.ts';
import { originCheck } from './http/origin-check.ts';
import { createPageRoutes } from './http/page-routes.ts';
import { createQueueBoardRoutes } from './http/queue-board-routes.ts';
import { createRequestLimit } from './http/request-limit.ts';
import { requestContext, requestLog } from './http/request-log.ts';
import { defaultHeaders } from './http/response-headers.ts';
import { SESSION_COOKIE, session } from './http/session.ts';
import { PAYABLES } from './payables.ts';
import { createStripeWebhookRoutes } from './payments/stripe-webhook-routes.ts';
import { tripText } from './rides/trip/trip-text.ts';
import { identifyStaff } from './users/staff-routes.ts';

interface AppOptions {
  /** The node around it. */
  node: NodeStatus;
  /** Folder of the built site. */
  webDirectory: string;
  /** The routes under /api; all of them by default. */
  api?: readonly ApiRoutes[];
}

const notFound: RequestHandler = () => {
  throw new AppError('NOT_FOUND', 'There is nothing at this address.');
};

function documentApi(): Router {
  const options = { schemas: API_SCHEMAS, url: env.PUBLIC_URL, cookie: SESSION_COOKIE };
  return createDocsRoutes({
    openApi: buildOpenApi({ ...options, endpoints: API }),
    asyncApi: buildAsyncApi(options),
    gate: areDocsPublic(env) ? [] : [staffOnly('dispatcher')],
  });
}

/** What pages that are rendered in the browser say without scripts, by their path; null of those that say nothing. */
const pageText = async (path: string): Promise<string | null> => {
  const token = /^\/trip\/([^/]+)$/.exec(path)?.[1];
  return token ? tripText(token) : null;
};

/** The routes of all nouns behind one mount, which Express matches once instead of once per noun. */
function mountApi(
  nouns: readonly ApiRoutes[],
  limit: RequestHandler,
  { isUpload, isDeviceCall }: { isUpload: IsUpload; isDeviceCall: IsDeviceCall },
): Router {
  const routes = Router();
  routes.use(exceptDevices(isDeviceCall, originCheck), createJsonBody(isUpload, isDeviceCall));
  // Devices report once a second, and have limits of their own.
  routes.use(exceptDevices(isDeviceCall, session, identifyStaff, limit));
  routes.use(requestContext);
  routes.use(documentApi());
  for (const { router } of nouns) routes.use(router);
  routes.use(notFound);
  return routes;
}

/** The web application, not yet listening. */
export function createApp({ node, webDirectory, api = API_ROUTES }: AppOptions): Express {
  const app = express();
  const endpoints = api.flatMap((noun) => noun.endpoints);
  const isUpload = createUploadTest(endpoints);
  app.set('trust proxy', env.TRUSTED_PROXIES);
  app.set('query parser', 'simple');
  app.set('etag', false);
  app.disable('x-powered-by');

  app.use(requestLog);
  app.use(createBodyDeadline(isUpload));
  app.use(defaultHeaders);
  app.use(createHealthRoutes(node));
  app.use(hostCheck);
  app.use(createCspReportRoutes());
  app.use(createStripeWebhookRoutes(PAYABLES));
  const limit = createRequestLimit();
  app.use('/api', mountApi(api, limit, { isUpload, isDeviceCall: createDeviceTest(endpoints) }));
  app.use(createQueueBoardRoutes('/ops/queues', identifyStaff));
  app.use((req, res, next) => (req.path.startsWith('/assets/') ? next() : limit(req, res, next)));
  app.use(createPageRoutes(webDirectory, { textOf: pageText }));

  app.use(notFound);
  app.use(errorHandler);
  return app;
}
