import { hkdfSync } from 'node:crypto';
import { env } from '../env.ts';

const KEY_BYTES = 32;

/**
 * Derives a 256-bit key for one purpose from SESSION_SECRET by HKDF. Keys of different purposes are
 * independent.
 */
export const deriveKey = (purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', env.SESSION_SECRET, '', purpose, KEY_BYTES));

/** Derives the same key as base64url text. */
export const deriveSecret = (purpose: string): string => deriveKey(purpose).toString('base64url');
