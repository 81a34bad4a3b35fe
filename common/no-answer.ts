import type { Endpoint } from './endpoint.ts';

/**
 * What a person is told of a call that was not answered, or not in time, by the server or to their own page: what is sure, and
 * what is not.
 *
 * @param isKeyed whether it carried an idempotency key, so that a repeat has the effect of one
 */
export const noAnswerMessage = (call: RepeatRules, isKeyed: boolean): string =>
  `We got no answer. ${
    isHarmless(call)
      ? 'Please try again.'
      : `It may be done all the same${isKeyed ? '; trying again does not do it twice.' : ': please look before you try again.'}`
  }`;

type RepeatRules = Pick<Endpoint, 'method' | 'isRepeatable'>;

/** Whether a call may be repeated without a thought, whatever became of it. */
export const isHarmless = ({ method, isRepeatable }: RepeatRules): boolean =>
  method === 'GET' || isRepeatable === true;
