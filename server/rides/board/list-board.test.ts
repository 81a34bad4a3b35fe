import fc from 'fast-check';
import mongoose from 'mongoose';
import { expect, onTestFinished, test } from 'vitest';
import {
  type BoardFilters,
  type BoardGroup,
  boardGroupOf,
  boardGroupSchema,
  isOnBoard,
  meetsFilters,
} from '#common/rides/board.ts';
import { boardCountsSchema, boardPageSchema } from '#common/rides/board-api.ts';
import { rideReference } from '#common/rides/ride-reference.ts';
import { searchTermsOf } from '#common/rides/ride-search.ts';
import { type StaffRide, staffRideSchema } from '#common/rides/staff-ride.ts';
import { openAlert, resolveAlert } from '../../alerts/alerts.ts';
import { as } from '../../testing/as.ts';
import { buildRide } from '../../testing/build-ride.ts';
import { buildDispatcher, buildDriver, buildRider } from '../../testing/build-user.ts';
import { setUpTestApp } from '../../testing/set-up-test-app.ts';
import { acceptRide } from '../dispatch/accept-ride.ts';
import { presentStaffRide } from '../present-ride.ts';
import { RideModel } from '../ride-model.ts';
import { countBoard, listBoard } from './list-board.ts';

setUpTestApp();

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000);

