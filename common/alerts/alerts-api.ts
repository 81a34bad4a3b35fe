import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { alertSchema } from './alert.ts';

/** The most alerts returned for one subject. */
export const ALERT_HISTORY_MAX = 100;

export const listAlerts = endpoint({
  method: 'GET',
  path: '/api/ops/alerts',
  summary:
    'Lists the open alerts, oldest first; with `subjectId` the latest 100 about that subject, resolved ones too, newest first.',
  who: 'dispatcher',
  query: z.object({
    /** Id of a ride, driver, vehicle or any other subject of alerts. */
    subjectId: z.optional(z.string().check(z.regex(/^[\w-]{1,255}$/))),
  }),
  reply: z.array(alertSchema),
});

/**
 * The version that the caller saw. After another change the reply is VERSION_CONFLICT and says who made it.
 */
const version = z.int().check(z.positive());

export const takeAlert = endpoint({
  method: 'POST',
  path: '/api/ops/alerts/:alertId/take',
  summary: 'Assigns an open alert to the caller, visibly to all staff.',
  who: 'dispatcher',
  body: z.object({ version }),
  reply: alertSchema,
  errors: ['VERSION_CONFLICT'],
});

export const resolveAlert = endpoint({
  method: 'POST',
  path: '/api/ops/alerts/:alertId/resolve',
  summary: 'Resolves an open alert by hand. It is not opened again for the same cause.',
  who: 'dispatcher',
  body: z.object({
    version,
    note: z.optional(z.string().check(z.trim(), z.maxLength(500, 'Please keep the note to 500 characters.'))),
  }),
  reply: alertSchema,
  errors: ['VERSION_CONFLICT'],
});
