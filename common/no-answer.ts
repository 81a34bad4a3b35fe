/**
 * What a person is told of a call that was not answered in time, by the server or by their own page: what is sure, and what is not.
 *
 * @param isKeyed whether it carried an idempotency key, so that a repeat has the effect of one
 */
export const noAnswerMessage = (method: string, isKeyed: boolean): string =>
  `We got no answer in time. ${
    method === 'GET'
      ? 'Please try again.'
      : `It may be done all the same${isKeyed ? '; trying again does not do it twice.' : ': please look before you try again.'}`
  }`;
