import { Router } from 'express';
import { addressOf } from '../http/address-of.ts';
import { parse } from '../http/parse.ts';
import { readIdempotencyKey } from '../http/read-idempotency-key.ts';
import { lostItemRequest } from './message-calls.ts';
import { messageLimit } from './message-limit.ts';
import { receiveMessage } from './receive-message.ts';

/** Everything under /api/lost-items. */
export const lostItemRoutes = Router();

lostItemRoutes.post('/', async (req, res) => {
  const { body } = parse(lostItemRequest, req);
  await messageLimit.count(addressOf(req));

  await receiveMessage({ form: 'lost-item', content: body }, readIdempotencyKey(req));

  res.json({ message: "We'll get back to you within 24 hours. Found items are held for 30 days." });
});
