import { AppError } from '#common/errors.ts';
import * as api from '#common/users/factors-api.ts';
import { createApiRoutes } from '../http/api-routes.ts';
import { storeInSession } from '../http/session.ts';
import { openUserSession } from './open-user-session.ts';
import { recordSignIn, runOwnAct } from './record-own-act.ts';
import { beginSecondStep, findHalfSignedIn, isCodeSignInStillValid, takeCode } from './second-step.ts';
import { authorizeBeside } from './sign-in-beside.ts';

/** Routes for the second step of signing in. */
export const secondStepRoutes = createApiRoutes();

/**
 * Interrupts a sign-in that requires a second factor, and stores in the session, for five minutes, that the
 * password was right.
 *
 * @throws AppError SECOND_FACTOR_REQUIRED
 * @throws AppError PASSKEY_REQUIRED
 */
export async function requireSecondStep(
  req: Parameters<typeof storeInSession>[0],
  ...step: Parameters<typeof beginSecondStep>
): Promise<void> {
  const halfSignedIn = await beginSecondStep(...step);
  if (!halfSignedIn) return;
  await storeInSession(req, { halfSignedIn });
  throw new AppError('SECOND_FACTOR_REQUIRED', 'Please enter the code of your authenticator app.');
}

secondStepRoutes.handle(api.sendSecondFactor, async ({ body, req, clientNetwork }) => {
  const { halfSignedIn } = req.session;
  const account = await findHalfSignedIn(halfSignedIn);
  const { user } = account;
  await authorizeBeside(user, req.session, halfSignedIn?.isBeside === true);
  await runOwnAct({ endpoint: api.sendSecondFactor, person: user, address: clientNetwork }, () =>
    takeCode(account, body.code, clientNetwork),
  );
  await recordSignIn([user], { address: clientNetwork, method: 'password and code' });
  return openUserSession(req, user, {
    isStillValid: async () => halfSignedIn !== undefined && (await isCodeSignInStillValid(halfSignedIn)),
    refusal: () =>
      new AppError('INVALID_CREDENTIALS', 'Your account has since changed. Please sign in again.'),
  });
});
