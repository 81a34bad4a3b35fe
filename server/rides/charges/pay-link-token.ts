import { deriveLinkToken, openLinkToken } from '../../crypto/link-token.ts';
import { env } from '../../env.ts';

const PURPOSE = 'pay';

/** Path of the page where a charge is paid. */
export const payLinkPath = (chargeId: string): string => `/pay/${deriveLinkToken(PURPOSE, chargeId)}`;

/** The address of that page. */
export const payLinkUrl = (chargeId: string): string => new URL(payLinkPath(chargeId), env.PUBLIC_URL).href;

/** The id of the charge in a token; null for one that is not ours. */
export const chargeIdOf = (token: string): string | null => openLinkToken(token, PURPOSE);
