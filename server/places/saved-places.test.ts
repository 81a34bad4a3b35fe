import { expect, onTestFinished, test, vi } from 'vitest';
import { redis } from '../infra/redis.ts';
import { as, visitor } from '../testing/as.ts';
import { buildRider } from '../testing/build-user.ts';
import { setUpTestApp } from '../testing/set-up-test-app.ts';
import { listSavedPlaces, savePlace } from './saved-places.ts';

setUpTestApp();

const HOME = { name: 'Home', address: '2120 Alta Dr' };

async function namesOf(rider: Awaited<ReturnType<typeof buildRider>>) {
  const { body } = await as(rider).get('/api/saved-places');
  return (body as { places: { name: string }[] }).places.map(({ name }) => name);
}

async function save(rider: Awaited<ReturnType<typeof buildRider>>, fields: object) {
  const { status, body } = await as(rider).post('/api/saved-places', fields);
  return { status, id: (body as { id: string }).id, body };
}

test('saved places are listed with Home and Work first, and only for their rider', async () => {
  const [rider, other] = [await buildRider(), await buildRider()];
  await save(rider, { name: 'Mum', address: '1 Fremont St' });
  await save(rider, { name: 'Work', address: '3960 Howard Hughes Pkwy' });
  await save(rider, HOME);

  expect(await namesOf(rider)).toEqual(['Home', 'Work', 'Mum']);
  expect(await namesOf(other)).toEqual([]);
  expect((await visitor().get('/api/saved-places')).status).toBe(401);
});

test('only its rider can rename or remove a saved place', async () => {
  const [rider, other] = [await buildRider(), await buildRider()];
  const { id } = await save(rider, HOME);
  const path = `/api/saved-places/${id}`;

  expect((await as(other).patch(path, { ...HOME, name: 'Mine' })).status).toBe(404);
  await as(other).delete(path);
  expect(await as(rider).patch(path, { ...HOME, name: 'Old home' })).toMatchObject({
    status: 200,
    body: { name: 'Old home', address: '2120 Alta Dr' },
  });
  expect((await as(rider).delete(path)).status).toBe(204);
  expect((await as(rider).delete(path)).status).toBe(204);
  expect(await namesOf(rider)).toEqual([]);
});

test('a second saved place with the same name is refused in any case, also when renaming', async () => {
  const rider = await buildRider();
  await save(rider, HOME);
  const work = await save(rider, { ...HOME, name: 'Work' });

  expect(await save(rider, { ...HOME, name: ' HOME ' })).toMatchObject({
    status: 400,
    body: { issues: [{ path: 'name', message: 'You already have a place with this name.' }] },
  });
  expect((await as(rider).patch(`/api/saved-places/${work.id}`, HOME)).status).toBe(400);
});

test('the twenty-first saved place is refused', async () => {
  const rider = await buildRider();
  for (let number = 1; number <= 20; number += 1) await save(rider, { ...HOME, name: `Place ${number}` });

  expect((await save(rider, HOME)).status).toBe(400);
});

test('of ten concurrent saves for the last place exactly one is accepted, and only that one is stored', async () => {
  const rider = await buildRider();
  for (let number = 1; number <= 19; number += 1) await save(rider, { ...HOME, name: `Place ${number}` });

  for (let round = 1; round <= 5; round += 1) {
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, index) => save(rider, { ...HOME, name: `New ${index}` })),
    );

    const [accepted, ...others] = replies.filter(({ status }) => status === 201);
    expect([accepted?.status, others.length]).toEqual([201, 0]);
    const stored = await namesOf(rider);
    expect(stored.filter((name) => name.startsWith('New'))).toEqual([Object(accepted?.body).name]);
    expect(stored).toHaveLength(20);
    await as(rider).delete(`/api/saved-places/${accepted?.id}`);
  }
});

test('concurrent saves never exceed twenty saved places while Redis is unavailable', async () => {
  const rider = await buildRider();
  for (let number = 1; number <= 19; number += 1)
    await savePlace(rider.id, { ...HOME, name: `Place ${number}` });
  const set = vi.spyOn(redis, 'set').mockRejectedValue(new Error('Command timed out'));
  onTestFinished(() => set.mockRestore());

  const saves = Array.from({ length: 10 }, (_, index) =>
    savePlace(rider.id, { ...HOME, name: `New ${index}` }),
  );
  await Promise.allSettled(saves);

  expect((await listSavedPlaces(rider.id)).length).toBeLessThanOrEqual(20);
});
