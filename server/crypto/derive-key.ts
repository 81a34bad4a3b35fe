import { hkdfSync } from 'node:crypto';
import { env } from '../env.ts';

const KEY_BYTES = 32;

/** A key of 256 bits for one purpose, derived from SESSION_SECRET: what it opens, signs or hides says nothing anywhere else. */
export const deriveKey = (purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', env.SESSION_SECRET, '', purpose, KEY_BYTES));

/** The same as text, base64url. */
export const deriveSecret = (purpose: string): string => deriveKey(purpose).toString('base64url');
