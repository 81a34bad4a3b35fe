import { createHash } from 'node:crypto';

/** SHA-256 digest of JSON data, in base64url. Equal data gives equal digests. */
export const digestOf = (...parts: unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
