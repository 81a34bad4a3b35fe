import * as z from 'zod/mini';

/**
 * Holds of names, addresses and subjects, which end up in headers of mails, in calendar entries and in lines of a log.
 * A form's field takes no line break; a script can send one.
 */
export const oneLine = z.regex(/^[^\r\n\u0085\u2028\u2029]*$/, 'Please write this on one line.');
