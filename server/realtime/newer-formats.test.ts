import { expect, test, vi } from 'vitest';
import { riderRideSchema } from '#common/rides/ride.ts';
import { OPS_CHANGED, RIDES_CHANGED, RIDES_POSITION } from '../infra/channels.ts';
import { logger } from '../infra/logger.ts';
import { composePublishedMessage, MESSAGE_FORMAT } from '../infra/published-message.ts';
import { channel, redis } from '../infra/redis.ts';
import { acceptRide } from '../rides/dispatch/accept-ride.ts';
import { composeRideMessage } from '../rides/events/publish-ride.ts';
import { findRide } from '../rides/ride-queries.ts';
import { buildRide } from '../testing/build-ride.ts';
import { buildAdmin, buildDriver, buildRider } from '../testing/build-user.ts';
import { connectSocket, type TestSocket } from '../testing/connect-socket.ts';
import { rideRecord } from '../testing/ride-record.ts';
import { setUpTestApp } from '../testing/set-up-test-app.ts';

setUpTestApp();

const NEWER = MESSAGE_FORMAT + 1;

/** Publishes a message as a release with a newer format does: only its first two lines can be read. */
const publishNewer = (name: string, ...about: (string | number)[]) =>
  redis.publish(channel(name), `${Date.now()}\nformat ${NEWER} ${about.join(' ')}\n{"views":{}}`);

const watchOffers = ({ socket }: TestSocket) => socket.timeout(5_000).emitWithAck('offers:watch');

test('a message of release 0.1.0, which names no format, is passed on', async () => {
  const rider = await buildRider();
  const phone = await connectSocket(rider);
  const [instant, , ...lines] = composeRideMessage(
    rideRecord(['requested'], { riderId: rider.id }),
    new Date(),
  ).split('\n');

  await redis.publish(channel(RIDES_CHANGED), [instant, ...lines].join('\n'));

  const [ride] = await phone.next('ride:changed');
  expect(riderRideSchema.parse(ride)).toMatchObject({ version: 1 });
});

test('a ride published in a newer format is read from the database, and its accepted offer is removed', async () => {
  const [rider, driver] = [await buildRider(), await buildDriver()];
  const ride = await buildRide({ riderId: rider.id });
  const [phone, board] = [await connectSocket(rider), await connectSocket(await buildDriver())];
  await watchOffers(board);
  // The other release's node has written the change, published it in its own format and recorded that.
  const publish = vi.spyOn(redis, 'publish').mockResolvedValue(1);
  await acceptRide(ride.id, driver.id);
  publish.mockRestore();
  const accepted = await findRide(ride.id);
  expect(accepted.publishedVersion).toBe(accepted.version);

  await publishNewer(RIDES_CHANGED, ride.id, ride.version);

  const [changed] = await phone.next('ride:changed');
  expect(changed).toMatchObject({ id: ride.id, status: 'accepted', version: accepted.version });
  const [removed] = await board.next('offer:removed');
  expect(removed).toEqual({ id: ride.id, version: accepted.version, reason: 'accepted' });
});

test('a ride published in a newer format that cannot be read makes pages reload their lists', async () => {
  const phone = await connectSocket(await buildRider());
  vi.spyOn(logger, 'warn').mockReturnValue();

  await publishNewer(RIDES_CHANGED, 'no-id-of-ours', 3);

  await phone.next('resync');
  expect(logger.warn).toHaveBeenCalledOnce();
});

test('a console change published in a newer format makes open consoles, and nobody else, reload their lists', async () => {
  const [console_, phone] = [
    await connectSocket(await buildAdmin()),
    await connectSocket(await buildDriver()),
  ];
  await console_.socket.timeout(5_000).emitWithAck('ops:watch');

  await publishNewer(OPS_CHANGED);
  await console_.next('resync');

  // Everything sent before this acknowledgement has arrived.
  await watchOffers(phone);
  expect(phone.unheard('resync')).toBe(0);
});

test('a position published in a newer format is dropped, and the next message is passed on', async () => {
  const rider = await buildRider();
  const phone = await connectSocket(rider);

  await publishNewer(RIDES_POSITION, `rider:${rider.id}`);
  const ride = await buildRide({ riderId: rider.id });
  await redis.publish(channel(RIDES_CHANGED), composeRideMessage(ride, new Date()));

  await phone.next('ride:changed');
  expect(phone.unheard('position:moved')).toBe(0);
});

test('fields and events that this release does not know are passed on to pages, which may be newer', async () => {
  const rider = await buildRider();
  const { socket } = await connectSocket(rider);
  // Removes the check of received events against this release's contract.
  socket.offAny();
  const events: [event: string, payload: unknown][] = [];
  const isPraised = new Promise<void>((resolve) => {
    socket.onAny((event: string, payload: unknown) => {
      events.push([event, payload]);
      if (event === 'ride:praised') resolve();
    });
  });
  const room = `rider:${rider.id}`;
  const lines = [`${room} ride:changed {"id":"1","seatHeating":true}`, `${room} ride:praised {}`];

  await redis.publish(channel(RIDES_CHANGED), composePublishedMessage({ changedAt: Date.now(), lines }));

  await isPraised;
  expect(events).toEqual([
    ['ride:changed', [{ id: '1', seatHeating: true }]],
    ['ride:praised', [{}]],
  ]);
});
