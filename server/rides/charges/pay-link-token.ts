import { createHmac, timingSafeEqual } from 'node:crypto';
import { env } from '../../env.ts';

const ID_BYTES = 12;
const MAC_BYTES = 18;

/** Proves that a token is ours: 144 bits over the charge's id. */
const macOf = (id: Buffer): Buffer =>
  createHmac('sha256', env.SESSION_SECRET).update('pay:').update(id).digest().subarray(0, MAC_BYTES);

/** The token of a charge's payment link: its id and the proof, 40 characters of base64url. It is stored nowhere. */
function payLinkToken(chargeId: string): string {
  const id = Buffer.from(chargeId, 'hex');
  return Buffer.concat([id, macOf(id)]).toString('base64url');
}

/** Path of the page where a charge is paid. */
export const payLinkPath = (chargeId: string): string => `/pay/${payLinkToken(chargeId)}`;

/** The address of that page. */
export const payLinkUrl = (chargeId: string): string => new URL(payLinkPath(chargeId), env.PUBLIC_URL).href;

/** The id of the charge in a token; null for one that is not ours. */
export function chargeIdOf(token: string): string | null {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== ID_BYTES + MAC_BYTES) return null;
  const id = bytes.subarray(0, ID_BYTES);
  return timingSafeEqual(bytes.subarray(ID_BYTES), macOf(id)) ? id.toString('hex') : null;
}
