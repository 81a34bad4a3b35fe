import * as api from '#common/users/account-api.ts';
import { createApiRoutes } from '../http/api-routes.ts';
import { openSession, slotOf } from '../http/session.ts';
import { endSessionOf, endSessionsOf } from '../http/user-sessions.ts';
import { presentSession } from './accounts.ts';
import { changeOwnPassword, readOwnAccount, requireOwnAccount } from './own-account.ts';
import { askPasswordReset, readPasswordReset, resetPassword } from './password-reset.ts';
import { recordOwnAct } from './record-own-act.ts';

/** The routes of one's own account, and of the way back into it. */
export const accountRoutes = createApiRoutes();

accountRoutes.handle(api.askPasswordReset, ({ body }) => askPasswordReset(body.email));

accountRoutes.handle(api.readPasswordReset, ({ body }) => readPasswordReset(body.token));

accountRoutes.handle(api.resetPassword, async ({ body, req, address }) => {
  const user = await resetPassword(body.token, body.password);
  await recordOwnAct('password reset', user, address);
  await openSession(req, { [slotOf(user.role)]: user.id });
  return presentSession(req.session);
});

accountRoutes.handle(api.readAccount, ({ query, user, req }) =>
  readOwnAccount(user, query.role, req.sessionID),
);

accountRoutes.handle(api.changePassword, async ({ body, user, req, address }) => {
  const account = await changeOwnPassword(user, body, req.sessionID);
  await recordOwnAct('password changed', account, address);
  await openSession(req, { [slotOf(account.role)]: account.id });
  return presentSession(req.session);
});

accountRoutes.handle(api.endSession, async ({ params, query, user }) =>
  endSessionOf(await requireOwnAccount(user, query.role), params.key),
);

accountRoutes.handle(api.endOtherSessions, async ({ query, user, req }) =>
  endSessionsOf(await requireOwnAccount(user, query.role), req.sessionID),
);
