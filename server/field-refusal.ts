import { AppError } from '#common/errors.ts';

/** Builds an INVALID_REQUEST for one field of a request, with a message for the user. */
export const fieldRefusal = (path: string, message: string): AppError =>
  new AppError('INVALID_REQUEST', message, { issues: [{ path, message }] });
