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

/** HMAC-SHA-256 of data, under a key of its purpose: without our secret nobody can try what was put in. */
export const keyedDigest = (purpose: string, ...parts: readonly (string | Buffer)[]): Buffer => {
  const hmac = createHmac('sha256', secretFor(purpose));
  // Each part with its length, so that two that meet elsewhere are another input.
  for (const part of parts) hmac.update(`${part.length}:`).update(part);
  return hmac.digest();
};

const SHOWN_BYTES = 8;

/** What stands for an account in counts and logs, where the address that was typed is not kept: 16 hex digits. */
export const accountDigest = (email: string): string =>
  keyedDigest('account', email.toLowerCase()).toString('hex', 0, SHOWN_BYTES);

/** The same of a network. */
export const networkDigest = (network: string): string =>
  keyedDigest('network', network).toString('hex', 0, SHOWN_BYTES);
