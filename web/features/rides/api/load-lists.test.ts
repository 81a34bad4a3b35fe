import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Offer } from '#common/rides/ride.ts';
import { setRidesChannel } from '#web/lib/rides-channel.ts';
import { buildDriverRide, buildOffer, buildRiderRide, DRIVER_ID, RIDER_ID } from '#web/testing/build-ride.ts';
import { deferred } from '#web/testing/deferred.ts';
import { openRidesChannel } from '#web/testing/open-rides-channel.ts';
import {
  beginDriverRides,
  clearRides,
  receiveOffers,
  receiveRides,
  useRideStore,
} from '../store/ride-store.ts';
import { leaveOffers, loadDriverRides, loadOffers, loadRiderRides } from './load-lists.ts';

const server = vi.fn<(path: string, init?: RequestInit) => Promise<Response>>();

beforeEach(() => {
  clearRides();
  server.mockReset();
  vi.stubGlobal('fetch', server);
});
afterEach(() => {
  setRidesChannel(null);
  vi.unstubAllGlobals();
});

const { getState } = useRideStore;
const postedIds = () => getState().offers.posted.map(({ offer }) => offer.id);

test('loadRiderRides requests the rider’s own URL and stores the rides', async () => {
  const ride = buildRiderRide();
  server.mockResolvedValue(Response.json([ride]));

  expect(await loadRiderRides(RIDER_ID)).toBe(true);

  expect(server.mock.calls[0]?.[0]).toBe(`/api/rides/rider/${RIDER_ID}`);
  expect(getState().riderRides).toMatchObject({ phase: 'ready', rides: { [ride.id]: ride } });
});

test('while connected, own rides are read by the socket', async () => {
  const [ride, drive] = [buildRiderRide(), buildDriverRide()];
  openRidesChannel({ listRiderRides: async () => [ride], listDriverRides: async () => [drive] });

  expect(await loadRiderRides(RIDER_ID)).toBe(true);
  expect(await loadDriverRides(DRIVER_ID)).toBe(true);

  expect(server).not.toHaveBeenCalled();
  expect(getState().riderRides.rides).toEqual({ [ride.id]: ride });
  expect(getState().driverRides.rides).toEqual({ [drive.id]: drive });
});

test('loads of a driver’s rides in one tick share one read', async () => {
  const drives = Array.from({ length: 5 }, () => buildDriverRide());
  const listDriverRides = vi.fn(async () => drives);
  const listRecentDriverRides = vi.fn(async () => ({ rides: drives, versions: {} }));
  openRidesChannel({ listDriverRides, listRecentDriverRides });

  expect(await Promise.all([loadDriverRides(DRIVER_ID), loadDriverRides(DRIVER_ID)])).toEqual([true, true]);

  expect(listDriverRides).toHaveBeenCalledTimes(1);
  expect(await Promise.all([loadDriverRides(DRIVER_ID), loadDriverRides(DRIVER_ID)])).toEqual([true, true]);
  expect(listRecentDriverRides).toHaveBeenCalledTimes(1);
  expect(listDriverRides).toHaveBeenCalledTimes(1);
  expect(server).not.toHaveBeenCalled();
});

test('own rides that the socket refuses are read by REST', async () => {
  const [ride, drive] = [buildRiderRide(), buildDriverRide()];
  openRidesChannel({});
  server.mockImplementation(async (path) => Response.json(path.includes('/rider/') ? [ride] : [drive]));

  expect(await loadRiderRides(RIDER_ID)).toBe(true);
  expect(await loadDriverRides(DRIVER_ID)).toBe(true);

  expect(getState().riderRides.rides).toEqual({ [ride.id]: ride });
  expect(getState().driverRides.rides).toEqual({ [drive.id]: drive });
});

