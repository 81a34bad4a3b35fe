import * as z from 'zod/mini';
import { type CallLimit, endpoint } from '../endpoint.ts';
import { contactSchema } from './contact.ts';
import { leadSchema } from './lead.ts';
import { lostItemSchema } from './lost-item.ts';

/** The reply to every form: a sentence for the sender. */
const receivedSchema = z.object({ message: z.string() });

/** Limit per address, shared by all forms. */
const limit: CallLimit = { name: 'message', times: 20, windowSeconds: 600, per: 'address' };

export const sendContact = endpoint({
  method: 'POST',
  path: '/api/contact',
  summary: 'Receives a message, emails it to operations and confirms it to its sender.',
  who: 'anybody',
  body: contactSchema,
  reply: receivedSchema,
  limit,
  takesIdempotencyKey: true,
});

export const reportLostItem = endpoint({
  method: 'POST',
  path: '/api/lost-items',
  summary: 'Receives a report of a lost item, emails it to operations and confirms it to its sender.',
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
    'Receives a subscription, a waitlist entry, a suggestion, an application or a bulk order, and emails it to operations.',
  who: 'anybody',
  body: leadSchema,
  reply: receivedSchema,
  limit,
  takesIdempotencyKey: true,
});
