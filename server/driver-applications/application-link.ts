import { createHmac } from 'node:crypto';
import { digestOf } from '../crypto/digest-of.ts';
import { env } from '../env.ts';

const TOKEN_DIGITS = 32;

/**
 * The token in an applicant's link, 128 bits: derived whenever it is emailed, never stored. A bearer token:
 * with it one reads the application and answers for its applicant.
 */
export function deriveApplicationToken(applicationId: string): string {
  const digest = createHmac('sha256', env.SESSION_SECRET)
    .update(`driver-application:${applicationId}`)
    .digest('hex');
  return `da_${digest.slice(0, TOKEN_DIGITS)}`;
}

/** What is stored of a token, to find its application by. */
export const digestApplicationToken = (token: string): string => digestOf('driver-application', token);

/** The applicant's page. */
export const applicationLink = (token: string): string =>
  new URL(`/drive/application/${token}`, env.PUBLIC_URL).href;
