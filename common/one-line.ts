import * as z from 'zod/mini';

/**
 * Rejects line breaks in names, addresses and subjects, because they end up in mail headers, calendar entries
 * and log lines. Input fields prevent line breaks, but a script can send them.
 */
export const oneLine = z.regex(/^[^\r\n\u0085\u2028\u2029]*$/, 'Please write this on one line.');
