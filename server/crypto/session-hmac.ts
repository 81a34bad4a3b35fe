import { createHmac } from 'node:crypto';
import { env } from '../env.ts';

/** What the token of a mailed link is for. */
export type LinkPurpose = 'email-link' | 'invitation' | 'password-reset' | 'pay';

/** Everything that is derived by `sessionHmac`. Renaming a purpose invalidates what was derived for it. */
export type HmacPurpose =
  | LinkPurpose
  | 'device'
  | 'driver-application'
  | 'driver-calendar'
  | 'promo card'
  | 'promo phone'
  | 'rider-key'
  | 'start-pin'
  | 'trip';

/**
 * HMAC-SHA-256 of a purpose and data under SESSION_SECRET. A new secret invalidates everything derived from
 * it. New purposes use `keyedDigest`, which has a key for each purpose and separates the parts.
 */
export function sessionHmac(purpose: HmacPurpose, ...parts: readonly (string | Buffer)[]): Buffer {
  const hmac = createHmac('sha256', env.SESSION_SECRET).update(`${purpose}:`);
  for (const part of parts) hmac.update(part);
  return hmac.digest();
}
