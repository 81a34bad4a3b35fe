import { AppError } from '#common/errors.ts';
import * as api from '#common/users/users-api.ts';
import { env } from '../env.ts';
import { createApiRoutes } from '../http/api-routes.ts';
import { createLimit } from '../http/create-limit.ts';
import { endSession } from '../http/end-session.ts';
import { openSession } from '../http/open-session.ts';
import { findDemoUsers } from './find-demo-users.ts';
import { presentSession } from './present-session.ts';
import { signIn } from './sign-in.ts';
import { signUp } from './sign-up.ts';
import { slotOf } from './slot-of.ts';

export const userRoutes = createApiRoutes();

/** Guesses at one account from one address; signing in clears it. */
const guessesAtAccount = createLimit({ name: 'sign-in-account', times: 10, windowSeconds: 900 });
/**
 * Guesses at one account from wherever, no more than NIST SP 800-63B allows between two sign-ins: addresses are cheap, of IPv6 above all.
 * Signing in clears it.
 */
const guessesFromAnywhere = createLimit({ name: 'sign-in-anywhere', times: 100, windowSeconds: 3_600 });
/** Guesses from one address, at whichever accounts. */
const guessesFromAddress = createLimit({ name: 'sign-in-address', times: 100, windowSeconds: 900 });

userRoutes.handle(api.readSession, ({ user }) => presentSession(user));

userRoutes.handle(api.signIn, async ({ body, address, req }) => {
  const account = `${address}:${body.email}`;
  await guessesFromAddress.count(address);
  await guessesAtAccount.count(account);
  await guessesFromAnywhere.count(body.email);

  const user = await signIn(body);
  await Promise.all([guessesAtAccount.forget(account), guessesFromAnywhere.forget(body.email)]);
  await openSession(req, { [slotOf(user.role)]: user.id });
  return presentSession(req.session);
});

userRoutes.handle(api.signInDemo, async ({ req }) => {
  if (!env.DEMO_MODE) throw new AppError('NOT_FOUND', 'There is no demo here.');
  const users = await findDemoUsers();
  await openSession(req, Object.fromEntries(users.map(({ role, id }) => [slotOf(role), id])));
  return presentSession(req.session);
});

userRoutes.handle(api.signOut, async ({ query, req }) => {
  await endSession(req, query.role && slotOf(query.role));
});

userRoutes.handle(api.signUp, async ({ body, req }) => {
  const rider = await signUp(body);
  await openSession(req, { riderId: rider.id });
  return presentSession(req.session);
});
