// @vitest-environment jsdom
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { setOpsChannel } from '#web/lib/ops-channel.ts';
import { buildStaffRide } from '#web/testing/build-ride.ts';
import { deferred } from '#web/testing/deferred.ts';
import { type ApiReplies, answerApi } from '#web/testing/serve-api.ts';
import { BOARD_GROUPS } from './board-groups.ts';
import { forgetBoard, useBoardStore } from './board-store.ts';
import { loadBoard } from './load-board.ts';

beforeEach(forgetBoard);

/** Replies for every group's list, with `query` appended to each request. */
const replyWith = (query: string, reply: ApiReplies[string]): ApiReplies =>
  Object.fromEntries(BOARD_GROUPS.map((group) => [`GET /api/ops/rides?group=${group}${query}`, reply]));

test('a late reply for abandoned filters removes no rides, even while the live channel is being joined', async () => {
  const ride = buildStaffRide();
  const listed = { rides: [ride], next: null, count: 1 };
  const answerLate = deferred<void>();
  await answerApi({
    ...replyWith('', [200, { ...listed, rides: [], count: 0 }]),
    'GET /api/ops/rides?group=next': [200, listed],
    ...replyWith('&vehicle=hummer-18', async () => {
      await answerLate.promise;
      return [200, { rides: [], next: null, count: 0 }];
    }),
    'GET /api/ops/alerts': [200, []],
  });
  const joined = deferred<void>();
  onTestFinished(() => setOpsChannel(null));

  await loadBoard({});
  const abandoned = loadBoard({ vehicle: 'hummer-18' });
  setOpsChannel({ watch: () => joined.promise, unwatch: () => {} });
  const current = loadBoard({});
  answerLate.resolve();
  await abandoned;
  expect(useBoardStore.getState().rides[ride.id]).toEqual(ride);

  joined.resolve();
  await current;
  expect(useBoardStore.getState().rides[ride.id]).toEqual(ride);
});
