import * as z from 'zod/mini';
import { emailText, optionalPhone, optionalText, requiredLine, TEXT_LIMITS } from './fields.ts';

const name = requiredLine(TEXT_LIMITS.name, 'Name is required');
const note = optionalText(TEXT_LIMITS.message);

const MOST_CARDS = 10_000;

/** Body of POST /api/leads: requests from visitors, by `kind`. */
export const leadSchema = z.discriminatedUnion('kind', [
  /** Subscription to offers. */
  z.object({ kind: z.literal('offers'), email: emailText }),
  /** Interest in a planned city. */
  z.object({ kind: z.literal('waitlist'), email: emailText, city: requiredLine(60, 'Please choose a city') }),
  z.object({
    kind: z.literal('city-suggestion'),
    email: emailText,
    city: requiredLine(60, 'Please name a city'),
    note,
  }),
  z.object({
    kind: z.literal('job'),
    name,
    email: emailText,
    phone: optionalPhone,
    /** One of the open positions, or a label for a résumé sent without one. */
    position: requiredLine(100, 'Please choose a position'),
    /** URL of a résumé. */
    link: optionalText(300),
    note,
  }),
  z.object({
    kind: z.literal('bulk-order'),
    name,
    email: emailText,
    company: requiredLine(100, 'Company is required'),
    /** Number of cards. */
    quantity: z
      .int('Please enter a number')
      .check(
        z.minimum(5, 'Bulk orders start at 5 cards'),
        z.maximum(MOST_CARDS, 'For so many cards, please write to us'),
      ),
    note,
  }),
]);
export type Lead = z.infer<typeof leadSchema>;
export type LeadKind = Lead['kind'];
