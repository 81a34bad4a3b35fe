import type { Endpoint } from './endpoint.ts';

/**
 * Returns the message for a call that got no reply, or none in time: whether it may have taken effect, and
 * whether retrying is safe. Used by the server and by the browser.
 *
 * @param isKeyed Whether the call carried an idempotency key, which makes a retry safe.
 */
export const noAnswerMessage = (call: RepeatRules, isKeyed: boolean): string =>
  `We got no answer. ${
    isSafeToRetry(call)
      ? 'Please try again.'
      : `It may have worked${isKeyed ? '; trying again does not do it twice.' : ': please check before you try again.'}`
  }`;

type RepeatRules = Pick<Endpoint, 'method' | 'isIdempotent'>;

/** Whether a call can be retried safely, whatever its outcome. */
export const isSafeToRetry = ({ method, isIdempotent }: RepeatRules): boolean =>
  method === 'GET' || isIdempotent === true;
