import * as z from 'zod/mini';
import { type CallLimit, endpoint } from '../endpoint.ts';
import { contactSchema } from './contact.ts';
import { leadSchema } from './lead.ts';
import { lostItemSchema } from './lost-item.ts';

/** What every form is answered with: a sentence for its sender. */
export const receivedSchema = z.object({ message: z.string() });

/** Messages from one address, by whichever form. */
const limit: CallLimit = { name: 'message', times: 20, windowSeconds: 600, per: 'address' };

export const sendContact = endpoint({
  method: 'POST',
  path: '/api/contact',
  summary: 'Takes a message; it is emailed to operations, and confirmed to its sender.',
  who: 'anybody',
  body: contactSchema,
  reply: receivedSchema,
  limit,
  takesIdempotencyKey: true,
});

export const reportLostItem = endpoint({
  method: 'POST',
  path: '/api/lost-items',
  summary: 'Takes a report of a lost item; it is emailed to operations, and confirmed to its sender.',
  who: 'anybody',
  body: lostItemSchema,
  reply: receivedSchema,
  limit,
  takesIdempotencyKey: true,
});

export const sendLead = endpoint({
  method: 'POST',
  path: '/api/leads',
  summary:
    'Takes a subscription, a place on a waitlist, a suggestion, an application or a bulk order; it is emailed to operations.',
  who: 'anybody',
  body: leadSchema,
  reply: receivedSchema,
  limit,
  takesIdempotencyKey: true,
});
