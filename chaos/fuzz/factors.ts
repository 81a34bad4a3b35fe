import type { Attestation } from '#common/users/passkeys.ts';
import { SoftwareAuthenticator } from '#server/testing/software-authenticator.ts';
import { codeOf } from '#server/testing/totp-codes.ts';
import type { Call } from './caller.ts';
import { bodyOf, type Person } from './people.ts';

/**
 * Enables the authenticator app for a person's account.
 *
 * @returns a recovery code; null when it was enabled already or the product refused
 */
export async function turnOnTotp(person: Person, call: Call): Promise<string | null> {
  const { role } = person;
  const { secret } = bodyOf(await call(person, 'POST /api/account/totp', { body: { role } }));
  if (!secret) return null;
  const body = { role, code: codeOf(secret) };
  const confirmed = await call(person, 'POST /api/account/totp/confirm', { body });
  return bodyOf(confirmed).recoveryCodes?.[0] ?? null;
}

/** Signs `browser` in with another person's password. Does not provide the second factor. */
export const signInByPassword = (browser: Person, { email, password }: Person, call: Call) =>
  call(browser, 'POST /api/session', { body: { email, password } });

interface PasskeyOptions {
  call: Call;
  /** Origin of the product. */
  site: string;
  /** Whether the passkey is added to the account, not only created. */
  isKept: boolean;
}

interface MadePasskey {
  authenticator: SoftwareAuthenticator;
  credential: Attestation | null;
  passkeyId: string | null;
}

/** Creates a passkey as a browser does, and adds it to the person's account if `isKept`. */
export async function addPasskey(
  person: Person,
  { call, site, isKept }: PasskeyOptions,
): Promise<MadePasskey> {
  const authenticator = new SoftwareAuthenticator(person.id ?? '');
  const { role } = person;
  const asked = await call(person, 'POST /api/account/passkeys/options', { body: { role } });
  const { challenge } = bodyOf(asked);
  if (!challenge) return { authenticator, credential: null, passkeyId: null };
  const credential = authenticator.attest(challenge, { origin: site, rpId: new URL(site).hostname });
  if (!isKept) return { authenticator, credential, passkeyId: null };
  const added = await call(person, 'POST /api/account/passkeys', { body: { role, credential } });
  return { authenticator, credential, passkeyId: bodyOf(added).id ?? null };
}
