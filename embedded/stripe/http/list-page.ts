import * as z from 'zod/mini';
import { ParameterError } from './api-error.ts';
import { integer } from './check-params.ts';

/** The parameters every list takes; spread into the schema of each. */
export const listParams = { limit: z.optional(integer), starting_after: z.optional(z.string()) };

interface ListQuery {
  limit?: number;
  starting_after?: string;
}

/**
 * One page of a list, at most 100 records (10 unless told), from records that are newest first.
 * @throws ParameterError when the limit is out of bounds or the cursor names no record of the list
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
