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

/** The pending request for passkey options, which can create a session for a visitor. */
let pendingOptions: Promise<unknown> = Promise.resolve();

/**
 * Waits for that request. Its reply would replace the session of a sign-in, or of another challenge, that it
 * arrived after.
 */
export const waitForPasskeyOptions = (): Promise<unknown> => pendingOptions.catch(() => {});

/** How often the browser's passkey dialog was opened. It ends the offer in the autofill. */
let dialogs = 0;

/** Opens the browser's passkey dialog for this site. @throws see `isPasskeyCancelled` */
export async function choosePasskey(): Promise<Assertion> {
  dialogs += 1;
  await waitForPasskeyOptions();
  const { startAuthentication } = await loadWebAuthn();
  return startAuthentication({ optionsJSON: await call(api.requestPasskeyOptions) });
}

/** How long before its challenge expires an offer is renewed: time to choose, and to be signed in. */
const CHOOSING_MS = 60_000;

/**
 * Offers passkeys in the browser's autofill for the email field, until `signal` aborts or the passkey dialog
 * opens. The offer is renewed before its challenge expires; in a hidden page, once it is shown.
 *
 * @returns the chosen passkey; null if the browser does not support this, or the offer ended
 */
export async function offerPasskeys(signal: AbortSignal): Promise<Assertion | null> {
  const isOffered = await globalThis.PublicKeyCredential?.isConditionalMediationAvailable?.();
  if (!isOffered) return null;
  const before = dialogs;
  const isOver = () => signal.aborted || dialogs > before;
  try {
    while (!isOver()) {
      const chosen = await offerUntilExpiry(signal, isOver);
      if (chosen !== 'expired') return chosen;
      await untilShown(signal);
    }
  } catch {
    // The passkey button stays.
  }
  return null;
}

/** Offers passkeys with one challenge. @throws when that fails, or another prompt replaces it */
async function offerUntilExpiry(
  signal: AbortSignal,
  isOver: () => boolean,
): Promise<Assertion | 'expired' | null> {
  const optionsRequest = call(api.requestPasskeyOptions, {}, { signal });
  pendingOptions = optionsRequest;
  const [optionsJSON, { startAuthentication, WebAuthnAbortService }] = await Promise.all([
    optionsRequest,
    loadWebAuthn(),
  ]);
  if (isOver()) return null;
  let isExpired = false;
  const cancel = () => WebAuthnAbortService.cancelCeremony();
  const expire = () => {
    isExpired = true;
    cancel();
  };
  const timer = setTimeout(expire, optionsJSON.timeout - CHOOSING_MS);
  // Also cancels a dialog that replaced the offer.
  signal.addEventListener('abort', cancel);
  try {
    return await startAuthentication({ optionsJSON, useBrowserAutofill: true });
  } catch (error) {
    if (!isExpired) throw error;
    signal.removeEventListener('abort', cancel);
    return 'expired';
  } finally {
    clearTimeout(timer);
  }
}

/** Resolves once the page is visible. Stays pending if `signal` aborts before. */
const untilShown = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (document.hidden) {
      document.addEventListener('visibilitychange', () => resolve(), { once: true, signal });
    } else resolve();
  });

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
 * @throws ApiError 403 PROOF_REQUIRED, 409; see `isPasskeyCancelled`
 */
export async function createPasskey(role: Role): Promise<Passkey> {
  const optionsJSON = await call(api.beginPasskey, { role });
  const { startRegistration } = await loadWebAuthn();
  return call(api.addPasskey, { role, credential: await startRegistration({ optionsJSON }) });
}

/** Removes a passkey from an account. @throws ApiError 403 PROOF_REQUIRED */
export const removePasskey = (role: Role, passkeyId: string): Promise<void> =>
  call(api.removePasskey, { role, passkeyId });

/** Proves ownership of an account with one of its passkeys. @throws ApiError 401; see `isPasskeyCancelled` */
export async function proveByPasskey(role: Role): Promise<void> {
  const optionsJSON = await call(api.requestOwnPasskeyOptions, { role });
  const { startAuthentication } = await loadWebAuthn();
  await call(api.proveByPasskey, { role, credential: await startAuthentication({ optionsJSON }) });
}
