import * as z from 'zod/mini';
import { ParameterError } from './api-error.ts';
import { integer } from './check-params.ts';

/** The parameter every list takes; spread into the schema of each. */
export const listParams = { limit: z.optional(integer) };

/**
 * The first page of a list, at most 100 records (10 unless told), from records that are newest first.
 * @throws ParameterError when the limit is out of bounds
 */
export function listPage(url: string, all: object[], limit = 10) {
  if (limit < 1 || limit > 100) {
    throw new ParameterError(
      `This value must be ${limit < 1 ? 'greater than or equal to 1' : 'less than or equal to 100'}.`,
      'parameter_invalid_integer',
      'limit',
    );
  }
  return { object: 'list', data: all.slice(0, limit), has_more: all.length > limit, url };
}
