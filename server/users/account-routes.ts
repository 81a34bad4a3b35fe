import * as api from '#common/users/account-api.ts';
import type { User } from '#common/users/user.ts';
import { type ApiRoutes, createApiRoutes } from '../http/api-routes.ts';
import { deviceTokensOf } from '../http/device-cookie.ts';
import { openSession, slotOf } from '../http/session.ts';
import { endSessionOf, endSessionsOf } from '../http/user-sessions.ts';
import { findUser, presentSession } from './accounts.ts';
import { changeEmail, requestEmailChange } from './email-change.ts';
import { confirmEmail, requestEmailConfirmation } from './email-confirmation.ts';
import { authorizeEmailLink, openEmailLink, presentEmailLink, presentOpenedEmailLink } from './email-link.ts';
import { forgetOtherDevices, rememberDevice } from './known-devices.ts';
import { openUserSession } from './open-user-session.ts';
import { changeOwnPassword, readOwnAccount, requireOwnAccount } from './own-account.ts';
import { openPasswordReset, requestPasswordReset, resetPassword } from './password-reset.ts';
import { changeOwnProfile } from './profile.ts';
import { recordOwnAct, runOwnAct } from './record-own-act.ts';
import { requireSecondStep } from './second-step-routes.ts';
import { authorizeBeside } from './sign-in-beside.ts';

interface AccountRoutesOptions {
  /** Revokes a driver's calendar address and tracking token. A thief of the password may have made them. */
  endTokensOf: (driverId: string) => Promise<unknown>;
}

/** Routes of the user's own account, including password reset and email confirmation. */
export function createAccountRoutes({ endTokensOf }: AccountRoutesOptions): ApiRoutes {
  const accountRoutes = createApiRoutes();
  const endTokens = async ({ id, role }: Pick<User, 'id' | 'role'>) => role === 'driver' && endTokensOf(id);

  accountRoutes.handle(api.requestPasswordReset, ({ body }) => requestPasswordReset(body.email));

  accountRoutes.handle(api.readPasswordReset, async ({ body }) => {
    const { email } = await openPasswordReset(body.token);
    return { email };
  });

  accountRoutes.handle(api.resetPassword, async ({ body, req, clientNetwork }) => {
    const isBeside = body.beside === true;
    const person = await openPasswordReset(body.token);
    const user = await runOwnAct(
      { endpoint: api.resetPassword, person, address: clientNetwork },
      async () => {
        const reset = await resetPassword(body.token, body.password, {
          authorize: (owner) => authorizeBeside(owner, req.session, isBeside),
          endTokens,
        });
        await recordOwnAct('password reset', reset, clientNetwork);
        return reset;
      },
    );
    await requireSecondStep(req, user, { isBeside });
    return openUserSession(req, user);
  });

  accountRoutes.handle(api.requestEmailConfirmation, ({ body, user }) =>
    requestEmailConfirmation(user, body.role),
  );

  accountRoutes.handle(api.readEmailLink, async ({ body, user }) =>
    presentOpenedEmailLink(await openEmailLink(body.token), user),
  );

  accountRoutes.handle(api.spendEmailLink, async ({ body, req, user, clientNetwork }) => {
    const open = await openEmailLink(body.token);
    const person = await authorizeEmailLink(open, { slots: user, password: body.password });
    const isChange = open.link.change !== undefined;
    const account = await runOwnAct(
      { endpoint: api.spendEmailLink, person, address: clientNetwork },
      async () => {
        const changed = isChange ? await changeEmail(open, req.sessionID) : await confirmEmail(open);
        await recordOwnAct(isChange ? 'email changed' : 'email confirmed', changed, clientNetwork);
        return changed;
      },
    );
    // Known-device tokens are tagged with the account's email address, which has just changed.
    if (isChange && req.session[slotOf(account.role)] === account.id) {
      await rememberDevice(account.id, deviceTokensOf(req));
    }
    return presentEmailLink(open);
  });

  accountRoutes.handle(api.readAccount, ({ query, user, req }) =>
    readOwnAccount(user, query.role, req.sessionID),
  );

  accountRoutes.handle(api.changeProfile, async ({ body, user, req, clientNetwork }) => {
    const { account, change } = await changeOwnProfile(user, body);
    if (change) await recordOwnAct('profile changed', account, clientNetwork, change);
    return presentSession(req.session);
  });

  accountRoutes.handle(api.changePassword, async ({ body, user, req, clientNetwork }) => {
    const account = await changeOwnPassword(user, body, {
      sessionId: req.sessionID,
      signedInAt: req.session.signedInAt,
      endTokens,
    });
    await recordOwnAct('password changed', account, clientNetwork);
    await openSession(req, { [slotOf(account.role)]: account.id });
    await rememberDevice(account.id, deviceTokensOf(req));
    return presentSession(req.session);
  });

  accountRoutes.handle(api.changeEmail, async ({ body, user, req, clientNetwork }) => {
    const account = await requestEmailChange(user, body, req.session.signedInAt);
    await recordOwnAct('email change asked', account, clientNetwork);
  });

  accountRoutes.handle(api.endSession, async ({ params, query, user }) =>
    endSessionOf(await requireOwnAccount(user, query.role), params.key),
  );

  accountRoutes.handle(api.endOtherSessions, async ({ query, user, req, clientNetwork }) => {
    const userId = await requireOwnAccount(user, query.role);
    const account = await findUser(userId);
    if (account) await recordOwnAct('signed out elsewhere', account, clientNetwork);
    await forgetOtherDevices(userId, deviceTokensOf(req));
    await endSessionsOf(userId, req.sessionID);
  });

  return accountRoutes;
}
