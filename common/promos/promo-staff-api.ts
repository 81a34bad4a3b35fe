import * as z from 'zod/mini';
import { daySchema } from '../day.ts';
import { endpoint } from '../endpoint.ts';
import { idSchema } from '../id.ts';

const count = (most: number) =>
  z.nullable(
    z
      .number('Please enter a whole number.')
      .check(
        z.int('Please enter a whole number.'),
        z.minimum(1, 'Please enter 1 or more.'),
        z.maximum(most, `Please enter at most ${most}.`),
      ),
  );

const text = (most: number, missing: string) =>
  z
    .string()
    .check(z.trim(), z.minLength(1, missing), z.maxLength(most, `Please use at most ${most} characters.`));

/** The terms of a code that an admin may change; the code itself is fixed. Null means no such condition. */
const termsFields = {
  title: text(60, 'Please give it a title.'),
  badge: z.nullable(text(20, 'Please enter a badge, or leave it out.')),
  /** Shown to riders on the promotions page. */
  description: text(120, 'Please say what it is for.'),
  percent: count(100),
  amountCents: z.nullable(
    z
      .number('Please enter an amount.')
      .check(
        z.int('Please enter an amount.'),
        z.minimum(100, 'Please enter $1 or more.'),
        z.maximum(1_000_000, 'Please enter at most $10,000.'),
      ),
  ),
  validFrom: z.nullable(daySchema),
  validUntil: z.nullable(daySchema),
  weekdays: z.nullable(
    z.array(z.int().check(z.minimum(0), z.maximum(6))).check(
      z.minLength(1, 'Please choose a day.'),
      z.refine((days: number[]) => new Set(days).size === days.length, 'Please choose each day once.'),
    ),
  ),
  minimumFareCents: z
    .number('Please enter an amount.')
    .check(z.int(), z.minimum(0, 'Please enter $0 or more.'), z.maximum(10_000_000)),
  minimumHours: z.nullable(
    z
      .number('Please enter hours.')
      .check(
        z.multipleOf(0.5, 'Please enter whole or half hours.'),
        z.minimum(1, 'Please enter 1 or more.'),
        z.maximum(24, 'Please enter at most 24.'),
      ),
  ),
  firstRideOnly: z.boolean(),
  perRider: count(1_000),
  totalCap: count(1_000_000),
};

interface CrossCheckedTerms {
  percent: number | null;
  amountCents: number | null;
  validFrom: string | null;
  validUntil: string | null;
}

const hasOneDiscount = z.refine<CrossCheckedTerms>(
  ({ percent, amountCents }) => (percent === null) !== (amountCents === null),
  { path: ['percent'], error: 'Please enter a percentage or an amount.' },
);

const isInOrder = z.refine<CrossCheckedTerms>(
  ({ validFrom, validUntil }) => validFrom === null || validUntil === null || validFrom <= validUntil,
  { path: ['validUntil'], error: 'The last day comes before the first.' },
);

/** Body for a new code. */
export const newPromoSchema = z
  .object({
    code: z
      .string()
      .check(
        z.trim(),
        z.toUpperCase(),
        z.regex(/^[A-Z0-9-]{3,20}$/, 'Please use 3 to 20 letters, figures or hyphens.'),
      ),
    ...termsFields,
  })
  .check(hasOneDiscount, isInOrder);
export type NewPromo = z.infer<typeof newPromoSchema>;

const versionSchema = z.number().check(z.int(), z.minimum(1));

/** A promo code as admins see it. */
export const staffPromoSchema = z.object({
  id: idSchema,
  /** Incremented by every change of the terms. A change must name the version it was based on. */
  version: z.number(),
  code: z.string(),
  title: z.string(),
  badge: z.nullable(z.string()),
  description: z.string(),
  percent: z.nullable(z.number()),
  amountCents: z.nullable(z.number()),
  validFrom: z.nullable(z.string()),
  validUntil: z.nullable(z.string()),
  weekdays: z.nullable(z.array(z.number())),
  minimumFareCents: z.number(),
  minimumHours: z.nullable(z.number()),
  firstRideOnly: z.boolean(),
  perRider: z.nullable(z.number()),
  totalCap: z.nullable(z.number()),
  /** Number of rides that use it, paid or not, and of those that are unpaid. */
  uses: z.number(),
  holds: z.number(),
});
export type StaffPromo = z.infer<typeof staffPromoSchema>;

export const listPromos = endpoint({
  method: 'GET',
  path: '/api/ops/promos',
  summary: 'Lists all promo codes with their terms, uses and holds, oldest first.',
  who: 'admin',
  reply: z.array(staffPromoSchema),
});

export const addPromo = endpoint({
  method: 'POST',
  path: '/api/ops/promos',
  summary: 'Adds a promo code.',
  who: 'admin',
  body: newPromoSchema,
  reply: staffPromoSchema,
  statuses: [201],
  errors: ['EDIT_CONFLICT'],
});

export const changePromo = endpoint({
  method: 'PATCH',
  path: '/api/ops/promos/:promoId',
  summary:
    'Changes the terms of a promo code, if `version` is current. Rides booked with it keep their discount.',
  who: 'admin',
  body: z.object({ ...termsFields, version: versionSchema }).check(hasOneDiscount, isInOrder),
  reply: staffPromoSchema,
  errors: ['EDIT_CONFLICT'],
});

export const endPromo = endpoint({
  method: 'POST',
  path: '/api/ops/promos/:promoId/end',
  summary: 'Makes today the last day of a promo code, if `version` is current.',
  who: 'admin',
  body: z.object({ version: versionSchema }),
  reply: staffPromoSchema,
  errors: ['EDIT_CONFLICT'],
});
