import mongoose from 'mongoose';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { RideStatus } from '#common/rides/ride-states.ts';
import { buildRide } from '../testing/build-ride.ts';
import { buildShuffled } from '../testing/build-shuffled.ts';
import { inHours } from '../testing/in-hours.ts';
import { setUpTestDatabase } from '../testing/set-up-test-database.ts';
import {
  listDriverRides,
  listRecentRidesOfDrivers,
  listRecentRidesOfRiders,
  listRiderRides,
  listRidesOfDrivers,
  listRidesOfRiders,
} from './list-own-rides.ts';
import { type RideDoc, RideModel } from './ride-model.ts';

setUpTestDatabase();

const idsOf = (rides: readonly { id: string }[]) => rides.map(({ id }) => id);

test('a rider’s list has their active and past rides, newest first, and no rides of others', async () => {
  const riderId = '9'.repeat(24);
  const ride = (status: RideStatus, hours: number) =>
    buildRide({ riderId, status, createdAt: inHours(hours) });
  const rides = [
    await ride('requested', -1),
    await ride('cancelled', -2),
    await ride('accepted', -3),
    await ride('completed', -4),
  ];
  await buildRide({ createdAt: inHours(-1.5) });

  expect(await listRiderRides(riderId)).toEqual(rides);
});

const LONG_AGO = { scheduledAt: inHours(-32 * 24) };

/** Stores rides of long ago: as many of each owner as given, pairs of them created at the same instant. */
async function storePastRides(key: 'riderId' | 'driverId', counts: ReadonlyMap<string, number>) {
  const { id } = await buildRide({ status: 'completed' });
  const ride = await RideModel.findById(id).lean<RideDoc>();
  const rides = [...counts].flatMap(([ownerId, count]) =>
    Array.from({ length: count }, (_, index) => ({
      ...ride,
      _id: new mongoose.Types.ObjectId(),
      [key]: ownerId,
      createdAt: inHours(-(index >> 1)),
      ...LONG_AGO,
    })),
  );
  await RideModel.insertMany(rides);
}

test.each([
  ['riders', 'riderId', 'a', listRidesOfRiders, listRiderRides],
  ['drivers', 'driverId', 'b', listRidesOfDrivers, listDriverRides],
] as const)(
  'the short lists of many %s are read by one query',
  async (_who, key, letter, listMany, listOne) => {
    const ids = Array.from({ length: 50 }, (_, index) => `${letter}${`${index}`.padStart(23, '0')}`);
    // The last two have as many rides as a short list, and one more.
    const countOf = (index: number) => [20, 21][index - 48] ?? index % 4;
    await storePastRides(key, new Map(ids.map((id, index) => [id, countOf(index)])));
    const find = vi.spyOn(RideModel, 'find');
    onTestFinished(() => find.mockRestore());

    const lists = await listMany(ids, 20);

    expect(find).toHaveBeenCalledTimes(1);
    for (const id of ids.slice(0, 49)) expect(lists.get(id)).toEqual({ rides: await listOne(id) });
    expect(lists.get(ids[49] ?? '')).toBeNull();
  },
);

test('owners with more rides together than one query reads get their short lists', async () => {
  const ids = Array.from({ length: 7 }, (_, index) => `${'c'.repeat(23)}${index}`);
  await storePastRides('riderId', new Map(ids.map((id, index) => [id, index === 0 ? 20 : 170])));

  const lists = await listRidesOfRiders(ids, 60);

  const [short = '', ...long] = ids;
  expect(lists.get(short)).toEqual({ rides: await listRiderRides(short) });
  expect(long.map((id) => lists.get(id))).toEqual(long.map(() => null));
});

test.each([
  ['rider', { riderId: 'e'.repeat(24) }, listRiderRides],
  ['driver', { driverId: 'f'.repeat(24) }, listDriverRides],
] as const)(
  'an active ride stays on the list of its %s, however many newer rides are over',
  async (_who, whose, list) => {
    const [id] = Object.values(whose);
    const booked = await buildRide({ ...whose, status: 'accepted', createdAt: inHours(-5_000) });
    const past = await Promise.all(
      Array.from({ length: 202 }, (_, index) =>
        buildRide({ ...whose, status: 'completed', createdAt: inHours(-index), ...LONG_AGO }),
      ),
    );

    const rides = idsOf(await list(id ?? ''));

    expect(rides).toEqual([...idsOf(past).slice(0, 200), booked.id]);
  },
);

