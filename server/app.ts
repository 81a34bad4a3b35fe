import express, { type Express, type Request, type RequestHandler, Router } from 'express';
import { API } from '#common/api.ts';
import { AppError } from '#common/errors.ts';
import { SOCKET_PATH } from '#common/rides/ride-events.ts';
import { API_ROUTES, API_SCHEMAS } from './api.ts';
import { recordStaffCalls } from './audit-log/audit-log-routes.ts';
import { areDocsPublic, env } from './env.ts';
import { type ApiRoutes, staffOnly } from './http/api-routes.ts';
import { buildAsyncApi } from './http/build-async-api.ts';
import { buildOpenApi } from './http/build-open-api.ts';
import { createCallTable } from './http/call-table.ts';
import { createCspReportRoutes } from './http/csp-report-routes.ts';
import { exceptDevices } from './http/device-calls.ts';
import { createDocsRoutes } from './http/docs-routes.ts';
import { errorHandler } from './http/error-handler.ts';
import { createBodyDeadline, isUpload } from './http/file-body.ts';
import { createHealthRoutes, type NodeStatus } from './http/health-routes.ts';
import { hostCheck } from './http/host-check.ts';
import { jsonBody } from './http/json-body.ts';
import { originCheck } from './http/origin-check.ts';
import { createPageRoutes } from './http/page-routes.ts';
import { createQueueBoardRoutes } from './http/queue-board-routes.ts';
import { createRequestLimit } from './http/request-limit.ts';
import { createRequestLog, requestContext } from './http/request-log.ts';
import { defaultHeaders } from './http/response-headers.ts';
import { SESSION_COOKIE, session } from './http/session.ts';
import { createLoadShedding } from './http/shed-load.ts';
import { PAYABLES } from './payables.ts';
import { createStripeWebhookRoutes } from './payments/stripe-webhook-routes.ts';
import { tripText } from './rides/trip/trip-text.ts';
import { identifyStaff } from './users/staff-routes.ts';

interface AppOptions {
  /** Status of the node that runs this app. */
  node: NodeStatus;
  /** Folder of the built web app. */
  webDirectory: string;
  /** The routes under /api. Default: all of them. */
  api?: readonly ApiRoutes[];
}

const notFound: RequestHandler = () => {
  throw new AppError('NOT_FOUND', 'There is nothing at this address.');
};

function documentApi(): Router {
  const options = { schemas: API_SCHEMAS, url: env.PUBLIC_URL, cookie: SESSION_COOKIE };
  return createDocsRoutes({
    build: () => ({
      openApi: buildOpenApi({ ...options, endpoints: API }),
      asyncApi: buildAsyncApi(options),
    }),
    gate: areDocsPublic(env) ? [] : [staffOnly('dispatcher')],
  });
}

/** Returns the text that a client-rendered page shows without scripts, by its path. Null if it has none. */
const pageText = async (path: string): Promise<string | null> => {
  const token = /^\/trip\/([^/]+)$/.exec(path)?.[1];
  return token ? tripText(token) : null;
};

interface MountOptions {
  /** Runs the handler of the matched call. */
  answer: RequestHandler;
  limit: RequestHandler;
  /** Counts the request as in progress, for load shedding. */
  admit: RequestHandler;
}

/** The middleware chain of every API call, ending in its handler. */
function mountApi({ answer, limit, admit }: MountOptions): Router {
  const routes = Router();
  routes.use(exceptDevices(originCheck));
  // The order matters. A request that waits for a slow body does not count as in progress, one that waits for
  // its session does. The session is read last, so one that ended while the body arrived is not accepted.
  // Reading both in parallel would gain nothing: a body sent along with the headers arrives before the
  // session query starts.
  routes.use(jsonBody, admit, exceptDevices(session));
  // Devices report once a second and have their own limits.
  routes.use(exceptDevices(identifyStaff), exceptDevices(recordStaffCalls), exceptDevices(limit));
  routes.use(requestContext, answer);
  routes.use(documentApi(), notFound);
  return routes;
}

/**
 * Refuses a request that the load balancer should have sent to a server with another role.
 *
 * @throws AppError MISDIRECTED_REQUEST
 */
const misdirected =
  (message: string): RequestHandler =>
  () => {
    throw new AppError('MISDIRECTED_REQUEST', message);
  };

/** Whether this is a Stripe webhook. Never shed: Stripe would retry only hours later. */
const isWebhook = ({ baseUrl, path }: Request): boolean => `${baseUrl}${path}`.startsWith('/api/webhooks/');

interface BareAppOptions {
  /** Middleware that runs before everything else for requests to the API. */
  api?: readonly RequestHandler[];
  /** Middleware that runs directly after the request log. */
  first?: readonly RequestHandler[];
}

/** Creates what the apps of all roles share: settings, request log, default headers and health probes. */
function createBareApp(node: NodeStatus, { api = [], first = [] }: BareAppOptions = {}): Express {
  const app = express();
  app.set('trust proxy', env.TRUSTED_PROXIES);
  app.set('query parser', 'simple');
  app.set('etag', false);
  app.disable('x-powered-by');

  if (api.length > 0) app.use('/api', ...api);
  app.use(createRequestLog(), ...first, defaultHeaders);
  app.use(createHealthRoutes(node));
  app.use(hostCheck);
  return app;
}

/** Creates the HTTP app of a sockets-only node: probes and metrics. Refuses everything else. */
export function createSocketsApp(node: NodeStatus): Express {
  const app = createBareApp(node);
  app.use(
    misdirected('This server takes sockets alone. The balancer has to send requests to one for the API.'),
  );
  app.use(errorHandler);
  return app;
}

/** Creates the web application, not yet listening. */
export function createApp({ node, webDirectory, api = API_ROUTES }: AppOptions): Express {
  const { match, answer } = createCallTable(api.flatMap(({ calls }) => calls));
  const { refuse, admit } = createLoadShedding((req) => isUpload(req) || isWebhook(req));
  const app = createBareApp(node, { api: [match, refuse], first: [createBodyDeadline()] });
  // With other roles Engine.IO answers at this path before Express sees the request.
  if (node.role === 'api') {
    app.use(
      SOCKET_PATH,
      misdirected('This server takes no sockets. The balancer has to send them to one that does.'),
    );
  }
  app.use(createCspReportRoutes());
  app.use(createStripeWebhookRoutes(PAYABLES));
  const limit = createRequestLimit();
  app.use('/api', mountApi({ answer, limit, admit }));
  app.use(createQueueBoardRoutes('/ops/queues', identifyStaff));
  app.use((req, res, next) => (req.path.startsWith('/assets/') ? next() : limit(req, res, next)));
  app.use(createPageRoutes(webDirectory, { textOf: pageText }));

  app.use(notFound);
  app.use(errorHandler);
  return app;
}
