import * as z from 'zod/mini';
import { daySchema } from '../day.ts';
import { endpoint } from '../endpoint.ts';
import { idSchema } from '../id.ts';
import { dayReportSchema } from './day-report.ts';
import { ownStatementSchema, statementSchema, statementSummarySchema } from './statement.ts';
import { weekSchema } from './week.ts';

/** The most statements marked as paid in one call. */
export const MAX_STATEMENTS_PER_PAYMENT = 100;

/** The largest change in either direction, in cents. */
const MOST_CENTS = 1_000_000;

/** Body of a change by an admin. */
export const newChangeSchema = z.object({
  week: weekSchema,
  /** Signed. */
  cents: z.number('Please enter an amount.').check(
    z.int('Please enter an amount.'),
    z.minimum(-MOST_CENTS, 'Please deduct at most $10,000.'),
    z.maximum(MOST_CENTS, 'Please add at most $10,000.'),
    z.refine((cents: number) => cents !== 0, 'Please enter an amount that is not zero.'),
  ),
  reason: z
    .string()
    .check(
      z.trim(),
      z.minLength(3, 'Please say why; the driver sees it.'),
      z.maxLength(200, 'Please use at most 200 characters.'),
    ),
});

export const listStatements = endpoint({
  method: 'GET',
  path: '/api/ops/statements',
  summary: 'Lists what each driver earned in a week, Monday to Sunday in Las Vegas, by name.',
  who: 'admin',
  query: z.object({ week: weekSchema }),
  reply: z.object({
    week: z.string(),
    /** Only past weeks can be marked as paid. */
    isOver: z.boolean(),
    statements: z.array(statementSummarySchema),
  }),
});

export const readStatement = endpoint({
  method: 'GET',
  path: '/api/ops/statements/:driverId',
  summary: "Reads a driver's week with the rides and changes behind it.",
  who: 'admin',
  query: z.object({ week: weekSchema }),
  reply: statementSchema,
});

export const addStatementChange = endpoint({
  method: 'POST',
  path: '/api/ops/statements/:driverId/changes',
  summary: "Adds a manual change to a driver's week that is not marked as paid.",
  who: 'admin',
  body: newChangeSchema,
  reply: statementSchema,
  statuses: [201],
  errors: ['STATEMENT_CHANGED', 'IDEMPOTENCY_KEY_REUSED'],
  takesIdempotencyKey: true,
});

export const payStatements = endpoint({
  method: 'POST',
  path: '/api/ops/statements/paid',
  summary:
    'Marks the weeks of drivers as paid, each if it still has the given total. Its figures are final from then on.',
  who: 'admin',
  body: z.object({
    week: weekSchema,
    statements: z
      .array(z.object({ driverId: idSchema, paysCents: z.int() }))
      .check(z.minLength(1), z.maxLength(MAX_STATEMENTS_PER_PAYMENT)),
  }),
  reply: z.object({ statements: z.array(statementSummarySchema) }),
  errors: ['STATEMENT_CHANGED'],
});

export const readDayReport = endpoint({
  method: 'GET',
  path: '/api/ops/day-report',
  summary: 'Sums up the payments of one day in Las Vegas.',
  who: 'admin',
  query: z.object({ day: daySchema }),
  reply: dayReportSchema,
});

/** The most weeks in a page of a driver's own statements. */
export const OWN_WEEKS = 8;

export const listOwnStatements = endpoint({
  method: 'GET',
  path: '/api/statements',
  summary: "Lists a driver's own weeks with a ride or change, newest first; each page covers eight weeks.",
  who: 'driver',
  query: z.object({
    /** `next` of the previous page. */
    after: z.optional(weekSchema),
  }),
  reply: z.object({
    statements: z.array(ownStatementSchema),
    /** Cursor of the next page; null at the end. */
    next: z.nullable(z.string()),
  }),
});

export const readOwnStatement = endpoint({
  method: 'GET',
  path: '/api/statements/week',
  summary: "Reads one of a driver's own weeks, with the same figures as staff see.",
  who: 'driver',
  query: z.object({ week: weekSchema }),
  reply: ownStatementSchema,
});
