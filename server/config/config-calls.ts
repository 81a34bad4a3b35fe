import { configSchema } from '#common/config.ts';
import type { ApiCall } from '../http/api-call.ts';

/** The calls of config-routes. */
export const configCalls: readonly ApiCall[] = [
  {
    call: 'GET /api/config',
    summary: 'Tells what the browser must know of this installation.',
    who: 'anybody',
    replies: { 200: configSchema },
  },
];