test('rides that a driver’s list lacks are removed for the reasons that the server gives, if it gives any', async () => {
  const [kept, givenBack, gone, over] = [
    buildDriverRide(),
    buildDriverRide(),
    buildDriverRide(),
    buildDriverRide({ status: 'completed' }),
  ];
  receiveRides([kept, givenBack, gone, over], beginDriverRides(DRIVER_ID));
  const version = givenBack.version + 2;
  const removed = { id: givenBack.id, version, reason: 'given_back' };
  server.mockImplementation(async (path) => {
    if (path === `/api/rides/driver/${DRIVER_ID}`) return Response.json([kept]);
    if (path === `/api/rides/${givenBack.id}/removal`) return Response.json({ removed });
    return Response.json({}, { status: 404 });
  });

  expect(await loadDriverRides(DRIVER_ID)).toBe(true);

  expect(getState().driverRides).toMatchObject({
    rides: { [kept.id]: kept },
    tombstones: { [givenBack.id]: version },
    removals: { [givenBack.id]: 'given_back' },
  });
  expect(Object.keys(getState().driverRides.rides)).toEqual([kept.id]);
  expect(server.mock.calls.map(([path]) => path).toSorted()).toEqual(
    [`driver/${DRIVER_ID}`, `${givenBack.id}/removal`, `${gone.id}/removal`]
      .map((path) => `/api/rides/${path}`)
      .toSorted(),
  );
});

test('a ride with an unknown status is kept in the list', async () => {
  const ride = { ...buildRiderRide(), status: 'no_show' };
  server.mockResolvedValue(Response.json([ride]));

  await loadRiderRides(RIDER_ID);

  expect(getState().riderRides.rides[ride.id]?.status).toBe('no_show');
});

test('a ride event received while a snapshot is loading is not overwritten by the older snapshot', async () => {
  const ride = buildRiderRide({ version: 2 });
  const answer = deferred<Response>();
  server.mockReturnValue(answer.promise);

  const loading = loadRiderRides(RIDER_ID);
  receiveRides([{ ...ride, version: 3, status: 'accepted' }]);
  answer.resolve(Response.json([ride]));
  await loading;

  expect(getState().riderRides.rides[ride.id]?.status).toBe('accepted');
});

test('a snapshot that contains the driver’s own ride removes its offer from the board', async () => {
  const offer = buildOffer();
  receiveOffers([offer]);
  const own = buildDriverRide({ ...offer, version: offer.version + 1 });
  server.mockResolvedValue(Response.json([own]));

  await loadDriverRides(DRIVER_ID);

  expect(getState().driverRides.rides).toEqual({ [own.id]: own });
  expect(postedIds()).toEqual([]);
});

test('a late answer for one rider is not stored in another rider’s list', async () => {
  const other = 'b'.repeat(24);
  const answer = deferred<Response>();
  server.mockReturnValueOnce(answer.promise).mockResolvedValueOnce(Response.json([]));

  const loading = loadRiderRides(RIDER_ID);
  await loadRiderRides(other);
  answer.resolve(Response.json([buildRiderRide()]));
  await loading;

  expect(getState().riderRides).toMatchObject({ ownerId: other, rides: {} });
});

test('a failed load shows the server’s message, or a default message when there was no answer', async () => {
  const refusal = { message: 'Please log in to see your rides.', code: 'UNAUTHENTICATED' };
  server.mockResolvedValueOnce(Response.json(refusal, { status: 401 }));
  expect(await loadRiderRides(RIDER_ID)).toBe(false);
  expect(getState().riderRides).toMatchObject({ phase: 'failed', problem: refusal.message });

  server.mockRejectedValueOnce(new TypeError('fetch failed'));
  await loadOffers();
  expect(getState().offers).toMatchObject({ phase: 'failed', problem: 'The server didn’t answer.' });
});

/** Mocks a fetch that never settles until it is aborted, as on a dead connection. */
const neverAnswer = (_path: string, init?: RequestInit) =>
  new Promise<Response>((_, reject) => {
    init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
  });

test('a snapshot request that gets no answer is retried, and fails in the end', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const ride = buildRiderRide();
  server.mockImplementationOnce(neverAnswer).mockResolvedValueOnce(Response.json([ride]));

  const loading = loadRiderRides(RIDER_ID);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(await loading).toBe(true);
  expect(getState().riderRides.rides).toEqual({ [ride.id]: ride });

  clearRides();
  server.mockImplementation(neverAnswer);
  const failing = loadRiderRides(RIDER_ID);
  await vi.advanceTimersByTimeAsync(43_000);
  expect(await failing).toBe(false);
  expect(getState().riderRides).toMatchObject({ phase: 'failed', problem: 'The server didn’t answer.' });
});