const changedHoursAgo = (hours: number) => ({
  history: [{ change: 'paid' as const, at: inHours(-hours) }],
});

/** The versions of listed rides, by id. */
const versionsOf = (rides: readonly { id: string; version: number }[]) =>
  Object.fromEntries(rides.map(({ id, version }) => [id, version]));

test.each([
  ['riders', 'riderId', 'a', listRecentRidesOfRiders, listRiderRides],
  ['drivers', 'driverId', 'b', listRecentRidesOfDrivers, listDriverRides],
] as const)(
  'the recent rides of many %s are read by three queries, with the versions of their whole lists',
  async (_who, key, letter, listMany, listOne) => {
    const ids = Array.from({ length: 50 }, (_, index) => `${letter}d${`${index}`.padStart(22, '0')}`);
    const [first = '', second = ''] = ids;
    const old = changedHoursAgo(2);
    const active = await buildRide({ [key]: first, status: 'accepted', ...old });
    const changed = await buildRide({ [key]: first, status: 'completed', ...changedHoursAgo(0.9) });
    await buildRide({ [key]: first, status: 'completed', ...old });
    await buildRide({ [key]: second, status: 'cancelled', ...old, version: 7 });
    const find = vi.spyOn(RideModel, 'find');
    onTestFinished(() => find.mockRestore());

    const lists = await listMany(ids, 20);

    expect(find).toHaveBeenCalledTimes(3);
    expect(lists.get(first)?.rides.toSorted(byId)).toEqual([active, changed].toSorted(byId));
    expect(lists.get(second)?.rides).toEqual([]);
    for (const id of ids) expect(lists.get(id)?.versions).toEqual(versionsOf(await listOne(id)));
    expect(Object.values(lists.get(second)?.versions ?? {})).toEqual([7]);
  },
);

const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1);

test('a ride of long ago that changed a moment ago is told by its version only', async () => {
  const driverId = 'd8'.repeat(12);
  const over = { driverId, status: 'completed', ...changedHoursAgo(0) } as const;
  const old = await buildRide({ ...over, ...LONG_AGO, version: 9 });
  const { id } = await buildRide({
    ...over,
    createdAt: inHours(-99 * 24),
    scheduledAt: inHours(-30 * 24),
  });
  const active = await buildRide({ driverId, status: 'accepted', createdAt: inHours(-99 * 24) });

  const { rides = [], versions } = (await listRecentRidesOfDrivers([driverId], 9)).get(driverId) ?? {};

  expect(idsOf(rides).toSorted()).toEqual([id, active.id].toSorted());
  expect(versions).toHaveProperty(old.id, 9);
});

test.each([
  ['rider', 'riderId', 'd1'.repeat(12), listRiderRides, listRecentRidesOfRiders],
  ['driver', 'driverId', 'd2'.repeat(12), listDriverRides, listRecentRidesOfDrivers],
] as const)(
  'a ride booked before two hundred others stays on the lists of its %s when it ends',
  async (_who, key, ownerId, list, listRecent) => {
    const booked = await buildRide({
      [key]: ownerId,
      status: 'accepted',
      createdAt: inHours(-60 * 24),
      scheduledAt: inHours(20),
    });
    await storePastRides(key, new Map([[ownerId, 200]]));
    await RideModel.updateMany({ [key]: ownerId }, { $set: changedHoursAgo(3) });
    await RideModel.updateOne(
      { _id: booked.id },
      { $set: { status: 'cancelled', version: 4, ...changedHoursAgo(0) } },
    );

    const whole = await list(ownerId);
    const recent = (await listRecent([ownerId], 9)).get(ownerId);

    expect(whole).toHaveLength(201);
    expect(whole.at(-1)).toMatchObject({ id: booked.id, status: 'cancelled' });
    expect(idsOf(recent?.rides ?? [])).toEqual([booked.id]);
    expect(recent?.versions).toEqual(versionsOf(whole));

    await RideModel.updateOne({ _id: booked.id }, { $set: changedHoursAgo(2) });

    const later = (await listRecent([ownerId], 9)).get(ownerId);
    expect(later).toEqual({ rides: [], versions: versionsOf(whole) });
  },
);

