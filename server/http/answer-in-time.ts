import type { Request } from 'express';
import type { Endpoint } from '#common/endpoint.ts';
import { AppError } from '#common/errors.ts';
import { noAnswerMessage } from '#common/no-answer.ts';
import { logger } from '../infra/logger.ts';
import { redactPath } from './request-log.ts';

/**
 * When a call is answered at the latest, in milliseconds from when it was read. A page waits ten seconds (`call` of the web), and
 * what we wait for ourselves has limits of its own, below this one: MongoDB and Redis three seconds, Stripe eight.
 */
export const ANSWER_MS = 9_000;

interface Asked {
  req: Request;
  endpoint: Endpoint;
  /** Whether it carries an idempotency key. */
  isKeyed: boolean;
  /** When it is answered at the latest. */
  ms: number;
}

/**
 * The outcome of a call's work, or that it takes too long: the work goes on, and its outcome is dropped.
 *
 * @throws AppError TIMED_OUT, whose message says what is sure and what is not
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