test('offers are loaded by REST until there is a socket, then through a watched socket channel', async () => {
  const [byRest, bySocket] = [buildOffer(), buildOffer()];
  server.mockResolvedValue(Response.json([byRest]));
  await loadOffers();
  expect(postedIds()).toEqual([byRest.id]);

  const watch = vi.fn(async () => [bySocket]);
  const unwatch = vi.fn();
  openRidesChannel({ watchOffers: watch, unwatchOffers: unwatch });
  await loadOffers();
  expect(postedIds()).toEqual([bySocket.id]);
  expect(server).toHaveBeenCalledTimes(1);

  leaveOffers();
  expect(unwatch).toHaveBeenCalledOnce();
  expect(getState().offers).toMatchObject({ phase: 'loading', posted: [] });
});

test('a slow REST answer does not restore offers that a later snapshot removed', async () => {
  const offer = buildOffer();
  const slow = deferred<Response>();
  server.mockReturnValue(slow.promise);
  const byRest = loadOffers();

  openRidesChannel({ watchOffers: async () => [] });
  await loadOffers();
  slow.resolve(Response.json([offer]));
  await byRest;

  expect(postedIds()).toEqual([]);
});

test('offers from an earlier answer are removed when the later snapshot lacks them', async () => {
  const [gone, open] = [buildOffer(), buildOffer()];
  const slow = deferred<Response>();
  server.mockReturnValueOnce(slow.promise);
  const byRest = loadOffers();
  const later = deferred<Offer[]>();
  openRidesChannel({ watchOffers: () => later.promise });
  const bySocket = loadOffers();

  slow.resolve(Response.json([gone, open]));
  await byRest;
  expect(postedIds().toSorted()).toEqual([gone.id, open.id].toSorted());
  later.resolve([open]);
  await bySocket;
  expect(postedIds()).toEqual([open.id]);
});

test('the ride snapshot that was requested last wins, whichever arrives last', async () => {
  const [given, kept] = [buildDriverRide(), buildDriverRide()];
  const [first, second, third] = [deferred<Response>(), deferred<Response>(), deferred<Response>()];
  for (const { promise } of [first, second, third]) server.mockReturnValueOnce(promise);
  const loads: Promise<boolean>[] = [];
  for (let number = 0; number < 3; number += 1) {
    loads.push(loadDriverRides(DRIVER_ID));
    // Loads of one tick would share a read.
    await Promise.resolve();
  }

  first.resolve(Response.json([given, kept]));
  await loads[0];
  third.resolve(Response.json([kept]));
  await loads[2];
  second.resolve(Response.json([given, kept]));
  await loads[1];

  expect(Object.keys(getState().driverRides.rides)).toEqual([kept.id]);
});

test('offers that arrive after leaveOffers are not shown', async () => {
  const answer = deferred<Offer[]>();
  openRidesChannel({ watchOffers: () => answer.promise });

  const loading = loadOffers();
  leaveOffers();
  answer.resolve([buildOffer()]);
  await loading;

  expect(getState().offers).toMatchObject({ phase: 'loading', posted: [] });
});

test('a load that fails after leaveOffers does not mark the offers as failed', async () => {
  const answer = deferred<Offer[]>();
  openRidesChannel({ watchOffers: () => answer.promise });

  const loading = loadOffers();
  leaveOffers();
  answer.reject(new Error('the line was cut'));
  await loading;

  expect(getState().offers.phase).toBe('loading');
});

test('an offer received while the first snapshot is loading stays on the board', async () => {
  const [listed, pushed] = [buildOffer(), buildOffer()];
  const answer = deferred<Offer[]>();
  openRidesChannel({ watchOffers: () => answer.promise });

  const loading = loadOffers();
  receiveOffers([pushed]);
  answer.resolve([listed]);
  await loading;

  expect(postedIds().toSorted()).toEqual([listed.id, pushed.id].toSorted());
});
