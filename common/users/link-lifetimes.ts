import { DAY_MS, HOUR_MS } from '../durations.ts';

// How long mailed links work, in milliseconds, and in the words of emails and pages. Does not import zod,
// because pages need these words.

export const INVITATION_LASTS = { ms: 48 * HOUR_MS, text: '48 hours' } as const;

/** `age`: what a link that has expired is older than. */
export const RESET_LINK_LASTS = { ms: HOUR_MS, text: 'one hour', age: 'an hour' } as const;

/** Links that confirm or change an email address. */
export const EMAIL_LINK_LASTS = { ms: DAY_MS, text: '24 hours', age: 'a day' } as const;
