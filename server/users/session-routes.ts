import { Router } from 'express';
import { AppError } from '#common/errors.ts';
import { env } from '../env.ts';
import { addressOf } from '../http/address-of.ts';
import { createLimit } from '../http/create-limit.ts';
import { endSession } from '../http/end-session.ts';
import { openSession } from '../http/open-session.ts';
import { parse } from '../http/parse.ts';
import { findDemoUsers } from './find-demo-users.ts';
import { presentSession } from './present-session.ts';
import { signInRequest, signOutRequest } from './session-calls.ts';
import { signIn } from './sign-in.ts';
import { slotOf } from './slot-of.ts';

/** Everything under /api/session. */
export const sessionRoutes = Router();

/** Guesses at one account from one address; signing in clears it. */
const guessesAtAccount = createLimit({ name: 'sign-in-account', times: 10, windowSeconds: 900 });
/**
 * Guesses at one account from wherever, no more than NIST SP 800-63B allows between two sign-ins: addresses are cheap, of IPv6 above all.
 * Signing in clears it.
 */
const guessesFromAnywhere = createLimit({ name: 'sign-in-anywhere', times: 100, windowSeconds: 3_600 });
/** Guesses from one address, at whichever accounts. */
const guessesFromAddress = createLimit({ name: 'sign-in-address', times: 100, windowSeconds: 900 });

sessionRoutes.get('/', async (req, res) => {
  res.json(await presentSession(req.session));
});

sessionRoutes.post('/', async (req, res) => {
  const { body } = parse(signInRequest, req);
  const address = addressOf(req);
  const account = `${address}:${body.email}`;
  await guessesFromAddress.count(address);
  await guessesAtAccount.count(account);
  await guessesFromAnywhere.count(body.email);

  const user = await signIn(body);
  await Promise.all([guessesAtAccount.forget(account), guessesFromAnywhere.forget(body.email)]);
  await openSession(req, { [slotOf(user.role)]: user.id });

  res.json(await presentSession(req.session));
});

sessionRoutes.post('/demo', async (req, res) => {
  if (!env.DEMO_MODE) throw new AppError('NOT_FOUND', 'There is no demo here.');
  const users = await findDemoUsers();
  await openSession(req, Object.fromEntries(users.map(({ role, id }) => [slotOf(role), id])));

  res.json(await presentSession(req.session));
});

sessionRoutes.delete('/', async (req, res) => {
  const { query } = parse(signOutRequest, req);

  await endSession(req, query.role && slotOf(query.role));

  res.status(204).end();
});
