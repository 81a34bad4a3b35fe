import * as z from 'zod/mini';
import { contactSchema, receivedSchema } from '#common/messages/contact.ts';
import { leadSchema } from '#common/messages/lead.ts';
import { lostItemSchema } from '#common/messages/lost-item.ts';
import type { ApiCall } from '../http/api-call.ts';

/** A message from the contact form. */
export const contactRequest = z.object({ body: contactSchema });
/** A report of something left in a car. */
export const lostItemRequest = z.object({ body: lostItemSchema });
/** Something a visitor asks to be written back about. */
export const leadRequest = z.object({ body: leadSchema });

const forAnybody = {
  who: 'anybody',
  replies: { 200: receivedSchema },
  refusals: ['TOO_MANY_REQUESTS'],
} as const satisfies Partial<ApiCall>;

const ONCE = 'With an Idempotency-Key header a repeat is taken once.';

/** The call of contact-routes. */
export const contactCalls: readonly ApiCall[] = [
  {
    call: 'POST /api/contact',
    summary: `Takes a message; it is mailed to the house, and confirmed to its sender. ${ONCE}`,
    request: contactRequest,
    ...forAnybody,
  },
];

/** The call of lost-item-routes. */
export const lostItemCalls: readonly ApiCall[] = [
  {
    call: 'POST /api/lost-items',
    summary: `Takes a report of a lost item; it is mailed to the house, and confirmed to its sender. ${ONCE}`,
    request: lostItemRequest,
    ...forAnybody,
  },
];

/** The call of lead-routes. */
export const leadCalls: readonly ApiCall[] = [
  {
    call: 'POST /api/leads',
    summary: `Takes a subscription, a place on a waitlist, a suggestion, an application or a bulk order; it is mailed to the house. ${ONCE}`,
    request: leadRequest,
    ...forAnybody,
  },
];
