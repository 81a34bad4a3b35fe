import { ApiError } from './api-error.ts';

/** Whether the server said no, rather than nothing, not now (429), or that it is in trouble itself. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;
