import type { Request } from 'express';
import type * as z from 'zod/mini';
import { AppError, type Issue } from '#common/errors.ts';

/** What is said when a schema has no words of its own: zod's are for programmers. */
const describeIssue: z.core.$ZodErrorMap = ({ path, input }) => {
  const field = String(path?.at(-1) ?? 'request').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  const isMissing = input === undefined || input === '';
  return isMissing ? `Please fill in the ${field}.` : `Please check the ${field}.`;
};

const toIssue = ({ path, message }: z.core.$ZodIssue): Issue => ({
  path: path.slice(1).join('.'),
  message,
});

/**
 * The parts of a request that a schema names, checked. `schema` is an object of any of `params`, `query` and `body`; keys it does
 * not know are dropped, and the request stays as it came.
 *
 * Throws INVALID_REQUEST with every issue, worded by the first; NOT_FOUND when it is the path that is malformed, since nothing lives there.
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
