import { beforeEach, expect, test } from 'vitest';
import type { OwnDriver } from '#common/drivers/driver.ts';
import { buildOwnDriver } from '#web/testing/build-driver.ts';
import { deferred } from '#web/testing/deferred.ts';
import { answerApi } from '#web/testing/serve-api.ts';
import { loadDriver, receiveDriver, setDuty, useDriverStore } from './driver-store.ts';

const READ = 'GET /api/driver';
const on = buildOwnDriver();
const off = buildOwnDriver({ isOnDuty: false, dutySince: null, serves: [] });

const isOnDuty = () => useDriverStore.getState().driver?.isOnDuty;

beforeEach(() => {
  receiveDriver(null);
  receiveDriver(on);
});

test('a driver read that started before going off duty does not set the driver on duty again', async () => {
  const [asked, answer] = [deferred<void>(), deferred<OwnDriver>()];
  await answerApi({
    [READ]: async () => {
      asked.resolve();
      return [200, await answer.promise];
    },
    'PUT /api/duty': [200, off],
  });
  const reading = loadDriver();
  await asked.promise;

  await setDuty(false);
  answer.resolve(on);

  expect(await reading).toBe(true);
  expect(isOnDuty()).toBe(false);
});

test('of two concurrent driver reads, the answer to the later one wins', async () => {
  const answers = [deferred<OwnDriver>(), deferred<OwnDriver>()] as const;
  let count = 0;
  await answerApi({
    [READ]: async () => {
      count += 1;
      return [200, await answers[count === 1 ? 0 : 1].promise];
    },
  });
  const first = loadDriver();
  await expect.poll(() => count).toBe(1);
  const second = loadDriver();
  await expect.poll(() => count).toBe(2);

  answers[1].resolve(off);
  await second;
  answers[0].resolve(on);
  await first;

  expect(isOnDuty()).toBe(false);
});

test('a driver read that starts after a duty change is applied', async () => {
  await answerApi({ [READ]: [200, on], 'PUT /api/duty': [200, off] });
  await setDuty(false);

  await loadDriver();

  expect(isOnDuty()).toBe(true);
});

test('a late reply to a duty change does not replace a later suspension', async () => {
  const [asked, answer] = [deferred<void>(), deferred<OwnDriver>()];
  receiveDriver(buildOwnDriver({ version: 1 }));
  await answerApi({
    [READ]: [200, buildOwnDriver({ state: 'suspended', isOnDuty: false, version: 2 })],
    'PUT /api/duty': async () => {
      asked.resolve();
      return [200, await answer.promise];
    },
  });
  const changing = setDuty(true);
  await asked.promise;
  await loadDriver();

  answer.resolve(buildOwnDriver({ version: 1 }));
  await changing;

  expect(useDriverStore.getState().driver?.state).toBe('suspended');
});

test('a reply to a duty change does not keep a pending read from showing a later suspension', async () => {
  const [asked, answer] = [deferred<void>(), deferred<OwnDriver>()];
  receiveDriver(buildOwnDriver({ version: 1 }));
  await answerApi({
    [READ]: async () => {
      asked.resolve();
      return [200, await answer.promise];
    },
    'PUT /api/duty': [200, buildOwnDriver({ version: 1 })],
  });
  const reading = loadDriver();
  await asked.promise;
  await setDuty(true);

  answer.resolve(buildOwnDriver({ state: 'suspended', isOnDuty: false, version: 2 }));
  await reading;

  expect(useDriverStore.getState().driver?.state).toBe('suspended');
});

test('a late reply to a duty change of a driver who has signed out does not replace the driver after them', async () => {
  const [asked, answer] = [deferred<void>(), deferred<OwnDriver>()];
  const next = buildOwnDriver({ id: 'f'.repeat(24) });
  await answerApi({
    [READ]: [200, next],
    'PUT /api/duty': async () => {
      asked.resolve();
      return [200, await answer.promise];
    },
  });
  const changing = setDuty(false);
  await asked.promise;
  await loadDriver();

  answer.resolve(off);
  await changing;

  expect(useDriverStore.getState().driver).toEqual(next);
});
