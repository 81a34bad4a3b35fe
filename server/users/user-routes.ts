import { AppError } from '#common/errors.ts';
import * as api from '#common/users/users-api.ts';
import { env } from '../env.ts';
import { createApiRoutes } from '../http/api-routes.ts';
import { createLimit } from '../http/create-limit.ts';
import { endSession, openSession, slotOf } from '../http/session.ts';
import { presentSession, signIn, signUp } from './accounts.ts';
import { recordOwnAct, recordStaffSignIn } from './record-own-act.ts';
import { findDemoUsers } from './seed-users.ts';
import { authorizeBeside } from './sign-in-beside.ts';
import { findStaff } from './staff.ts';

export const userRoutes = createApiRoutes();

/** Password guesses at one account from one address; signing in clears it. */
const guessesAtAccount = createLimit({ name: 'sign-in-account', times: 10, windowSeconds: 900 });
/** Password guesses at one account from any address, as NIST SP 800-63B limits them; signing in clears it. */
const guessesFromAnywhere = createLimit({ name: 'sign-in-anywhere', times: 100, windowSeconds: 3_600 });
/** Password guesses from one address, at any account. */
const guessesFromAddress = createLimit({ name: 'sign-in-address', times: 100, windowSeconds: 900 });

userRoutes.handle(api.readSession, ({ user }) => presentSession(user));

userRoutes.handle(api.signIn, async ({ body, address, req }) => {
  const account = `${address}:${body.email}`;
  await guessesFromAddress.count(address);
  await guessesAtAccount.count(account);
  await guessesFromAnywhere.count(body.email);

  await signIn(body, {
    async open(user) {
      await authorizeBeside(user, req.session, body.beside === true);
      await Promise.all([guessesAtAccount.forget(account), guessesFromAnywhere.forget(body.email)]);
      await recordStaffSignIn([user], address);
      await openSession(req, { [slotOf(user.role)]: user.id });
    },
    close: () => endSession(req, undefined),
  });
  return presentSession(req.session);
});

userRoutes.handle(api.signInDemo, async ({ req, address }) => {
  if (!env.DEMO_MODE) throw new AppError('NOT_FOUND', 'There is no demo here.');
  const users = await findDemoUsers();
  await recordStaffSignIn(users, address);
  await openSession(req, Object.fromEntries(users.map(({ role, id }) => [slotOf(role), id])));
  return presentSession(req.session);
});

userRoutes.handle(api.signOut, async ({ query, req, address }) => {
  const slot = query.role && slotOf(query.role);
  const staff = slot && slot !== 'staffId' ? null : await findStaff(req.session.staffId);
  if (staff) await recordOwnAct('signed out', staff, address);
  await endSession(req, slot);
});

userRoutes.handle(api.signUp, async ({ body, req }) => {
  await authorizeBeside({ ...body, role: 'rider' }, req.session, body.beside === true);
  const rider = await signUp(body);
  await openSession(req, { riderId: rider.id });
  return presentSession(req.session);
});
