import { AppError } from '#common/errors.ts';
import * as api from '#common/users/account-api.ts';
import type { Role } from '#common/users/user.ts';
import { fieldRefusal } from '../field-refusal.ts';
import { createApiRoutes } from '../http/api-routes.ts';
import { createLimit } from '../http/create-limit.ts';
import { openSession, type Slots, slotOf } from '../http/session.ts';
import { endSessionOf, endSessionsOf, listSessions } from '../http/user-sessions.ts';
import { presentSession } from './accounts.ts';
import { isPassword } from './password.ts';
import { askPasswordReset, readPasswordReset, resetPassword } from './password-reset.ts';
import { recordOwnAct } from './record-own-act.ts';
import { replacePassword } from './replace-password.ts';
import { toUserRecord, type UserDoc, UserModel } from './user-model.ts';

export const accountRoutes = createApiRoutes();

/** Wrong guesses at the present password by who is signed in already; another browser's do not count. */
const guessesAtPassword = createLimit({ name: 'change-password', times: 10, windowSeconds: 900 });

/** The account of who is signed in to a role. @throws FORBIDDEN where nobody is, or it was disabled */
async function requireAccount(user: Slots, role: Role): Promise<UserDoc> {
  const id = user[slotOf(role)];
  const account = id ? await UserModel.findOne({ _id: id, disabledAt: null }).lean<UserDoc>() : null;
  if (!account) throw new AppError('FORBIDDEN', 'Please log in to this account.');
  return account;
}

accountRoutes.handle(api.askPasswordReset, ({ body }) => askPasswordReset(body.email));

accountRoutes.handle(api.readPasswordReset, ({ body }) => readPasswordReset(body.token));

accountRoutes.handle(api.resetPassword, async ({ body, req, address }) => {
  const user = await resetPassword(body.token, body.password);
  await recordOwnAct('password reset', user, address);
  await openSession(req, { [slotOf(user.role)]: user.id });
  return presentSession(req.session);
});

accountRoutes.handle(api.readAccount, async ({ query, user, req }) => {
  const account = await requireAccount(user, query.role);
  return {
    passwordChangedAt: account.passwordChangedAt?.toISOString() ?? null,
    sessions: await listSessions(account._id.toHexString(), req.sessionID),
  };
});

accountRoutes.handle(api.changePassword, async ({ body, user, req, address }) => {
  const account = await requireAccount(user, body.role);
  const userId = account._id.toHexString();
  await guessesAtPassword.count(req.sessionID);
  if (!(await isPassword(body.currentPassword, account.passwordHash ?? undefined))) {
    throw fieldRefusal('currentPassword', 'That is not your present password.');
  }
  if (!(await replacePassword(account, body.password, { ownSessionId: req.sessionID }))) {
    throw fieldRefusal('currentPassword', 'Your password was changed in another window meanwhile.');
  }
  await recordOwnAct('password changed', toUserRecord(account), address);
  await openSession(req, { [slotOf(account.role)]: userId });
  return presentSession(req.session);
});

accountRoutes.handle(api.endSession, async ({ params, query, user }) => {
  const account = await requireAccount(user, query.role);
  await endSessionOf(account._id.toHexString(), params.key);
});

accountRoutes.handle(api.endOtherSessions, async ({ query, user, req }) => {
  const account = await requireAccount(user, query.role);
  await endSessionsOf(account._id.toHexString(), req.sessionID);
});
