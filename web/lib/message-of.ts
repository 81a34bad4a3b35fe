import { ApiError } from './api-error.ts';

/**
 * The text of a toast about a failure: the server's message, else the `fallback` (specification section 8).
 */
export const messageOf = (error: unknown, fallback: string): string =>
  (error instanceof ApiError && error.serverMessage) || fallback;
