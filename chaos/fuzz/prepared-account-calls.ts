import { codeOf } from '#server/testing/totp-codes.ts';
import { addPasskey, signInByPassword, turnOnTotp } from './factors.ts';
import { bodyOf } from './people.ts';
import type { Prepare } from './prepared-call.ts';

/** What a page does or reads before a call about an account, by call. */
export const PREPARED_ACCOUNT_CALLS: Readonly<Record<string, Prepare>> = {
  'DELETE /api/account/sessions/{key}': async ({ call, person }) => {
    const { sessions = [] } = bodyOf(
      await call(person, 'GET /api/account', { query: { role: person.role ?? '' } }),
    );
    return { params: { key: sessions.at(-1)?.key ?? '' } };
  },
  'POST /api/account/totp/confirm': async ({ call, person }) => {
    const { secret } = bodyOf(await call(person, 'POST /api/account/totp', { body: { role: person.role } }));
    return secret ? { body: { code: codeOf(secret) } } : {};
  },
  'POST /api/account/recovery-codes': async ({ call, person }) => {
    await turnOnTotp(person, call);
    return {};
  },
  'POST /api/session/second-factor': async ({ call, person, world }) => {
    const { guest } = world.people;
    const code = guest && (await turnOnTotp(guest, call));
    if (!guest || !code) return {};
    person.forget();
    await signInByPassword(person, guest, call);
    return { body: { code } };
  },
  'POST /api/account/passkeys': async ({ call, person, world }) => {
    const { credential } = await addPasskey(person, { call, site: world.site, isKept: false });
    return credential ? { body: { credential } } : {};
  },
  'POST /api/account/proof/passkey': async ({ call, person, world }) => {
    const { authenticator } = await addPasskey(person, { call, site: world.site, isKept: true });
    const role = person.role;
    const asked = await call(person, 'POST /api/account/proof/passkey/options', { body: { role } });
    const { challenge } = bodyOf(asked);
    return challenge ? { body: { credential: authenticator.assert(challenge, siteOf(world.site)) } } : {};
  },
  'DELETE /api/account/passkeys/{passkeyId}': async ({ call, person, world }) => {
    const { passkeyId } = await addPasskey(person, { call, site: world.site, isKept: true });
    return passkeyId ? { params: { passkeyId } } : {};
  },
  'POST /api/session/passkey': async ({ call, person, world }) => {
    const { guest } = world.people;
    if (!guest) return {};
    const { authenticator } = await addPasskey(guest, { call, site: world.site, isKept: true });
    person.forget();
    const { challenge } = bodyOf(await call(person, 'POST /api/session/passkey/options'));
    return challenge ? { body: { credential: authenticator.assert(challenge, siteOf(world.site)) } } : {};
  },
};

/** Returns the site's identity, as an authenticator signs it. */
const siteOf = (site: string) => ({ origin: site, rpId: new URL(site).hostname });
