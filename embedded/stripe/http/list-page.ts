import * as z from 'zod/mini';
import { ParameterError } from './api-error.ts';
import { integer } from './check-params.ts';

const range = z.strictObject({
  gt: z.optional(integer),
  gte: z.optional(integer),
  lt: z.optional(integer),
  lte: z.optional(integer),
});

/** The parameters every list takes; spread into the schema of each. */
export const listParams = {
  limit: z.optional(integer),
  starting_after: z.optional(z.string()),
  created: z.optional(z.union([integer, range])),
};

interface ListQuery {
  limit?: number;
  starting_after?: string;
  created?: number | z.output<typeof range>;
}

/**
 * One page of a list, at most 100 records (10 unless told), from records that are newest first.
 * @throws ParameterError when the limit is out of bounds or the cursor names no record of the list
 */
export function listPage<T extends { id: string; created: number }>(url: string, all: T[], query: ListQuery) {
  const limit = query.limit ?? 10;
  if (limit < 1 || limit > 100) {
    throw new ParameterError(
      `This value must be ${limit < 1 ? 'greater than or equal to 1' : 'less than or equal to 100'}.`,
      'parameter_invalid_integer',
      'limit',
    );
  }
  const { created } = query;
  const bounds = typeof created === 'number' ? { gte: created, lte: created } : (created ?? {});
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = bounds;
  const within = all.filter((record) => {
    const at = record.created;
    return at > gt && at >= gte && at < lt && at <= lte;
  });
  const start = query.starting_after
    ? within.findIndex((record) => record.id === query.starting_after) + 1
    : 0;
  if (query.starting_after && start === 0) {
    throw new ParameterError(
      `No such object: '${query.starting_after}'`,
      'resource_missing',
      'starting_after',
    );
  }
  return {
    object: 'list',
    data: within.slice(start, start + limit),
    has_more: within.length > start + limit,
    url,
  };
}
