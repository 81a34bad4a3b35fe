import { createHash } from 'node:crypto';

/** A digest of plain data, in base64url: the same for what is the same, and telling nothing of it. */
export const digestOf = (...parts: unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
