import * as z from 'zod/mini';

/** Ids are 24 hex digits. */
export const idSchema = z.string().check(z.regex(/^[0-9a-f]{24}$/));
