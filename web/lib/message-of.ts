import { ApiError } from './api-error.ts';

/** Returns the text of an error toast: the server's message, or the `fallback` (specification section 8). */
export const messageOf = (error: unknown, fallback: string): string =>
  (error instanceof ApiError && error.serverMessage) || fallback;
