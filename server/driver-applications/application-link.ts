import { digestOf } from '../crypto/digest-of.ts';
import { sessionHmac } from '../crypto/session-hmac.ts';
import { env } from '../env.ts';

const TOKEN_DIGITS = 32;

/**
 * Derives the 128-bit token in an applicant's link. It is derived for each email and never stored. A bearer
 * token: it allows reading the application and answering on behalf of the applicant.
 */
export function deriveApplicationToken(applicationId: string): string {
  const digest = sessionHmac('driver-application', applicationId).toString('hex');
  return `da_${digest.slice(0, TOKEN_DIGITS)}`;
}

/** Digest of a token that is stored to find its application. */
export const digestApplicationToken = (token: string): string => digestOf('driver-application', token);

/** URL of the applicant's page. */
export const applicationLink = (token: string): string =>
  new URL(`/drive/application/${token}`, env.PUBLIC_URL).href;
