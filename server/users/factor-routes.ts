import * as api from '#common/users/factors-api.ts';
import { createApiRoutes } from '../http/api-routes.ts';
import { storeInSession } from '../http/session.ts';
import { changeRecoveryCodes, readOwnFactors, turnTotpOff, turnTotpOn } from './own-factors.ts';
import { proofOf, proveByPassword, requireProvenAccount } from './own-proof.ts';
import { beginTotp } from './totp.ts';

/** Routes of the user's own second factors, and of proving ownership of the account. */
export const factorRoutes = createApiRoutes();

factorRoutes.handle(api.readFactors, ({ query, user }) => readOwnFactors(user, query.role));

factorRoutes.handle(api.proveOwnership, async ({ body, user, req, clientNetwork }) => {
  const account = await proveByPassword(user, body, {
    signedInAt: req.session.signedInAt,
    address: clientNetwork,
  });
  await storeInSession(req, proofOf(account));
});

factorRoutes.handle(api.beginTotp, async ({ body, user, req }) =>
  beginTotp(await requireProvenAccount(user, body.role, req.session.proof)),
);

factorRoutes.handle(api.confirmTotp, async ({ body, user, req, clientNetwork }) => {
  const account = await requireProvenAccount(user, body.role, req.session.proof);
  return {
    recoveryCodes: await turnTotpOn(account, body.code, { sessionId: req.sessionID, address: clientNetwork }),
  };
});

factorRoutes.handle(api.removeTotp, async ({ query, user, req, clientNetwork }) =>
  turnTotpOff(await requireProvenAccount(user, query.role, req.session.proof), clientNetwork),
);

factorRoutes.handle(api.renewRecoveryCodes, async ({ body, user, req, clientNetwork }) => {
  const account = await requireProvenAccount(user, body.role, req.session.proof);
  return { recoveryCodes: await changeRecoveryCodes(account, clientNetwork) };
});
