import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import type { IServerAdapter } from '@bull-board/api/typings/app';
import { ExpressAdapter } from '@bull-board/express';
import { type RequestHandler, Router } from 'express';
import { AppError } from '#common/errors.ts';
import { jobQueue } from '../infra/queues.ts';
import { requireAudience } from './api-routes.ts';
import { session } from './session.ts';

/** The board's own scripts, and styles as it writes them; the font it asks another site for stays away. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const headers: RequestHandler = (_req, res, next) => {
  res.set({
    'Content-Security-Policy': POLICY,
    'X-Robots-Tag': 'noindex',
  });
  next();
};

const requireAdmin: RequestHandler = (req, _res, next) => {
  requireAudience(req, 'admin');
  next();
};

/** Holds whatever else the board may learn to do. */
const readOnly: RequestHandler = ({ method }, _res, next) => {
  if (method !== 'GET' && method !== 'HEAD')
    throw new AppError('FORBIDDEN', 'Jobs can only be looked at here.');
  next();
};

type JobQueue = ReturnType<typeof jobQueue>;
const boards = new WeakMap<JobQueue, RequestHandler>();

/** The board of the queue as it is opened now: one that could not be reached is opened anew. */
function boardOf(queue: JobQueue, path: string): RequestHandler {
  const known = boards.get(queue);
  if (known) return known;
  const adapter = new ExpressAdapter().setBasePath(path);
  createBullBoard({
    queues: [new BullMQAdapter(queue, { readOnlyMode: true })],
    // Its package may bring the types of another patch version.
    serverAdapter: adapter as object as IServerAdapter,
    options: { uiConfig: { boardTitle: 'Marquee jobs' } },
  });
  const board: RequestHandler = adapter.getRouter();
  boards.set(queue, board);
  return board;
}

/** Bull Board at a path, for administrators to see what the workers have done, do and failed at. It changes nothing; no page links to it. */
export function createQueueBoardRoutes(path: string): Router {
  const routes = Router();
  routes.use(path, headers, session, requireAdmin, readOnly, (req, res, next) =>
    boardOf(jobQueue(), path)(req, res, next),
  );
  return routes;
}
