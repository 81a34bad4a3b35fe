import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import type { IServerAdapter } from '@bull-board/api/typings/app';
import { ExpressAdapter } from '@bull-board/express';
import { type RequestHandler, Router } from 'express';
import { AppError } from '#common/errors.ts';
import { jobQueue } from '../infra/queues.ts';
import { staffOnly } from './api-routes.ts';
import { session } from './session.ts';

/** Allows the board's own scripts and inline styles, but not the font it requests from another site. */
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

/** Refuses writes, in case a later version of the board offers any. */
const readOnly: RequestHandler = ({ method }, _res, next) => {
  if (method !== 'GET' && method !== 'HEAD')
    throw new AppError('FORBIDDEN', 'Jobs can only be looked at here.');
  next();
};

type JobQueue = ReturnType<typeof jobQueue>;
const boards = new WeakMap<JobQueue, RequestHandler>();

/** Returns the board for the present queue object: `jobQueue` reopens a queue that failed to connect. */
function boardOf(queue: JobQueue, path: string): RequestHandler {
  const known = boards.get(queue);
  if (known) return known;
  const adapter = new ExpressAdapter().setBasePath(path);
  createBullBoard({
    queues: [new BullMQAdapter(queue, { readOnlyMode: true })],
    // The adapter's types may belong to another patch version.
    serverAdapter: adapter as object as IServerAdapter,
    options: { uiConfig: { boardTitle: 'Marquee jobs' } },
  });
  const board: RequestHandler = adapter.getRouter();
  boards.set(queue, board);
  return board;
}

/** Serves Bull Board (completed, active and failed jobs) at a path, read-only, for admins. Linked nowhere. */
export function createQueueBoardRoutes(path: string, identifyStaff: RequestHandler): Router {
  const routes = Router();
  routes.use(path, headers, session, identifyStaff, staffOnly('admin'), readOnly, (req, res, next) =>
    boardOf(jobQueue(), path)(req, res, next),
  );
  return routes;
}
