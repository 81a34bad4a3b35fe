import type { ErrorRequestHandler, Request } from 'express';
import { AppError, type ErrorCode } from '#common/errors.ts';
import { isUnavailable } from '../infra/is-unavailable.ts';
import { logger } from '../infra/logger.ts';
import { redactPath } from './redact-path.ts';

/** Refusals of Express and its body parser, by the status they carry. */
const REFUSALS: Record<number, [code: ErrorCode, message: string]> = {
  400: ['INVALID_REQUEST', 'The request could not be read.'],
  404: ['NOT_FOUND', 'There is nothing at this address.'],
  413: ['PAYLOAD_TOO_LARGE', 'That is more than this address takes.'],
  415: ['UNSUPPORTED_MEDIA_TYPE', 'Please send JSON.'],
};

/** Who is refused with these may be somebody at work; they are looked for in the log. */
const TELLING: ReadonlySet<number> = new Set([401, 403, 429]);

const isFromClient = (error: unknown): error is Error & { status: number } =>
  error instanceof Error && 'status' in error && typeof error.status === 'number' && error.status < 500;

function toAppError(error: unknown, req: Request): AppError {
  if (error instanceof AppError) return error;
  if (isFromClient(error)) {
    const [code, message] = REFUSALS[error.status] ?? ['INVALID_REQUEST', 'The request could not be read.'];
    return new AppError(code, message, { cause: error });
  }
  logger.error(
    { error, requestId: req.id, method: req.method, path: redactPath(req.path) },
    'request failed',
  );
  if (isUnavailable(error)) {
    return new AppError('UNAVAILABLE', 'We cannot get to our records right now. Please try again.', {
      cause: error,
    });
  }
  return new AppError('INTERNAL', 'Something went wrong on our side. Please try again.', { cause: error });
}

/**
 * The last stop of every request that threw. A refusal (`AppError`) answers its status, its body and, when there is one, Retry-After;
 * anything else is a fault: logged with its stack, answered 500 (503 when MongoDB or Redis is out of reach) without details.
 */
export const errorHandler: ErrorRequestHandler = (error, req, res, next) => {
  if (res.headersSent) {
    next(error);
    return;
  }
  const refusal = toAppError(error, req);
  if (TELLING.has(refusal.status)) {
    logger.warn(
      { requestId: req.id, path: redactPath(req.path), address: req.ip, reason: refusal.code },
      'refused',
    );
  }
  if (refusal.retryAfterSeconds !== undefined) res.set('Retry-After', String(refusal.retryAfterSeconds));
  res.status(refusal.status).json(refusal.toBody());
};
