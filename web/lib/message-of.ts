import { ApiError } from './api-error.ts';

/** What a toast says of a failure: the server's own message, or the words the specification gives for that case (section 8). */
export const messageOf = (error: unknown, fallback: string): string =>
  (error instanceof ApiError && error.serverMessage) || fallback;
