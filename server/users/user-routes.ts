import { AppError } from '#common/errors.ts';
import * as api from '#common/users/users-api.ts';
import { env } from '../env.ts';
import { createApiRoutes } from '../http/api-routes.ts';
import { deviceTokensOf } from '../http/device-cookie.ts';
import { endSession, openSession, slotOf } from '../http/session.ts';
import { presentSession, signIn, signUp } from './accounts.ts';
import { admitSignIn } from './brute-force-guard.ts';
import { mailConfirmation } from './email-confirmation.ts';
import { findKnownDevice } from './known-devices.ts';
import { openUserSession } from './open-user-session.ts';
import { recordOwnAct, recordSignIn } from './record-own-act.ts';
import { requireSecondStep } from './second-step-routes.ts';
import { findDemoUsers } from './seed-users.ts';
import { authorizeBeside } from './sign-in-beside.ts';
import { findStaff } from './staff.ts';

export const userRoutes = createApiRoutes();

userRoutes.handle(api.readSession, ({ user }) => presentSession(user));

userRoutes.handle(api.signIn, async ({ body, clientNetwork, req }) => {
  const device = await findKnownDevice(body.email, deviceTokensOf(req));
  const attempt = await admitSignIn({
    account: body.email,
    network: clientNetwork,
    device,
    proof: body.proof,
  });

  return signIn(body, attempt, {
    async open(user, passwordHash) {
      const isBeside = body.beside === true;
      await authorizeBeside(user, req.session, isBeside);
      await requireSecondStep(req, user, { passwordHash, isBeside });
      await recordSignIn([user], {
        address: clientNetwork,
        method: 'password',
        knownDevice: device !== null,
      });
      return openUserSession(req, user);
    },
    close: () => endSession(req, undefined),
  });
});

userRoutes.handle(api.signInDemo, async ({ req, clientNetwork }) => {
  if (!env.DEMO_MODE) throw new AppError('NOT_FOUND', 'There is no demo here.');
  const users = await findDemoUsers();
  await recordSignIn(users, { address: clientNetwork, method: 'demo' });
  await openSession(req, Object.fromEntries(users.map(({ role, id }) => [slotOf(role), id])));
  return presentSession(req.session);
});

userRoutes.handle(api.signOut, async ({ query, req, clientNetwork }) => {
  const slot = query.role && slotOf(query.role);
  const staff = slot && slot !== 'staffId' ? null : await findStaff(req.session.staffId);
  if (staff) await recordOwnAct('signed out', staff, clientNetwork);
  await endSession(req, slot);
});

userRoutes.handle(api.signUp, async ({ body, req, clientNetwork }) => {
  await authorizeBeside({ ...body, role: 'rider' }, req.session, body.beside === true);
  const rider = await signUp(body);
  await mailConfirmation(rider);
  await recordOwnAct('signed up', rider, clientNetwork);
  return openUserSession(req, rider);
});
