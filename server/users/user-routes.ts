import { Router } from 'express';
import { addressOf } from '../http/address-of.ts';
import { createLimit } from '../http/create-limit.ts';
import { openSession } from '../http/open-session.ts';
import { parse } from '../http/parse.ts';
import { presentSession } from './present-session.ts';
import { signUp } from './sign-up.ts';
import { signUpRequest } from './user-calls.ts';

/** Everything under /api/users. */
export const userRoutes = Router();

/** Strict: sign-up is the one call that tells whether an address has an account. */
const signUps = createLimit({ name: 'sign-up', times: 10, windowSeconds: 3_600 });

userRoutes.post('/', async (req, res) => {
  const { body } = parse(signUpRequest, req);
  await signUps.count(addressOf(req));
  const rider = await signUp(body);
  await openSession(req, { riderId: rider.id });

  res.status(201).json(await presentSession(req.session));
});
