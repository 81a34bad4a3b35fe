import * as z from 'zod/mini';

/** The longest reason for changing a ride, in characters. */
export const MAX_REASON = 300;

export const reasonSchema = z
  .string('Please give a reason.')
  .check(
    z.trim(),
    z.minLength(1, { error: 'Please give a reason.', abort: true }),
    z.maxLength(MAX_REASON, `Please keep this to ${MAX_REASON} characters.`),
  );
