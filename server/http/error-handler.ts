import type { ErrorRequestHandler, Request } from 'express';
import { AppError, type ErrorCode } from '#common/errors.ts';
import { isUnavailable } from '../infra/is-unavailable.ts';
import { logger } from '../infra/logger.ts';
import { refusals } from '../infra/metrics.ts';
import { redactPath } from './request-log.ts';

/**
 * Responds to every request that threw. An `AppError` is sent with its status, body and Retry-After if it has
 * one. Any other error is logged with its stack and answered 500 without details, or 503 when MongoDB or
 * Redis is unavailable.
 */
export const errorHandler: ErrorRequestHandler = (error, req, res, next) => {
  if (res.headersSent) {
    next(error);
    return;
  }
  const refusal = toAppError(error, req);
  refusals.inc({ code: refusal.code });
  if (SUSPICIOUS.has(refusal.status)) {
    logger.warn(
      { requestId: req.id, path: redactPath(req.path), address: req.ip, reason: refusal.code },
      'request refused',
    );
  }
  if (refusal.retryAfterSeconds !== undefined) res.set('Retry-After', String(refusal.retryAfterSeconds));
  res.status(refusal.status).json(refusal.toBody());
};

/** Errors of Express and its body parser, by their status. */
const CLIENT_ERRORS: Record<number, [code: ErrorCode, message: string]> = {
  400: ['INVALID_REQUEST', 'The request could not be read.'],
  404: ['NOT_FOUND', 'There is nothing at this address.'],
  413: ['PAYLOAD_TOO_LARGE', 'That is more than this address takes.'],
  415: ['UNSUPPORTED_MEDIA_TYPE', 'Please send JSON.'],
};

/** Statuses that may indicate an attack and are logged. */
const SUSPICIOUS: ReadonlySet<number> = new Set([401, 403, 421, 429]);

const isFromClient = (error: unknown): error is Error & { status: number } =>
  error instanceof Error && 'status' in error && typeof error.status === 'number' && error.status < 500;

function toAppError(error: unknown, req: Request): AppError {
  if (error instanceof AppError) return error;
  if (isFromClient(error)) {
    const [code, message] = CLIENT_ERRORS[error.status] ?? [
      'INVALID_REQUEST',
      'The request could not be read.',
    ];
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
