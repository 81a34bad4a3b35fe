import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { pageLimitSchema } from '../page-limit.ts';
import { RATES_FIELDS, ratesVersionSchema } from './rates-schema.ts';

/** A version of the rates as admins see it. Whether it is in effect follows from its date. */
export const staffRatesSchema = z.extend(ratesVersionSchema, {
  state: z.enum(['draft', 'scheduled']),
  /**
   * Incremented by every change. A change must name the version it was based on. 0 for the seeded rates,
   * which are fixed.
   */
  version: z.int(),
  /** Who last changed it; null for the seeded rates. */
  changedBy: z.nullable(z.string()),
  changedAt: z.nullable(z.iso.datetime()),
});
export type StaffRates = z.infer<typeof staffRatesSchema>;

const versionSchema = z.int().check(z.minimum(1));

/** Set after the admin has confirmed a fare change of more than half. */
const confirmLargeChange = z.optional(z.boolean());

export const listRates = endpoint({
  method: 'GET',
  path: '/api/ops/rates',
  summary: 'Lists the versions of the rates, latest first, by page; pass `next` as `after`.',
  who: 'admin',
  query: z.object({
    after: z.optional(z.string().check(z.maxLength(40))),
    limit: pageLimitSchema,
  }),
  reply: z.object({
    /** The last version on the last page is the seeded rates. */
    versions: z.array(staffRatesSchema),
    next: z.nullable(z.string()),
    /** The only draft, sent with the first page only. */
    draft: z.nullable(staffRatesSchema),
  }),
});

/** Body for new rates. */
const newRatesSchema = z.object(RATES_FIELDS);
export type NewRates = z.infer<typeof newRatesSchema>;

export const draftRates = endpoint({
  method: 'POST',
  path: '/api/ops/rates',
  summary: 'Saves a draft of new rates, if there is none. It has no effect until it is scheduled.',
  who: 'admin',
  body: newRatesSchema,
  reply: staffRatesSchema,
  statuses: [201],
  errors: ['EDIT_CONFLICT'],
});

export const changeRates = endpoint({
  method: 'PATCH',
  path: '/api/ops/rates/:ratesId',
  summary:
    'Changes a draft, or rates not yet in effect, if `version` is current. A fare changed by more than half requires `confirmLargeChange`.',
  who: 'admin',
  body: z.object({ ...RATES_FIELDS, version: versionSchema, confirmLargeChange }),
  reply: staffRatesSchema,
  errors: ['EDIT_CONFLICT', 'LARGE_CHANGE'],
});

export const scheduleRates = endpoint({
  method: 'POST',
  path: '/api/ops/rates/:ratesId/schedule',
  summary:
    'Schedules a draft for its day, tomorrow at the earliest, if `version` is current. A fare changed by more than half requires `confirmLargeChange`.',
  who: 'admin',
  body: z.object({ version: versionSchema, confirmLargeChange }),
  reply: staffRatesSchema,
  errors: ['EDIT_CONFLICT', 'LARGE_CHANGE'],
});

export const dropRates = endpoint({
  method: 'POST',
  path: '/api/ops/rates/:ratesId/drop',
  summary:
    'Withdraws a draft, or rates not yet in effect, if `version` is current. A fare that then changes by more than half requires `confirmLargeChange`.',
  who: 'admin',
  body: z.object({ version: versionSchema, confirmLargeChange }),
  reply: null,
  errors: ['EDIT_CONFLICT', 'LARGE_CHANGE'],
});
