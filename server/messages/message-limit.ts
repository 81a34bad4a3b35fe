import { createLimit } from '../http/rate-limit.ts';

/** Messages from one address, by whichever form. */
export const messageLimit = createLimit({ name: 'message', times: 20, windowSeconds: 600 });
