import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { DriverRide, RiderRide } from '#common/rides/ride.ts';
import type { RecentRides } from '#common/rides/ride-events.ts';
import { setRidesChannel } from '#web/lib/rides-channel.ts';
import { buildDriverRide, buildRiderRide, DRIVER_ID, RIDER_ID } from '#web/testing/build-ride.ts';
import { deferred } from '#web/testing/deferred.ts';
import { openRidesChannel } from '#web/testing/open-rides-channel.ts';
import { clearRides, receiveRemovedRides, receiveRides, useRideStore } from '../store/ride-store.ts';
import { loadDriverRides, loadRiderRides } from './load-lists.ts';

const server = vi.fn<(path: string) => Promise<Response>>();

beforeEach(() => {
  clearRides();
  server.mockReset();
  vi.stubGlobal('fetch', server);
});
afterEach(() => {
  setRidesChannel(null);
  vi.unstubAllGlobals();
});

/** Rides that are over, since only a list of more than four rides is completed by what changed. */
const OLD = Array.from({ length: 5 }, () => buildRiderRide({ status: 'completed', version: 4 }));
const OLD_VERSIONS = Object.fromEntries(OLD.map(({ id, version }) => [id, version]));
const OLD_IDS = new Set(Object.keys(OLD_VERSIONS));

/** The rides on the page other than `OLD`, which have to be there too. */
function shown() {
  const { rides } = useRideStore.getState().riderRides;
  expect(OLD.map(({ id }) => rides[id])).toEqual(OLD);
  return Object.fromEntries(Object.entries(rides).filter(([id]) => !OLD_IDS.has(id)));
}

/** Loads a rider's list with `OLD`, then makes the gateway answer the next load. */
async function loadFirst(others: RiderRide[], recent: () => Promise<RecentRides<RiderRide>>) {
  const listRiderRides = vi.fn(async () => [...OLD, ...others]);
  const listRecentRiderRides = vi.fn(recent);
  openRidesChannel({ listRiderRides, listRecentRiderRides });
  await loadRiderRides(RIDER_ID);
  expect(listRecentRiderRides).not.toHaveBeenCalled();
  listRiderRides.mockClear();
  return listRiderRides;
}

test('a list that was loaded before is completed by what changed: new, changed and gone rides', async () => {
  const [kept, changed, gone] = [
    buildRiderRide({ status: 'completed', version: 5 }),
    buildRiderRide({ version: 2 }),
    buildRiderRide({ status: 'cancelled' }),
  ];
  const [added, newer] = [buildRiderRide(), { ...changed, version: 3, status: 'accepted' as const }];
  const listWhole = await loadFirst([kept, changed, gone], async () => ({
    rides: [added, newer],
    versions: { ...OLD_VERSIONS, [kept.id]: 5, [changed.id]: 3, [added.id]: added.version },
  }));

  expect(await loadRiderRides(RIDER_ID)).toBe(true);

  expect(shown()).toEqual({ [kept.id]: kept, [newer.id]: newer, [added.id]: added });
  expect(listWhole).not.toHaveBeenCalled();
  expect(server).not.toHaveBeenCalled();
});

test.each([
  ['at an older version', 6],
  ['not at all', null],
])('the whole list is read when the page has one of its rides %s', async (_how, version) => {
  const ride = buildRiderRide({ status: 'completed', version: 5 });
  const missing = version === null ? { [buildRiderRide().id]: 1 } : { ...OLD_VERSIONS, [ride.id]: version };
  const listWhole = await loadFirst([ride], async () => ({ rides: [], versions: missing }));
  const [newer, other] = [{ ...ride, version: 6 }, buildRiderRide()];
  listWhole.mockResolvedValue([...OLD, newer, other]);

  expect(await loadRiderRides(RIDER_ID)).toBe(true);

  expect(shown()).toEqual({ [newer.id]: newer, [other.id]: other });
  expect(server).not.toHaveBeenCalled();
});

test('a change that an event brings while the recent rides are read counts', async () => {
  const ride = buildRiderRide({ version: 2 });
  const recent = deferred<RecentRides<RiderRide>>();
  const listWhole = await loadFirst([ride], () => recent.promise);

  const loading = loadRiderRides(RIDER_ID);
  const cancelled = { ...ride, version: 3, status: 'cancelled' as const };
  receiveRides([cancelled]);
  recent.resolve({ rides: [], versions: { ...OLD_VERSIONS, [ride.id]: 3 } });

  expect(await loading).toBe(true);
  expect(shown()).toEqual({ [ride.id]: cancelled });
  expect(listWhole).not.toHaveBeenCalled();
});

