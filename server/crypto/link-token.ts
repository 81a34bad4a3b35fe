import { createHmac, timingSafeEqual } from 'node:crypto';
import { env } from '../env.ts';

const ID_BYTES = 12;
const MAC_BYTES = 18;

/** Proves that a token is ours: 144 bits over what it is for, the id, and what must not have changed since. */
const macOf = (purpose: string, id: Buffer, bound: string): Buffer =>
  createHmac('sha256', env.SESSION_SECRET)
    .update(`${purpose}:`)
    .update(id)
    .update(bound)
    .digest()
    .subarray(0, MAC_BYTES);

/**
 * The token in a link: the id of a document and the proof, 40 characters of base64url. Derived whenever the link is written,
 * and stored nowhere.
 *
 * @param bound what the link stops working with once it changes, such as a password's hash
 */
export function deriveLinkToken(purpose: string, documentId: string, bound = ''): string {
  const id = Buffer.from(documentId, 'hex');
  return Buffer.concat([id, macOf(purpose, id, bound)]).toString('base64url');
}

/** The id that a token names, not proven yet; null for one that names none. */
export function namedByLinkToken(token: string): string | null {
  const bytes = Buffer.from(token, 'base64url');
  return bytes.length === ID_BYTES + MAC_BYTES ? bytes.subarray(0, ID_BYTES).toString('hex') : null;
}

/** Whether a token is ours, for this purpose and with what it is bound to. */
export function isLinkToken(token: string, purpose: string, bound = ''): boolean {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== ID_BYTES + MAC_BYTES) return false;
  return timingSafeEqual(bytes.subarray(ID_BYTES), macOf(purpose, bytes.subarray(0, ID_BYTES), bound));
}

/** The id in a token that is bound to nothing else; null for one that is not ours. */
export const openLinkToken = (token: string, purpose: string): string | null =>
  isLinkToken(token, purpose) ? namedByLinkToken(token) : null;
