import { createHash } from 'node:crypto';

/** A SHA-256 digest of plain data, in base64url: equal for equal data. */
export const digestOf = (...parts: unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
