import { ApiError } from '../http/api-error.ts';

/** What is to happen to the next requests instead of, or before, an ordinary reply. */
export interface Fault {
  /** Only requests whose path starts so; all when absent. */
  path?: string;
  /** How many requests it happens to. */
  times: number;
  /** 500 or 409: refused before anything is done. 'timeout': done, but never answered. */
  outcome?: 500 | 409 | 'timeout';
  /** How long the request is held first, its idempotency key in use meanwhile. */
  delayMs?: number;
}

/** The faults asked for and not yet used up. They are not kept over a restart. */
export interface Faults {
  add(fault: Fault): void;
  /** The fault that this request meets, if any; uses it up once. */
  take(path: string): Fault | undefined;
  clear(): void;
}

/** No faults, until some are added. */
export function createFaults(): Faults {
  let waiting: Fault[] = [];
  return {
    add: (fault) => waiting.push(fault),
    take(path) {
      const fault = waiting.find((candidate) => path.startsWith(candidate.path ?? ''));
      if (fault) {
        fault.times -= 1;
        waiting = waiting.filter((candidate) => candidate.times > 0);
      }
      return fault;
    },
    clear() {
      waiting = [];
    },
  };
}

/** The refusal that a 500 or 409 fault gives. */
export function outage(status: 500 | 409): ApiError {
  if (status === 500) return new ApiError(500, { type: 'api_error', message: 'An unknown error occurred.' });
  return new ApiError(409, {
    type: 'invalid_request_error',
    code: 'lock_timeout',
    message:
      'This object cannot be accessed right now because another API request or Stripe process is currently accessing it. If you see this error intermittently, retry the request.',
  });
}
