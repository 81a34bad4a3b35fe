import { createHmac } from 'node:crypto';
import { deriveSecret } from './derive-key.ts';

const secrets = new Map<string, string>();

function secretFor(purpose: string): string {
  const known = secrets.get(purpose);
  if (known) return known;
  const secret = deriveSecret(purpose);
  secrets.set(purpose, secret);
  return secret;
}

/**
 * HMAC-SHA-256 of data under a key per purpose. Without our secret nobody can guess the input by trying
 * values.
 */
export const keyedDigest = (purpose: string, ...parts: readonly (string | Buffer)[]): Buffer => {
  const hmac = createHmac('sha256', secretFor(purpose));
  // Each part is prefixed by its length, so that splitting the same text differently gives another digest.
  for (const part of parts) hmac.update(`${part.length}:`).update(part);
  return hmac.digest();
};

const SHOWN_BYTES = 8;

/** Pseudonym of an account in counts and logs, where the typed email address is not kept: 16 hex digits. */
export const accountDigest = (email: string): string =>
  keyedDigest('account', email.toLowerCase()).toString('hex', 0, SHOWN_BYTES);

/** Pseudonym of a network in counts and logs: 16 hex digits. */
export const networkDigest = (network: string): string =>
  keyedDigest('network', network).toString('hex', 0, SHOWN_BYTES);
