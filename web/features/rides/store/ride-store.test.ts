import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Offer } from '#common/rides/ride.ts';
import { setRidesChannel } from '#web/lib/rides-channel.ts';
import { buildDriverRide, buildOffer, buildRiderRide, DRIVER_ID } from '#web/testing/build-ride.ts';
import { deferred } from '#web/testing/deferred.ts';
import { openRidesChannel } from '#web/testing/open-rides-channel.ts';
import { acceptRide } from '../api/driver-actions.ts';
import { loadDriverRides, loadOffers } from '../api/load-lists.ts';
import {
  clearRides,
  receiveOffers,
  receiveRemovedOffers,
  receiveRemovedRides,
  receiveRides,
  TAKEN_MS,
  useRideStore,
} from './ride-store.ts';

const server = vi.fn<(path: string, init?: RequestInit) => Promise<Response>>();

beforeEach(() => {
  vi.useFakeTimers();
  clearRides();
  server.mockReset();
  vi.stubGlobal('fetch', server);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  setRidesChannel(null);
});

const board = () => useRideStore.getState().offers.posted;

async function postedOffer(): Promise<Offer> {
  const offer = buildOffer();
  openRidesChannel({ watchOffers: async () => [offer] });
  await loadOffers();
  return offer;
}

const accept = ({ id, revision }: Offer) => acceptRide(id, DRIVER_ID, { revision });
const taken = (offer: Offer) => [{ id: offer.id, version: offer.version + 1, reason: 'accepted' as const }];
const acceptedFrom = (offer: Offer) => buildDriverRide({ ...offer, version: offer.version + 1 });
const TAKEN_BY_OTHER = {
  message: 'This ride has already been accepted by another driver',
  code: 'RIDE_TAKEN',
};

test('an offer accepted by another driver shows Taken for a moment, then is removed for good', async () => {
  const offer = await postedOffer();

  receiveRemovedOffers(taken(offer));
  expect(board()[0]?.isTaken).toBe(true);

  vi.advanceTimersByTime(TAKEN_MS);
  expect(board()).toEqual([]);
  receiveOffers([offer]);
  expect(board()).toEqual([]);
});

test('concurrent accepts send one request, and the offer becomes a ride of the driver', async () => {
  const offer = await postedOffer();
  server.mockResolvedValueOnce(Response.json([]));
  await loadDriverRides(DRIVER_ID);
  server.mockResolvedValueOnce(Response.json(acceptedFrom(offer)));

  const presses = await Promise.all([accept(offer), accept(offer)]);

  expect(presses).toEqual([true, false]);
  const [path, init] = server.mock.calls[1] ?? [];
  expect(server).toHaveBeenCalledTimes(2);
  expect(path).toBe(`/api/rides/${offer.id}/status`);
  expect(init).toMatchObject({
    method: 'PATCH',
    body: JSON.stringify({ status: 'accepted', driverId: DRIVER_ID, revision: offer.revision }),
  });
  expect(board()).toEqual([]);
  expect(useRideStore.getState().driverRides.rides[offer.id]?.status).toBe('accepted');
});

test('the event of the driver’s own accept before its reply does not show Taken', async () => {
  const offer = await postedOffer();
  const reply = deferred<Response>();
  server.mockReturnValueOnce(reply.promise);

  const accepting = accept(offer);
  receiveRemovedOffers(taken(offer));
  expect(board()[0]).toMatchObject({ isAccepting: true, isTaken: false });

  receiveRides([acceptedFrom(offer)]);
  expect(board()).toEqual([]);
  reply.resolve(Response.json(acceptedFrom(offer)));
  await accepting;
  expect(board()).toEqual([]);
});

test('accepting an offer that is already taken throws and shows Taken', async () => {
  const offer = await postedOffer();
  server.mockResolvedValueOnce(Response.json(TAKEN_BY_OTHER, { status: 409 }));

  await expect(accept(offer)).rejects.toMatchObject({
    serverMessage: TAKEN_BY_OTHER.message,
  });

  expect(board()[0]).toMatchObject({ isTaken: true, isAccepting: false });
  vi.advanceTimersByTime(TAKEN_MS);
  expect(board()).toEqual([]);
});

test('an accept without an answer throws and leaves the offer open', async () => {
  const offer = await postedOffer();
  server.mockRejectedValueOnce(new TypeError('fetch failed'));

  await expect(accept(offer)).rejects.toMatchObject({ status: 0 });

  expect(board()[0]).toMatchObject({ isTaken: false, isAccepting: false });
});

test('rides are stored only in the list of the driver or rider they belong to', async () => {
  server.mockResolvedValueOnce(Response.json([]));
  await loadDriverRides(DRIVER_ID);
  const own = buildDriverRide();

  receiveRides([own, buildDriverRide({ driverId: 'e'.repeat(24) }), buildRiderRide()]);

  const { driverRides, riderRides } = useRideStore.getState();
  expect(driverRides.rides).toEqual({ [own.id]: own });
  expect(riderRides.rides).toEqual({});
});

test('a ride unassigned by dispatch leaves the driver’s list and is an offer again, in any event order', async () => {
  const offer = await postedOffer();
  const accepted = acceptedFrom(offer);
  const version = accepted.version + 1;
  const deliver = [
    () => receiveRemovedRides([{ id: offer.id, version, reason: 'unassigned' }]),
    () => receiveOffers([{ ...offer, version }]),
    () => receiveRides([accepted]),
  ];
  for (const order of [
    [0, 1, 2],
    [1, 0, 2],
    [2, 1, 0],
    [1, 2, 0],
  ]) {
    clearRides();
    openRidesChannel({ watchOffers: async () => [] });
    await loadOffers();
    server.mockResolvedValueOnce(Response.json([accepted]));
    await loadDriverRides(DRIVER_ID);

    for (const turn of order) deliver[turn]?.();

    expect(useRideStore.getState().driverRides.rides).toEqual({});
    expect(board().map((posted) => posted.offer.version)).toEqual([version]);
  }
});
