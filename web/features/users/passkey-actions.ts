import type { Passkey } from '#common/users/factors.ts';
import type { Assertion } from '#common/users/passkeys.ts';
import * as api from '#common/users/passkeys-api.ts';
import type { Role } from '#common/users/user.ts';
import { call } from '#web/lib/call.ts';
import { enterAs } from './session-actions.ts';

/** Browsers make no passkeys for such a host. */
const BARE_ADDRESS = /^(\d{1,3}(\.\d{1,3}){3}|\[.*\])$/;

/** Whether this browser has passkeys for the address that the page was opened at. */
export const canUsePasskeys = (): boolean =>
  typeof globalThis.PublicKeyCredential === 'function' && !BARE_ADDRESS.test(location.hostname);

const loadWebAuthn = () => import('@simplewebauthn/browser');

/** Whether somebody closed the browser's own dialog, or another one took its place: nothing has failed. */
export const isLeft = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError');

/** Has the browser ask for a passkey of this site. @throws see `isLeft` */
export async function choosePasskey(): Promise<Assertion> {
  const { startAuthentication } = await loadWebAuthn();
  return startAuthentication({ optionsJSON: await call(api.askForPasskey) });
}

/** The question that is asked for an offer, which may give a visitor a session. */
let asking: Promise<unknown> = Promise.resolve();

/** Waits for that: its answer must not come after that of a sign-in, whose session it would replace. */
export const offerAsked = (): Promise<unknown> => asking.catch(() => {});

/**
 * Offers passkeys among what the browser fills into the field for the address, as long as the signal lets it.
 *
 * @returns the one that was chosen; null where the browser cannot, or was stopped
 */
export async function offerPasskeys(signal: AbortSignal): Promise<Assertion | null> {
  const isOffered = await globalThis.PublicKeyCredential?.isConditionalMediationAvailable?.();
  if (!isOffered || signal.aborted) return null;
  try {
    const question = call(api.askForPasskey, {}, { signal });
    asking = question;
    const [optionsJSON, { startAuthentication, WebAuthnAbortService }] = await Promise.all([
      question,
      loadWebAuthn(),
    ]);
    if (signal.aborted) return null;
    signal.addEventListener('abort', () => WebAuthnAbortService.cancelCeremony());
    return await startAuthentication({ optionsJSON, useBrowserAutofill: true });
  } catch {
    return null;
  }
}

/** Signs in who a passkey belongs to; they act from then on. @throws ApiError 401, 409 where others are signed in here */
export async function signInWithPasskey(credential: Assertion, beside: boolean): Promise<void> {
  const session = await call(api.signInWithPasskey, { credential, ...(beside && { beside }) });
  const userId = hexOf(credential.response.userHandle ?? '');
  enterAs(session, ({ id }) => id === userId);
}

/** The bytes of a text in base64url, in hexadecimal digits. */
const hexOf = (base64url: string): string =>
  Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
    character.charCodeAt(0).toString(16).padStart(2, '0'),
  ).join('');

/** Makes a passkey in this browser and adds it to an account. @throws ApiError 403 PROOF_REQUIRED, 409; see `isLeft` */
export async function createPasskey(role: Role): Promise<Passkey> {
  const optionsJSON = await call(api.beginPasskey, { role });
  const { startRegistration } = await loadWebAuthn();
  return call(api.addPasskey, { role, credential: await startRegistration({ optionsJSON }) });
}

/** @throws ApiError 403 PROOF_REQUIRED */
export const removePasskey = (role: Role, passkeyId: string): Promise<void> =>
  call(api.removePasskey, { role, passkeyId });

/** Shows with a passkey of the account that it is one's own. @throws ApiError 401; see `isLeft` */
export async function proveByPasskey(role: Role): Promise<void> {
  const optionsJSON = await call(api.askForOwnPasskey, { role });
  const { startAuthentication } = await loadWebAuthn();
  await call(api.proveByPasskey, { role, credential: await startAuthentication({ optionsJSON }) });
}
