import { randomBytes } from 'node:crypto';

/** An id that nothing has. */
export const newId = (): string => randomBytes(12).toString('hex');
