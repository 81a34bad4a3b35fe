import { Router } from 'express';
import type { LeadKind } from '#common/messages/lead.ts';
import { addressOf } from '../http/address-of.ts';
import { parse } from '../http/parse.ts';
import { readIdempotencyKey } from '../http/read-idempotency-key.ts';
import { leadRequest } from './message-calls.ts';
import { messageLimit } from './message-limit.ts';
import { receiveMessage } from './receive-message.ts';

/** Everything under /api/leads. */
export const leadRoutes = Router();

const REPLIES: Record<LeadKind, string> = {
  offers: 'New offers come to you by email.',
  waitlist: 'You hear from us when we drive in your city.',
  'city-suggestion': 'Thank you. We look at every city that is named.',
  job: 'Thank you for applying. We write to you once we have read it.',
  'driver-application': 'Thank you for applying. Approval takes 3-5 days.',
  'bulk-order': "We'll get back to you within 24 hours.",
};

leadRoutes.post('/', async (req, res) => {
  const { body } = parse(leadRequest, req);
  await messageLimit.count(addressOf(req));

  await receiveMessage({ form: 'lead', content: body }, readIdempotencyKey(req));

  res.json({ message: REPLIES[body.kind] });
});
