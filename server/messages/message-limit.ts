import { createLimit } from '../http/create-limit.ts';

/** Messages from one address, by whichever form. */
export const messageLimit = createLimit({ name: 'message', times: 20, windowSeconds: 600 });
