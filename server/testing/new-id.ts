import { randomBytes } from 'node:crypto';

/** Returns an unused id. */
export const newId = (): string => randomBytes(12).toString('hex');
