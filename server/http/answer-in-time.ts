import type { Request } from 'express';
import type { Endpoint } from '#common/endpoint.ts';
import { AppError } from '#common/errors.ts';
import { noAnswerMessage } from '#common/no-answer.ts';
import { logger } from '../infra/logger.ts';
import { redactPath } from './request-log.ts';

/**
 * Response deadline of an API call, in milliseconds from when it was read. Above the timeouts of MongoDB and
 * Redis (3 seconds) and Stripe (8 seconds), and below the browser's (10 seconds; `call` in the web code).
 */
export const RESPONSE_DEADLINE_MS = 9_000;

interface Asked {
  req: Request;
  endpoint: Endpoint;
  /** Whether the request has an idempotency key. */
  isKeyed: boolean;
  /** The response deadline in milliseconds. */
  ms: number;
}

/**
 * Returns the result of the work, or fails at the deadline. The work then continues, and its result is
 * discarded.
 *
 * @throws AppError TIMED_OUT; its message says whether the change may have been made
 */
export async function answerInTime<Answer>(
  work: Promise<Answer>,
  { req, endpoint, isKeyed, ms }: Asked,
): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      const { id: requestId, method, path } = req;
      logger.warn({ requestId, method, path: redactPath(path) }, 'request answered before its work was done');
      reject(new AppError('TIMED_OUT', noAnswerMessage(endpoint, isKeyed)));
    }, ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
