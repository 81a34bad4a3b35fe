// @vitest-environment jsdom
import { act, renderHook, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { emitOps } from '#web/lib/ops-channel.ts';
import { type Deferred, deferred } from '#web/testing/deferred.ts';
import { holdTime } from '#web/testing/hold-time.ts';
import { answerApi } from '#web/testing/serve-api.ts';
import { buildRow } from '../testing/build-message.ts';
import { useInboxCount } from './use-inbox-count.ts';

const COUNT = 'GET /api/ops/inbox/count';

/** Renders the count; every request for it stays pending until the test resolves it. */
async function showCount() {
  const answers: Deferred<readonly [number, unknown]>[] = [];
  await answerApi({
    [COUNT]: () => {
      const answer = deferred<readonly [number, unknown]>();
      answers.push(answer);
      return answer.promise;
    },
  });
  const shown: (number | null)[] = [];
  renderHook(() => {
    const count = useInboxCount(true);
    if (shown.at(-1) !== count) shown.push(count);
  });
  await waitFor(() => expect(answers).toHaveLength(1));
  return { answers, shown };
}

const change = () => act(() => emitOps('inbox:changed', [buildRow({ version: 2, state: 'done' })]));

test('a late reply to an earlier request for the count is ignored', async () => {
  const { answers, shown } = await showCount();
  change();
  await waitFor(() => expect(answers).toHaveLength(2));
  answers[1]?.resolve([200, { open: 0 }]);
  await waitFor(() => expect(shown).toEqual([null, 0]));

  answers[0]?.resolve([200, { open: 1 }]);
  change();
  await waitFor(() => expect(answers).toHaveLength(3));
  answers[2]?.resolve([200, { open: 2 }]);

  await waitFor(() => expect(shown.at(-1)).toBe(2));
  expect(shown).toEqual([null, 0, 2]);
});

test('a count whose reload after an event failed is retried until it loads', async () => {
  const { answers, shown } = await showCount();
  answers[0]?.resolve([200, { open: 3 }]);
  await waitFor(() => expect(shown).toEqual([null, 3]));
  const { passUntil, release } = holdTime();

  change();
  await passUntil(() => answers.length >= 2);
  for (const answer of answers) answer.resolve([503, {}]);
  const failed = answers.length;
  await passUntil(() => answers.length > failed);
  for (const answer of answers) answer.resolve([200, { open: 2 }]);
  release();

  await waitFor(() => expect(shown).toEqual([null, 3, 2]));
});
