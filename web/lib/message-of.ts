import { ApiError } from './api-error.ts';

/** The reason shown for a failure without any reply. */
export const NO_ANSWER = 'The server didn’t answer.';

/** The same where the user may simply try again. */
export const NO_ANSWER_RETRY = `${NO_ANSWER} Please try again.`;

/** Returns the text of an error toast: the server's message, or the `fallback` (specification section 8). */
export const messageOf = (error: unknown, fallback: string = NO_ANSWER): string =>
  (error instanceof ApiError && error.serverMessage) || fallback;
