import { Router } from 'express';
import { addressOf } from '../http/address-of.ts';
import { parse } from '../http/parse.ts';
import { readIdempotencyKey } from '../http/read-idempotency-key.ts';
import { contactRequest } from './message-calls.ts';
import { messageLimit } from './message-limit.ts';
import { receiveMessage } from './receive-message.ts';

/** Everything under /api/contact. */
export const contactRoutes = Router();

contactRoutes.post('/', async (req, res) => {
  const { body } = parse(contactRequest, req);
  await messageLimit.count(addressOf(req));

  await receiveMessage({ form: 'contact', content: body }, readIdempotencyKey(req));

  res.json({ message: "We'll get back to you within 24 hours." });
});
