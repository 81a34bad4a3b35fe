import { AppError } from '#common/errors.ts';

/** A refusal of what one field of a request says, in words for the person who sent it. */
export const fieldRefusal = (path: string, message: string): AppError =>
  new AppError('INVALID_REQUEST', message, { issues: [{ path, message }] });
