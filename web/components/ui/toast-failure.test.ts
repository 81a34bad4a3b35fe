import { expect, test } from 'vitest';
import { ApiError } from '#web/lib/api-error.ts';
import { failureToast } from './toast-failure.ts';

const failure = (status: number, code?: string) =>
  new ApiError({ status, text: '', body: code ? { code, message: 'Try again.' } : null });

test.each([
  ['timed out', failure(0, 'NO_ANSWER'), 'Error'],
  ['timed out on the server', failure(504, 'TIMED_OUT'), 'Error'],
  ['failed at a store, which may have written', failure(503, 'UNAVAILABLE'), 'Not adjusted'],
  ['lost its reply at a proxy', failure(502), 'Not adjusted'],
  ['timed out at a proxy', failure(504), 'Not adjusted'],
])('an action that %s is not called undone', (_, error, title) => {
  expect(failureToast(title, error).title).toBe('No answer');
});

test.each(['Failed to accept ride', 'Sign-out failed. Please try again.', 'Not saved. Try again.'])(
  '"%s" is said of an action that failed, but not of one whose reply a proxy lost',
  (text) => {
    expect(failureToast('Error', failure(500), text)).toMatchObject({ title: 'Error', description: text });
    for (const status of [502, 504])
      expect(failureToast('Error', failure(status), text)).toMatchObject({
        title: 'No answer',
        description: 'The server didn’t answer. Please try again.',
      });
  },
);

test('what is true without an answer stays when a proxy lost the reply', () => {
  const description = 'Please try again. What you typed is kept.';

  expect(failureToast('Not sent', failure(504), description)).toMatchObject({ description });
});

test.each([
  ['refused', failure(409, 'RIDE_CHANGED'), 'Not adjusted'],
  ['refused by the payment provider', failure(502, 'PAYMENT_PROVIDER'), 'Not adjusted'],
  ['not passed on by a proxy', failure(503), 'Not adjusted'],
  ['failed at a store, under a title that does not call it undone', failure(503, 'UNAVAILABLE'), 'Error'],
])('an action that was %s keeps its title', (_, error, title) => {
  expect(failureToast(title, error).title).toBe(title);
});
