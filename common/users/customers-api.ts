import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { idSchema } from '../id.ts';
import { parseCustomerSearch } from './customer-search.ts';

/** A rider for whom staff can book by phone. */
export const customerSchema = z.object({
  id: idSchema,
  name: z.string(),
  email: z.string(),
  phone: z.nullable(z.string()),
});
export type Customer = z.infer<typeof customerSchema>;

export const searchCustomers = endpoint({
  method: 'GET',
  path: '/api/ops/customers',
  summary:
    'Finds up to five customers for a booking by phone, by words of the name or by the beginning of the email address or phone number.',
  who: 'dispatcher',
  query: z.object({
    q: z.string().check(
      z.maxLength(254),
      z.refine((text) => parseCustomerSearch(text) !== null, 'Please enter three letters or digits.'),
    ),
  }),
  reply: z.array(customerSchema),
  limit: { name: 'search-customers', times: 300, windowSeconds: 600, per: 'user' },
});
