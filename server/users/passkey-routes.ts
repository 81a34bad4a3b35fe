import { AppError } from '#common/errors.ts';
import * as api from '#common/users/passkeys-api.ts';
import { createApiRoutes } from '../http/api-routes.ts';
import { deviceOf } from '../http/device-of.ts';
import { relyingPartyOf } from '../http/relying-party.ts';
import { storeInSession } from '../http/session.ts';
import { openUserSession } from './open-user-session.ts';
import { requireOwnAccount } from './own-account.ts';
import { addOwnPasskey, removeOwnPasskey } from './own-factors.ts';
import { proofOf, requireProvenAccount } from './own-proof.ts';
import { answeredChallenge, consumeChallenge, withChallenge } from './passkey-challenge.ts';
import { beginPasskey, isPasskeyStillValid, recognizePasskey, requestPasskey } from './passkeys.ts';
import { recordSignIn } from './record-own-act.ts';
import { authorizeBeside } from './sign-in-beside.ts';

/** Routes for signing in with passkeys, and for adding and removing them. */
export const passkeyRoutes = createApiRoutes();

const notRecognized = () =>
  new AppError(
    'INVALID_CREDENTIALS',
    'That passkey does not work here. Please try again, or use your password.',
  );

passkeyRoutes.handle(api.requestPasskeyOptions, async ({ req }) => {
  const options = await requestPasskey(relyingPartyOf(req), null);
  await storeInSession(req, withChallenge(req.session.challenges, 'sign-in', options.challenge));
  return options;
});

// SOMEBODY_SIGNED_IN leaves the challenge unspent: the client resends the same credential with `beside`.
passkeyRoutes.handle(api.signInWithPasskey, async ({ body, req, clientNetwork }) => {
  const relyingParty = relyingPartyOf(req);
  const challenge = answeredChallenge(req.session.challenges, 'sign-in', body.credential);
  if (challenge === null) throw notRecognized();
  const recognized = await recognizePasskey(body.credential, { relyingParty, challenge });
  if (recognized) await authorizeBeside(recognized.user, req.session, body.beside === true);
  if (!(await consumeChallenge(challenge)) || !recognized || !(await recognized.recordUse()))
    throw notRecognized();

  const { user } = recognized;
  await recordSignIn([user], { address: clientNetwork, method: 'passkey' });
  return openUserSession(req, user, {
    isStillValid: () => isPasskeyStillValid(recognized),
    refusal: notRecognized,
  });
});

passkeyRoutes.handle(api.requestOwnPasskeyOptions, async ({ body, user, req }) => {
  const accountId = await requireOwnAccount(user, body.role);
  const options = await requestPasskey(relyingPartyOf(req), accountId);
  await storeInSession(req, withChallenge(req.session.challenges, 'prove', options.challenge));
  return options;
});

passkeyRoutes.handle(api.proveByPasskey, async ({ body, user, req }) => {
  const accountId = await requireOwnAccount(user, body.role);
  const challenge = answeredChallenge(req.session.challenges, 'prove', body.credential);
  if (challenge === null) throw notRecognized();
  const relyingParty = relyingPartyOf(req);
  const recognized = await recognizePasskey(body.credential, { relyingParty, challenge });
  const isOwn = recognized?.user.id === accountId;
  if (!(await consumeChallenge(challenge)) || !isOwn || !(await recognized.recordUse()))
    throw notRecognized();
  await storeInSession(req, proofOf(recognized.user));
});

passkeyRoutes.handle(api.beginPasskey, async ({ body, user, req }) => {
  const account = await requireProvenAccount(user, body.role, req.session.proof);
  const options = await beginPasskey(account, relyingPartyOf(req));
  await storeInSession(req, withChallenge(req.session.challenges, 'register', options.challenge));
  return options;
});

passkeyRoutes.handle(api.addPasskey, async ({ body, user, req, clientNetwork }) => {
  const account = await requireProvenAccount(user, body.role, req.session.proof);
  const challenge = answeredChallenge(req.session.challenges, 'register', body.credential);
  if (challenge === null || !(await consumeChallenge(challenge))) {
    throw new AppError('INVALID_REQUEST', 'That took too long. Please try again.');
  }
  const name = deviceOf(req.get('user-agent'));
  const made = { relyingParty: relyingPartyOf(req), challenge, name };
  return addOwnPasskey(account, body.credential, made, { sessionId: req.sessionID, address: clientNetwork });
});

passkeyRoutes.handle(api.removePasskey, async ({ params, query, user, req, clientNetwork }) =>
  removeOwnPasskey(
    await requireProvenAccount(user, query.role, req.session.proof),
    params.passkeyId,
    clientNetwork,
  ),
);
