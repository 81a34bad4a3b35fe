import { expect, test } from 'vitest';
import { as, visitor } from '../testing/as.ts';
import { buildRider } from '../testing/build-user.ts';
import { setUpTestApp } from '../testing/set-up-test-app.ts';

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

test("a rider saves places, Home and Work first, and sees nobody else's", async () => {
  const [rider, other] = [await buildRider(), await buildRider()];
  await save(rider, { name: 'Mum', address: '1 Fremont St' });
  await save(rider, { name: 'Work', address: '3960 Howard Hughes Pkwy' });
  await save(rider, HOME);

  expect(await namesOf(rider)).toEqual(['Home', 'Work', 'Mum']);
  expect(await namesOf(other)).toEqual([]);
  expect((await visitor().get('/api/saved-places')).status).toBe(401);
});

test('a place is renamed, and removed, by its rider alone', async () => {
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

test('a name is taken once, however it is written, also when it comes by renaming', async () => {
  const rider = await buildRider();
  await save(rider, HOME);
  const work = await save(rider, { ...HOME, name: 'Work' });

  expect(await save(rider, { ...HOME, name: ' HOME ' })).toMatchObject({
    status: 400,
    body: { issues: [{ path: 'name', message: 'You already have a place with this name.' }] },
  });
  expect((await as(rider).patch(`/api/saved-places/${work.id}`, HOME)).status).toBe(400);
});

test('the twenty-first place is refused', async () => {
  const rider = await buildRider();
  for (let number = 1; number <= 20; number += 1) await save(rider, { ...HOME, name: `Place ${number}` });

  expect((await save(rider, HOME)).status).toBe(400);
});

test('of places that are saved at the same instant there are twenty at most', async () => {
  const rider = await buildRider();
  for (let number = 1; number <= 19; number += 1) await save(rider, { ...HOME, name: `Place ${number}` });

  await Promise.all(Array.from({ length: 10 }, (_, index) => save(rider, { ...HOME, name: `New ${index}` })));

  expect((await namesOf(rider)).length).toBeLessThanOrEqual(20);
});
