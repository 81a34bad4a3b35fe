import type { Passkey } from '#common/users/factors.ts';
import type { Assertion } from '#common/users/passkeys.ts';
import * as api from '#common/users/passkeys-api.ts';
import type { Role } from '#common/users/user.ts';
import { call } from '#web/lib/call.ts';
import { activateUser } from './session-actions.ts';

/** IP addresses, for which browsers do not support passkeys. */
const BARE_ADDRESS = /^(\d{1,3}(\.\d{1,3}){3}|\[.*\])$/;

/** Whether this browser supports passkeys on the current host. */
export const canUsePasskeys = (): boolean =>
  typeof globalThis.PublicKeyCredential === 'function' && !BARE_ADDRESS.test(location.hostname);

const loadWebAuthn = () => import('@simplewebauthn/browser');

/** Whether the user closed the passkey dialog, or another one replaced it: not a failure to report. */
export const isPasskeyCancelled = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError');

/** Opens the browser's passkey dialog for this site. @throws see `isLeft` */
export async function choosePasskey(): Promise<Assertion> {
  const { startAuthentication } = await loadWebAuthn();
  return startAuthentication({ optionsJSON: await call(api.requestPasskeyOptions) });
}

/** The pending request for passkey options, which can create a session for a visitor. */
let pendingOptions: Promise<unknown> = Promise.resolve();

/** Waits for that request, whose reply would replace the new session if it arrived after a sign-in. */
export const waitForPasskeyOptions = (): Promise<unknown> => pendingOptions.catch(() => {});

/**
 * Offers passkeys in the browser's autofill for the email field, until `signal` aborts.
 *
 * @returns the chosen passkey; null if the browser does not support this, or the signal aborted
 */
export async function offerPasskeys(signal: AbortSignal): Promise<Assertion | null> {
  const isOffered = await globalThis.PublicKeyCredential?.isConditionalMediationAvailable?.();
  if (!isOffered || signal.aborted) return null;
  try {
    const optionsRequest = call(api.requestPasskeyOptions, {}, { signal });
    pendingOptions = optionsRequest;
    const [optionsJSON, { startAuthentication, WebAuthnAbortService }] = await Promise.all([
      optionsRequest,
      loadWebAuthn(),
    ]);
    if (signal.aborted) return null;
    signal.addEventListener('abort', () => WebAuthnAbortService.cancelCeremony());
    return await startAuthentication({ optionsJSON, useBrowserAutofill: true });
  } catch {
    return null;
  }
}

/**
 * Signs in the owner of a passkey and makes their role the active one.
 *
 * @throws ApiError 401, 409 when another person is signed in here
 */
export async function signInWithPasskey(credential: Assertion, beside: boolean): Promise<void> {
  const session = await call(api.signInWithPasskey, { credential, ...(beside && { beside }) });
  const userId = hexOf(credential.response.userHandle ?? '');
  activateUser(session, ({ id }) => id === userId);
}

/** Converts base64url to hexadecimal digits. */
const hexOf = (base64url: string): string =>
  Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
    character.charCodeAt(0).toString(16).padStart(2, '0'),
  ).join('');

/**
 * Creates a passkey in this browser and adds it to an account.
 *
 * @throws ApiError 403 PROOF_REQUIRED, 409; see `isLeft`
 */
export async function createPasskey(role: Role): Promise<Passkey> {
  const optionsJSON = await call(api.beginPasskey, { role });
  const { startRegistration } = await loadWebAuthn();
  return call(api.addPasskey, { role, credential: await startRegistration({ optionsJSON }) });
}

/** Removes a passkey from an account. @throws ApiError 403 PROOF_REQUIRED */
export const removePasskey = (role: Role, passkeyId: string): Promise<void> =>
  call(api.removePasskey, { role, passkeyId });

/** Proves ownership of an account with one of its passkeys. @throws ApiError 401; see `isLeft` */
export async function proveByPasskey(role: Role): Promise<void> {
  const optionsJSON = await call(api.requestOwnPasskeyOptions, { role });
  const { startAuthentication } = await loadWebAuthn();
  await call(api.proveByPasskey, { role, credential: await startAuthentication({ optionsJSON }) });
}
