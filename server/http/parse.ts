import type { Request } from 'express';
import type * as z from 'zod/mini';
import { AppError, type Issue } from '#common/errors.ts';

/**
 * Parses the request's `params`, `query` and `body` as far as `schema` (an object of these) has them. Drops
 * unknown keys and does not modify the request.
 *
 * @throws AppError INVALID_REQUEST with all issues and the first one's message
 * @throws AppError NOT_FOUND when the path is malformed
 */
export function parse<Schema extends z.ZodMiniType>(schema: Schema, req: Request): z.output<Schema> {
  const parts = { params: req.params, query: req.query, body: req.body ?? {} };
  const result = schema.safeParse(parts, { error: describeIssue });
  if (result.success) return result.data;

  const { issues } = result.error;
  if (issues.some((issue) => issue.path[0] === 'params')) {
    throw new AppError('NOT_FOUND', 'There is nothing at this address.');
  }
  const [first] = issues;
  throw new AppError('INVALID_REQUEST', first?.message ?? 'Something in the request is missing.', {
    issues: issues.map(toIssue),
  });
}

/** The message for schemas without their own, since zod's are written for programmers. */
const describeIssue: z.core.$ZodErrorMap = ({ path, input }) => {
  const field = String(path?.at(-1) ?? 'request').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  const isMissing = input === undefined || input === '';
  return isMissing ? `Please fill in the ${field}.` : `Please check the ${field}.`;
};

const toIssue = ({ path, message }: z.core.$ZodIssue): Issue => ({
  path: path.slice(1).join('.'),
  message,
});

const IDEMPOTENCY_KEY = /^[\w-]{8,128}$/;

/** Returns a request's Idempotency-Key, or null. @throws AppError INVALID_REQUEST for a malformed one */
export function readIdempotencyKey(req: Request): string | null {
  const key = req.get('idempotency-key');
  if (!key) return null;
  if (IDEMPOTENCY_KEY.test(key)) return key;
  throw new AppError(
    'INVALID_REQUEST',
    'Idempotency-Key takes 8 to 128 letters, digits, dashes and underscores.',
  );
}
