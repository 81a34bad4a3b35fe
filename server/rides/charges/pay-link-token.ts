import { deriveLinkToken, verifyLinkToken } from '../../crypto/link-token.ts';
import { env } from '../../env.ts';

const PURPOSE = 'pay';

/** Path of the page where a charge is paid. */
export const payLinkPath = (chargeId: string): string => `/pay/${deriveLinkToken(PURPOSE, chargeId)}`;

/** Full URL of the page where a charge is paid. */
export const payLinkUrl = (chargeId: string): string => new URL(payLinkPath(chargeId), env.PUBLIC_URL).href;

/** The charge id in a payment link token; null for an invalid token. */
export const chargeIdOf = (token: string): string | null => verifyLinkToken(token, PURPOSE);
