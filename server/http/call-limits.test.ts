import { expect, test } from 'vitest';
import { quoteExtension } from '#common/rides/edit-api.ts';
import { as } from '../testing/as.ts';
import { buildRider } from '../testing/build-user.ts';
import { newId } from '../testing/new-id.ts';
import { setUpTestApp } from '../testing/set-up-test-app.ts';

setUpTestApp();

test('a call for signed-in users is limited per account, not per shared network address', async () => {
  const [greedy, neighbour] = [as(await buildRider()), as(await buildRider())];
  const ask = (browser: typeof greedy) =>
    browser.get(`/api/rides/${newId()}/extension`, { 'x-forwarded-for': '203.0.113.9' });

  for (let asked = 0; asked < quoteExtension.limit.times; asked += 1) {
    expect(await ask(greedy)).toMatchObject({ status: 404 });
  }

  expect(await ask(greedy)).toMatchObject({ status: 429 });
  expect(await ask(neighbour)).toMatchObject({ status: 404 });
});
