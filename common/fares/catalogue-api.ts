import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { ratesVersionSchema } from './rates-schema.ts';

const catalogueSchema = z.object({
  /** The rates in effect. */
  current: ratesVersionSchema,
  /** Rates scheduled after them, by day, so that a page open past midnight can switch. */
  next: z.array(ratesVersionSchema),
});
export type Catalogue = z.infer<typeof catalogueSchema>;

export const readCatalogue = endpoint({
  method: 'GET',
  path: '/api/catalogue',
  summary: 'Reads the current rates and the scheduled ones.',
  who: 'anybody',
  reply: catalogueSchema,
});
