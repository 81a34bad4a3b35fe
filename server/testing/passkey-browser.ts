import { passkeyCreationSchema, passkeyRequestSchema } from '#common/users/passkeys.ts';
import type { Role } from '#common/users/user.ts';
import { env } from '../env.ts';
import type { SoftwareAuthenticator } from './software-authenticator.ts';
import type { Reply, TestClient } from './test-client.ts';

/** The origin of PUBLIC_URL. Passkeys do not work with the IP address that tests send requests to. */
export const AT_NAME = { origin: new URL(env.PUBLIC_URL).origin };

type Send = TestClient['post'];

/** Requests passkey options. Returns their challenge. */
export async function challengeFor(post: Send, path: string, body?: object, site = AT_NAME): Promise<string> {
  const { body: options } = await post(path, body, site);
  return passkeyRequestSchema.parse(options).challenge;
}

/** Signs in with a passkey. @param site the page's origin */
export async function signInWithPasskey(
  post: Send,
  authenticator: SoftwareAuthenticator,
  site = AT_NAME,
): Promise<Reply> {
  const { origin } = site;
  const challenge = await challengeFor(post, '/api/session/passkey/options', undefined, site);
  const credential = authenticator.assert(challenge, { origin, rpId: new URL(origin).hostname });
  return post('/api/session/passkey', { credential }, site);
}

/** Adds an authenticator's passkey to the account that is signed in with this role. */
export async function addPasskey(
  post: Send,
  role: Role,
  authenticator: SoftwareAuthenticator,
): Promise<Reply> {
  const { body } = await post('/api/account/passkeys/options', { role }, AT_NAME);
  const { challenge } = passkeyCreationSchema.parse(body);
  return post('/api/account/passkeys', { role, credential: authenticator.attest(challenge) }, AT_NAME);
}