test('too many recent rides are not listed, and the versions end with the 200th ride', async () => {
  const [busy, seasoned] = ['dd'.repeat(12), 'de'.repeat(12)];
  for (let count = 0; count < 4; count += 1) await buildRide({ driverId: busy, status: 'accepted' });
  await storePastRides('driverId', new Map([[seasoned, 203]]));
  const booked = await buildRide({ driverId: seasoned, status: 'accepted', createdAt: inHours(-5_000) });
  await RideModel.updateMany({ driverId: seasoned }, { $set: changedHoursAgo(3) });

  const lists = await listRecentRidesOfDrivers([busy, seasoned], 3);

  expect(lists.get(busy)).toBeNull();
  const { rides = [], versions = {} } = lists.get(seasoned) ?? {};
  expect(idsOf(rides)).toEqual([booked.id]);
  const whole = await listDriverRides(seasoned);
  expect(whole).toHaveLength(201);
  expect({ ...versions, ...versionsOf(rides) }).toEqual(versionsOf(whole));
});

test('a ride that changes while the recent rides are read is listed at its new version or required at its old one', async () => {
  const { id, riderId, version } = await buildRide({
    riderId: 'df'.repeat(12),
    status: 'completed',
    ...changedHoursAgo(2),
  });
  const find = RideModel.find.bind(RideModel);
  const spy = vi.spyOn(RideModel, 'find');
  onTestFinished(() => spy.mockRestore());
  spy.mockImplementationOnce((...asked: Parameters<typeof find>) => {
    const versions = find(...asked);
    const run = versions.lean.bind(versions);
    const lean = async () => {
      const docs = await run();
      await RideModel.updateOne({ _id: id }, { $inc: { version: 1 }, $set: changedHoursAgo(0) });
      return docs;
    };
    return Object.assign(versions, { lean });
  });

  const list = (await listRecentRidesOfRiders([riderId], 3)).get(riderId);

  expect(list?.versions).toEqual({ [id]: version });
  expect(list?.rides).toMatchObject([{ id, version: version + 1 }]);
});

test('rides created at the same time are listed by id, so that the cut at the limit is stable', async () => {
  const whose = { riderId: 'a'.repeat(24), driverId: 'b'.repeat(24) };
  const ids = await buildShuffled({ ...whose, status: 'completed', createdAt: inHours(-1) });

  expect(idsOf(await listRiderRides(whose.riderId))).toEqual(ids.toReversed());
  expect(idsOf(await listDriverRides(whose.driverId))).toEqual(ids.toReversed());
});

test.each([
  ['rider', 'riderId', listRiderRides],
  ['driver', 'driverId', listDriverRides],
] as const)(
  'the rides of a %s are listed by one query, which has an index without the status',
  async (_who, name, list) => {
    const finds: { filter: object; options: Record<string, unknown> }[] = [];
    mongoose.set('debug', (_collection, method, filter, options) => {
      if (method === 'find') finds.push({ filter, options });
    });
    onTestFinished(() => {
      mongoose.set('debug', false);
    });
    const id = 'c'.repeat(24);

    await list(id);

    const newestFirst = { createdAt: -1, _id: -1 };
    expect(RideModel.schema.indexes().map(([keys]) => keys)).toContainEqual({ [name]: 1, ...newestFirst });
    expect(finds).toEqual([
      { filter: { [name]: id }, options: expect.objectContaining({ sort: newestFirst, limit: 200 }) },
    ]);
  },
);

test('active rides created at the same time as the last ride before the limit are each listed once', async () => {
  const whose = { riderId: '7'.repeat(24) };
  const createdAt = inHours(-10);
  const rides = await Promise.all(
    Array.from({ length: 203 }, () => buildRide({ ...whose, status: 'accepted', createdAt })),
  );

  const listed = idsOf(await listRiderRides(whose.riderId));

  expect(listed).toEqual(idsOf(rides).toSorted().toReversed());
});