async function list(query: string) {
  const { status, body } = await as(await buildDispatcher()).get(`/api/ops/rides?${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return boardPageSchema.parse(body);
}

const idsIn = async (group: BoardGroup, filters = '') =>
  (await list(`group=${group}${filters}`)).rides.map(({ id }) => id);

test('each ride on the board is in exactly one group', async () => {
  await RideModel.deleteMany({});
  const rides = {
    now: [
      await buildRide({ scheduledAt: inMinutes(-90), status: 'in_progress' }),
      await buildRide({ scheduledAt: inMinutes(-5), status: 'accepted' }),
      await buildRide({ scheduledAt: inMinutes(25) }),
    ],
    next: [
      await buildRide({ scheduledAt: inMinutes(40) }),
      await buildRide({ scheduledAt: inMinutes(1_400) }),
    ],
    later: [await buildRide({ scheduledAt: inMinutes(2_000), paymentStatus: 'pending' })],
    past: [
      await buildRide({ scheduledAt: inMinutes(-200), status: 'completed' }),
      await buildRide({ scheduledAt: inMinutes(-300), status: 'cancelled', paymentStatus: 'refunded' }),
    ],
  };
  await buildRide({ scheduledAt: inMinutes(-10), status: 'cancelled', paymentStatus: 'expired' });
  const late = await buildRide({ scheduledAt: inMinutes(-7), status: 'accepted' });
  const subject = { kind: 'ride', id: late.id, name: 'Ride' };
  await openAlert({ key: `${late.id} driver-late`, kind: 'driver-late', subject, text: 'Dee is late.' });

  for (const group of ['now', 'next', 'later', 'past'] as const) {
    expect(await idsIn(group), group).toEqual(rides[group].map(({ id }) => id));
  }
  expect(await idsIn('attention')).toEqual([late.id]);

  await resolveAlert(`${late.id} driver-late`);
  expect(await idsIn('attention')).toEqual([]);
  expect(await idsIn('now')).toContain(late.id);
});

test('the board search finds a ride by word prefixes of name, phone, email, reference and place', async () => {
  const customer = {
    customerName: 'Ophelia Quandt',
    customerEmail: 'ophelia.q@example.com',
    customerPhone: '+1 (702) 555-8841',
    pickupLocation: 'Zzyzx Road 12, Las Vegas',
  };
  const built = await buildRide();
  await RideModel.updateOne(
    { _id: built.id },
    { ...customer, searchTerms: searchTermsOf({ ...built, ...customer }) },
  );
  const reference = rideReference(built.id);
  for (const q of ['oph', 'QUANDT', 'ophelia.q@', '8841', '(702) 555-88', reference, built.id, 'zzyz quan']) {
    expect(await idsIn('later', `&q=${encodeURIComponent(q)}`), q).toEqual([built.id]);
  }
  expect(await idsIn('later', '&q=ophelia+bellagio')).toEqual([]);
});

test('filters narrow a board group, and its pages list every ride without a gap', async () => {
  const day = '2031-03-04';
  const at = (minute: number) => new Date(Date.parse('2031-03-04T20:00:00Z') + minute * 60_000);
  const { _id, ...ride } = await RideModel.findById((await buildRide()).id)
    .lean()
    .orFail();
  const copies = Array.from({ length: 130 }, (_, index) => ({
    ...ride,
    scheduledDate: day,
    scheduledAt: at(Math.floor(index / 2)),
    driverId: index < 3 ? 'a'.repeat(24) : null,
    rideType: index === 5 ? 'stretch-limo' : 'lux-sedan',
  }));
  await RideModel.insertMany(copies);

  const seen: string[] = [];
  let after = '';
  do {
    const page = await list(`group=later&date=${day}${after && `&after=${after}`}`);
    expect(page.count).toBe(130);
    seen.push(...page.rides.map(({ id }) => id));
    after = page.next ?? '';
  } while (after);
  expect(new Set(seen).size).toBe(130);
  expect((await list(`group=later&date=${day}&driver=${'a'.repeat(24)}`)).count).toBe(3);
  expect((await list(`group=later&date=${day}&driver=unassigned&vehicle=stretch-limo`)).count).toBe(1);
  expect((await list(`group=later&date=${day}&status=accepted,completed`)).count).toBe(0);
});

test('the rides of one day are found by an index, in the order of the board', async () => {
  const finds: { filter: unknown; sort: unknown }[] = [];
  mongoose.set('debug', (collection, method, filter, { sort } = {}) => {
    if (collection === 'rides' && method === 'find') finds.push({ filter, sort });
  });
  onTestFinished(() => {
    mongoose.set('debug', false);
  });
  const day = '2031-03-06';

  await listBoard({ group: 'past', date: day });

  const isOfDay = { $and: expect.arrayContaining([{ scheduledDate: day }]) };
  expect(finds).toEqual([{ filter: isOfDay, sort: { scheduledAt: -1, _id: -1 } }]);
  expect(RideModel.schema.indexes().map(([keys]) => keys)).toContainEqual({
    scheduledDate: 1,
    scheduledAt: 1,
    _id: 1,
  });
});

/** Counts the rides that are over and the choices of the filters. Returns the counts for which it hinted. */
async function hintedCounts(filters: BoardFilters) {
  const hinted: { fields: string[]; hint: object }[] = [];
  mongoose.set('debug', (collection, method, query, { hint } = {}) => {
    if (collection !== 'rides' || !hint) return;
    const [{ $match }, { $group }] =
      method === 'aggregate' ? query : [{ $match: query }, { $group: { _id: {} } }];
    const grouped = Object.values<string>($group._id).map((field) => field.slice(1));
    hinted.push({ fields: [...$match.$and.flatMap(Object.keys), ...grouped], hint });
  });
  try {
    await listBoard({ group: 'past', ...filters });
    await countBoard(filters);
  } finally {
    mongoose.set('debug', false);
  }
  return hinted;
}

test('counts of all rides read an index only, unless a day or a search leaves few rides to count', async () => {
  const chosen = { status: 'completed', vehicle: 'lux-sedan', driver: `unassigned,${'a'.repeat(24)}` };
  for (const filters of [{}, chosen]) {
    const counts = await hintedCounts(filters);
    expect(counts, JSON.stringify(filters)).toHaveLength(2);
    for (const { fields, hint } of counts) {
      expect(Object.keys(hint)).toEqual(expect.arrayContaining(fields));
      expect(RideModel.schema.indexes()).toContainEqual([hint, {}]);
    }
  }

  expect(await hintedCounts({ ...chosen, date: '2031-03-06' })).toEqual([]);
  expect(await hintedCounts({ ...chosen, q: 'lee' })).toEqual([]);
});

/** Counts the rides on the board that match the filters, grouped by `choiceOf`. */
function countsOf(rides: readonly StaffRide[], filters: BoardFilters, choiceOf: (ride: StaffRide) => string) {
  const counts: Record<string, number> = {};
  for (const ride of rides) {
    if (!isOnBoard(ride, false) || !meetsFilters(ride, filters)) continue;
    counts[choiceOf(ride)] = (counts[choiceOf(ride)] ?? 0) + 1;
  }
  return counts;
}

test('a cancelled ride that was never paid is counted on the board only once it has an alert', async () => {
  const countCancelled = async () => {
    const { status, body } = await as(await buildDispatcher()).get('/api/ops/ride-counts?q=Counted');
    expect(status).toBe(200);
    return boardCountsSchema.parse(body).status.cancelled;
  };
  const ride = await buildRide({
    status: 'cancelled',
    paymentStatus: 'expired',
    customerName: 'Una Counted',
  });
  await RideModel.updateOne({ _id: ride.id }, { searchTerms: searchTermsOf(ride) });
  expect(await countCancelled()).toBeUndefined();

  await openAlert({
    key: `counted ${ride.id}`,
    kind: 'payment-flagged',
    subject: { kind: 'ride', id: ride.id, name: ride.customerName },
    text: 'Paid too little.',
  });
  expect(await countCancelled()).toBe(1);
});

test('for any filters the server lists and counts the same rides as the browser’s own filtering', async () => {
  await RideModel.deleteMany({});
  const statuses = ['requested', 'accepted', 'in_progress', 'completed', 'cancelled'] as const;
  const kinds = ['lux-sedan', 'hummer-18'];
  const names = ['Ángel O’Neil', 'Anna Lee-Cho', 'Lee Angelo'];
  const days = ['2031-03-04', '2031-03-05'];
  const rides: StaffRide[] = [];
  for (let index = 0; index < 30; index += 1) {
    const built = await buildRide({
      status: statuses[index % 5] ?? 'requested',
      rideType: kinds[index % 2] ?? '',
      driverId: index % 3 ? 'a'.repeat(24) : null,
      scheduledDate: days[index % 4 < 2 ? 0 : 1] ?? '',
      scheduledAt: inMinutes(index * 90 - 600),
      customerName: names[index % 3] ?? '',
      customerPhone: `+1 (702) 555-0${100 + index}`,
    });
    await RideModel.updateOne({ _id: built.id }, { searchTerms: searchTermsOf(built) });
    rides.push(presentStaffRide(built));
  }
  const some = (values: readonly string[]) =>
    fc.option(
      fc.subarray([...values], { minLength: 1 }).map((chosen) => chosen.join(',')),
      { nil: undefined },
    );
  const filters: fc.Arbitrary<BoardFilters> = fc.record({
    status: some(statuses),
    vehicle: some(kinds),
    driver: some(['unassigned', 'a'.repeat(24)]),
    date: fc.constantFrom(undefined, ...days),
    q: fc.constantFrom(
      undefined,
      'lee',
      'ÁNG',
      'an',
      'lee cho',
      '0105',
      '(702) 555-011',
      'robin@',
      'nobody',
      '’',
    ),
  });

  await fc.assert(
    fc.asyncProperty(filters, async (given) => {
      for (const group of boardGroupSchema.options) {
        const listed = (await listBoard({ group, ...given })).rides.map(({ id }) => id);
        const known = rides.filter(
          (ride) =>
            isOnBoard(ride, false) &&
            meetsFilters(ride, given) &&
            boardGroupOf(ride, new Date(), false) === group,
        );
        expect(listed.toSorted(), `${group} ${JSON.stringify(given)}`).toEqual(
          known.map(({ id }) => id).toSorted(),
        );
      }
      expect(await countBoard(given), JSON.stringify(given)).toEqual({
        status: countsOf(rides, { ...given, status: undefined }, ({ status }) => status),
        vehicle: countsOf(rides, { ...given, vehicle: undefined }, ({ rideType }) => rideType),
        driver: countsOf(rides, { ...given, driver: undefined }, ({ driverId }) => driverId ?? 'unassigned'),
      });
    }),
    { numRuns: 60 },
  );
});

test('staff see actor and IP address in a ride’s history; rider and driver do not see the address', async () => {
  const [rider, driver] = [await buildRider(), await buildDriver()];
  const ride = await buildRide({ riderId: rider.id });
  await acceptRide(ride.id, driver.id, { address: '203.0.113.7' });

  const { body } = await as(await buildDispatcher()).get(`/api/ops/rides/${ride.id}`);
  expect(staffRideSchema.parse(body).history.at(-1)).toMatchObject({
    change: 'accepted',
    by: { role: 'driver', id: driver.id, name: driver.name, address: '203.0.113.7' },
  });
  for (const user of [rider, driver]) {
    const seen = await as(user).get(`/api/rides/${ride.id}`);
    expect(JSON.stringify(seen.body)).not.toContain('203.0.113.7');
  }
  expect([401, 403]).toContain((await as(rider).get(`/api/ops/rides/${ride.id}`)).status);
});
