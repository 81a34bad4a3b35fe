import { timingSafeEqual } from 'node:crypto';
import { type LinkPurpose, sessionHmac } from './session-hmac.ts';

const ID_BYTES = 12;
const MAC_BYTES = 18;

/** Authenticates a token: 144 bits of HMAC over its purpose, its id and the value it is bound to. */
const macOf = (purpose: LinkPurpose, id: Buffer, bound: string): Buffer =>
  sessionHmac(purpose, id, bound).subarray(0, MAC_BYTES);

/**
 * Derives the token of a link: a document's id and its MAC, 40 characters of base64url. Derived whenever the
 * link is written, never stored.
 *
 * @param bound a value whose change invalidates the link, such as a password hash
 */
export function deriveLinkToken(purpose: LinkPurpose, documentId: string, bound = ''): string {
  const id = Buffer.from(documentId, 'hex');
  return Buffer.concat([id, macOf(purpose, id, bound)]).toString('base64url');
}

/** Returns the id in a token without verifying it. Null for a malformed token. */
export function idInLinkToken(token: string): string | null {
  const bytes = Buffer.from(token, 'base64url');
  return bytes.length === ID_BYTES + MAC_BYTES ? bytes.subarray(0, ID_BYTES).toString('hex') : null;
}

/** Whether a token is valid for this purpose and bound value. */
export function isLinkToken(token: string, purpose: LinkPurpose, bound = ''): boolean {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== ID_BYTES + MAC_BYTES) return false;
  return timingSafeEqual(bytes.subarray(ID_BYTES), macOf(purpose, bytes.subarray(0, ID_BYTES), bound));
}

/** Returns the id in a token that is bound to no value. Null if the token is invalid. */
export const verifyLinkToken = (token: string, purpose: LinkPurpose): string | null =>
  isLinkToken(token, purpose) ? idInLinkToken(token) : null;
