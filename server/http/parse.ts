import type { Request } from 'express';
import type * as z from 'zod/mini';
import { AppError, type Issue } from '#common/errors.ts';

/**
 * Parses the parts of a request that a schema names. `schema` is an object of any of `params`, `query` and
 * `body`; unknown keys are dropped, and the request itself stays unchanged.
 *
 * @throws INVALID_REQUEST with every issue and the message of the first; NOT_FOUND when the path is malformed
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

/** The message where a schema has none of its own: zod's are for programmers. */
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

/** The Idempotency-Key of a request; null where there is none. @throws INVALID_REQUEST for a malformed one */
export function readIdempotencyKey(req: Request): string | null {
  const key = req.get('idempotency-key');
  if (!key) return null;
  if (IDEMPOTENCY_KEY.test(key)) return key;
  throw new AppError(
    'INVALID_REQUEST',
    'Idempotency-Key takes 8 to 128 letters, digits, dashes and underscores.',
  );
}
