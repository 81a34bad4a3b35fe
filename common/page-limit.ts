import * as z from 'zod/mini';

/** The query parameter `limit` of a list that is read by page: how many entries a page may have. */
export const pageLimitSchema = z._default(
  z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)),
  100,
);