test('the whole list is read when the recent rides are refused, and by REST when it is refused too', async () => {
  const [ride, other] = [buildRiderRide(), buildRiderRide()];
  const listWhole = await loadFirst([ride], () => Promise.reject(new Error('too many rides')));
  listWhole.mockResolvedValueOnce([...OLD, other]);

  expect(await loadRiderRides(RIDER_ID)).toBe(true);
  expect(shown()).toEqual({ [other.id]: other });
  expect(server).not.toHaveBeenCalled();

  listWhole.mockRejectedValueOnce(new Error('too many rides'));
  server.mockResolvedValue(Response.json([...OLD, ride]));
  expect(await loadRiderRides(RIDER_ID)).toBe(true);
  expect(shown()).toEqual({ [ride.id]: ride });
});

test('a socket that answers incompletely after more than a second is not asked for the whole list', async () => {
  const ride = buildRiderRide();
  const recent = deferred<RecentRides<RiderRide>>();
  const listWhole = await loadFirst([], () => recent.promise);
  server.mockResolvedValue(Response.json([...OLD, ride]));
  const now = performance.now();
  const clock = vi.spyOn(performance, 'now').mockReturnValue(now);
  onTestFinished(() => clock.mockRestore());

  const loading = loadRiderRides(RIDER_ID);
  clock.mockReturnValue(now + 1_001);
  recent.resolve({ rides: [], versions: { [ride.id]: 1 } });

  expect(await loading).toBe(true);
  expect(shown()).toEqual({ [ride.id]: ride });
  expect(listWhole).not.toHaveBeenCalled();
});

test('a list of a few rides is read whole', async () => {
  const rides = OLD.slice(0, 4);
  const [listRiderRides, listRecentRiderRides] = [vi.fn(async () => rides), vi.fn()];
  openRidesChannel({ listRiderRides, listRecentRiderRides });

  await loadRiderRides(RIDER_ID);
  await loadRiderRides(RIDER_ID);

  expect(listRiderRides).toHaveBeenCalledTimes(2);
  expect(listRecentRiderRides).not.toHaveBeenCalled();
});

test('a driver’s whole list is read while a ride that is over shows a contact for too long', async () => {
  const past: DriverRide = buildDriverRide({
    status: 'completed',
    scheduledDate: '2020-01-01',
    customer: { name: 'Ann', phone: '(702) 555-0101' },
  });
  const others = Array.from({ length: 4 }, () => buildDriverRide({ status: 'completed', customer: null }));
  const listDriverRides = vi.fn(async () => [...others, past]);
  const versions = Object.fromEntries([...others, past].map(({ id, version }) => [id, version]));
  const listRecentDriverRides = vi.fn(async () => ({ rides: [], versions }));
  openRidesChannel({ listDriverRides, listRecentDriverRides });
  await loadDriverRides(DRIVER_ID);
  const hidden = { ...past, customer: null };
  listDriverRides.mockResolvedValue([...others, hidden]);

  await loadDriverRides(DRIVER_ID);

  expect(listRecentDriverRides).not.toHaveBeenCalled();
  expect(useRideStore.getState().driverRides.rides[past.id]).toEqual(hidden);
  await loadDriverRides(DRIVER_ID);
  expect(listRecentDriverRides).toHaveBeenCalledOnce();
  expect(useRideStore.getState().driverRides.rides[past.id]).toEqual(hidden);
});

test('a ride that a driver loses while the recent rides are read stays lost', async () => {
  const rides = Array.from({ length: 6 }, () => buildDriverRide({ status: 'completed', customer: null }));
  const [lost, ...kept] = rides;
  if (!lost) throw new Error('no ride');
  const recent = deferred<RecentRides<DriverRide>>();
  const listDriverRides = vi.fn(async () => rides);
  openRidesChannel({ listDriverRides, listRecentDriverRides: () => recent.promise });
  await loadDriverRides(DRIVER_ID);

  const loading = loadDriverRides(DRIVER_ID);
  receiveRemovedRides([{ id: lost.id, version: lost.version + 1, reason: 'reassigned' }]);
  recent.resolve({ rides: [], versions: Object.fromEntries(rides.map(({ id, version }) => [id, version])) });

  expect(await loading).toBe(true);
  expect(Object.keys(useRideStore.getState().driverRides.rides)).toEqual(kept.map(({ id }) => id));
});
