import * as z from 'zod/mini';
import { ParameterError } from './operation.ts';
import { integer } from './params.ts';

/** The parameters of every list, to spread into its schema. */
export const listParams = { limit: z.optional(integer), starting_after: z.optional(z.string()) };

interface ListQuery {
  limit?: number;
  starting_after?: string;
}

/**
 * One page of a list: up to `limit` records (default 10, at most 100) after the record `starting_after`.
 * @param all newest first
 * @throws ParameterError when the limit is out of range or the cursor is not in the list
 */
export function listPage(url: string, all: { id: string }[], { limit = 10, starting_after }: ListQuery) {
  if (limit < 1 || limit > 100) {
    throw new ParameterError(
      `This value must be ${limit < 1 ? 'greater than or equal to 1' : 'less than or equal to 100'}.`,
      'parameter_invalid_integer',
      'limit',
    );
  }
  const start = starting_after ? all.findIndex(({ id }) => id === starting_after) + 1 : 0;
  if (starting_after && start === 0) {
    throw new ParameterError(`No such object: '${starting_after}'`, 'resource_missing', 'starting_after');
  }
  return {
    object: 'list',
    data: all.slice(start, start + limit),
    has_more: all.length > start + limit,
    url,
  };
}
