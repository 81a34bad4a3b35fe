import { Types } from 'mongoose';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { AlertModel } from './alerts/alert-model.ts';
import { openAlert, resolveAlert } from './alerts/alerts.ts';
import { WORKER } from './audit-log/record-audit.ts';
import { databaseClock } from './infra/database-clock.ts';
import { logger } from './infra/logger.ts';
import { redis } from './infra/redis.ts';
import { noteThread } from './messages/change-thread.ts';
import { MessageModel } from './messages/message-model.ts';
import { storeMessage } from './messages/receive-message.ts';
import { relayOutbox } from './relay-outbox.ts';
import { acceptRide } from './rides/dispatch/accept-ride.ts';
import { presentRiderRide } from './rides/present-ride.ts';
import { RideModel } from './rides/ride-model.ts';
import { transitionRide } from './rides/transition-ride.ts';
import { as } from './testing/as.ts';
import { buildContact } from './testing/build-message.ts';
import { bookRide, buildRide } from './testing/build-ride.ts';
import { buildDriver, buildRider } from './testing/build-user.ts';
import { newId } from './testing/new-id.ts';
import { recordRideMessages } from './testing/record-ride-messages.ts';
import { setUpTestApp } from './testing/set-up-test-app.ts';
import { withWrongClock } from './testing/with-wrong-clock.ts';
import type { UserRecord } from './users/user-model.ts';

setUpTestApp();

let dee: UserRecord;
beforeAll(async () => {
  dee = await buildDriver();
});

/** Overlap is allowed, since all these rides have the same pickup time. */
const accept = (rideId: string) => acceptRide(rideId, dee.id, { allowOverlap: true });
const LONG_AGO = new Date(Date.now() - 60_000);

/** Simulates a process that dies after its write: the next publish of this test fails. */
const dieBeforePublishing = () => vi.spyOn(redis, 'publish').mockRejectedValueOnce(new Error('killed'));

const backdate = (rideId: string) => RideModel.updateOne({ _id: rideId }, { unpublishedSince: LONG_AGO });

test('a change that a killed process did not publish is relayed from the outbox once', async () => {
  const ride = await buildRide();
  const recorded = await recordRideMessages();
  dieBeforePublishing();
  const accepted = await accept(ride.id);
  await backdate(ride.id);

  await relayOutbox();
  await relayOutbox();

  expect(await recorded.all(ride.id)).toEqual([presentRiderRide(accepted)]);
  const stored = await RideModel.findById(ride.id).lean();
  expect(stored).toMatchObject({ publishedVersion: accepted.version });
  expect(stored).not.toHaveProperty('unpublishedSince');
});

test('rides that cannot be published do not block others, however many, and are retried later', async () => {
  const mark = { unpublishedSince: LONG_AGO, publishedVersion: 1 };
  const stuckSince = new Date(LONG_AGO.getTime() - 1_000);
  const stuck = await buildRide({ unpublishedSince: stuckSince });
  const { _id, ...copy } = await RideModel.findById(stuck.id).lean().orFail();
  await RideModel.insertMany(Array.from({ length: 249 }, () => copy));
  const ride = await buildRide({ ...mark, pickupLocation: 'Sphere' });
  const publish = redis.publish.bind(redis);
  const spy = vi.spyOn(redis, 'publish').mockImplementation(async (to, message) => {
    if (!String(message).includes('Sphere')) throw new Error('unpublishable');
    return publish(to, message);
  });
  onTestFinished(async () => {
    spy.mockRestore();
    await RideModel.deleteMany({ riderId: copy.riderId });
  });
  const countStuck = () => RideModel.countDocuments({ riderId: copy.riderId, unpublishedSince: stuckSince });

  await relayOutbox();
  await relayOutbox();
  await relayOutbox();

  expect(await RideModel.findById(ride.id).lean()).not.toHaveProperty('unpublishedSince');
  expect(await countStuck()).toBe(250);

  spy.mockRestore();
  await relayOutbox();
  await relayOutbox();
  await relayOutbox();

  expect(await countStuck()).toBe(0);
});

test('a ride that cannot be read is logged and does not block others', async () => {
  const broken = await buildRide({ unpublishedSince: new Date(LONG_AGO.getTime() - 1_000) });
  await RideModel.collection.updateOne(
    { _id: new Types.ObjectId(broken.id) },
    { $set: { history: 'nonsense' } },
  );
  onTestFinished(async () => {
    await RideModel.deleteOne({ _id: broken.id });
  });
  const ride = await buildRide({ unpublishedSince: LONG_AGO, publishedVersion: 1 });
  const warn = vi.spyOn(logger, 'warn');

  expect(await relayOutbox()).toBe(1);

  expect(await RideModel.findById(ride.id).lean()).not.toHaveProperty('unpublishedSince');
  expect(warn).toHaveBeenCalledWith(
    expect.objectContaining({ id: broken.id, step: 'read' }),
    'publish failed, relay-outbox will retry',
  );
});

test('concurrent relays publish only the current version of a ride and clear it from the outbox', async () => {
  const ride = await buildRide({ unpublishedSince: LONG_AGO, publishedVersion: 1 });
  const recorded = await recordRideMessages();

  await Promise.all([relayOutbox(), relayOutbox()]);

  const published = await recorded.all(ride.id);
  expect(published.length).toBeGreaterThan(0);
  for (const each of published) expect(each.version).toBe(ride.version);
  expect(await RideModel.findById(ride.id).lean()).not.toHaveProperty('unpublishedSince');
});

test('a change less than two seconds old is not relayed yet', async () => {
  const ride = await buildRide();
  const recorded = await recordRideMessages();
  const mark = async (ageMs: number) => {
    const unpublishedSince = new Date(databaseClock.nowMs() - ageMs);
    await RideModel.updateOne({ _id: ride.id }, { unpublishedSince });
  };

  await mark(1_000);
  await relayOutbox();
  expect(await recorded.all(ride.id)).toEqual([]);

  await mark(2_001);
  await relayOutbox();
  expect(await recorded.all(ride.id)).toHaveLength(1);
});

const FIVE_MINUTES_MS = 300_000;

test('a server whose clock is ahead marks unpublished rides with the time of the database', async () => {
  const ride = await buildRide();
  const rider = await buildRider();
  await as(rider).signIn();
  const publish = vi.spyOn(redis, 'publish').mockRejectedValue(new Error('away'));
  const booked = await withWrongClock(FIVE_MINUTES_MS, async () => {
    await accept(ride.id);
    return bookRide(rider);
  });
  publish.mockRestore();

  const marked = await RideModel.find({ _id: { $in: [ride.id, booked.ride.id] } }).lean();

  const now = databaseClock.nowMs();
  expect(marked.map(({ unpublishedSince }) => (unpublishedSince?.getTime() ?? Infinity) <= now)).toEqual([
    true,
    true,
  ]);
});

test('a server whose clock is ahead marks unpublished alerts and messages with the time of the database', async () => {
  const subject = { kind: 'ride', id: newId(), name: 'Robin Rider' };
  const alert = { kind: 'unassigned', subject, text: 'Nobody has it.' } as const;
  const keys = [newId(), newId()] as const;
  const by = { id: newId(), name: 'Dana Reyes' };
  const contact = () => storeMessage({ form: 'contact', content: buildContact() }, null);
  const publish = vi.spyOn(redis, 'publish').mockRejectedValue(new Error('away'));
  const messageIds = await withWrongClock(FIVE_MINUTES_MS, async () => {
    for (const key of keys) await openAlert({ ...alert, key });
    await resolveAlert(keys[1]);
    const [received, noted] = [await contact(), await contact()];
    await noteThread({ messageId: noted, version: 1, by, text: 'Asked Tom.' });
    return [received, noted];
  });
  publish.mockRestore();

  const marked = [
    ...(await AlertModel.find({ key: { $in: keys } }).lean()),
    ...(await MessageModel.find({ _id: { $in: messageIds } }).lean()),
  ];

  const now = databaseClock.nowMs();
  expect(marked.map(({ unpublishedSince }) => (unpublishedSince?.getTime() ?? Infinity) <= now)).toEqual([
    ...[true, true],
    ...[true, true],
  ]);
});

test('a worker whose clock is behind relays overdue changes', async () => {
  const { id } = await buildRide({ unpublishedSince: LONG_AGO });

  await withWrongClock(-FIVE_MINUTES_MS, relayOutbox);

  expect(await RideModel.findById(id).lean()).not.toHaveProperty('unpublishedSince');
});

test('one relayed message contains every change that was not published', async () => {
  const ride = await buildRide({ paymentStatus: 'pending' });
  const recorded = await recordRideMessages();
  dieBeforePublishing();
  await transitionRide({
    rideId: ride.id,
    change: 'paid',
    by: WORKER,
    guard: { paymentStatus: 'pending' },
    patch: { paymentStatus: 'paid' },
  });
  dieBeforePublishing();
  await accept(ride.id);
  await backdate(ride.id);

  await relayOutbox();

  const [published, ...others] = await recorded.all(ride.id);
  expect(others).toEqual([]);
  expect(published).toMatchObject({ version: 3 });
  expect(published?.history.map(({ change, version }) => [change, version])).toEqual([
    ['requested', 1],
    ['paid', 2],
    ['accepted', 3],
  ]);
});

test('rides can change while Redis is down, and the changes are published later', async () => {
  const ride = await buildRide();
  const recorded = await recordRideMessages();
  redis.disconnect();

  const accepted = await accept(ride.id);
  await backdate(ride.id);
  const publishedMeanwhile = await relayOutbox();
  await redis.connect();

  expect(accepted.status).toBe('accepted');
  expect(publishedMeanwhile).toBe(0);
  expect(await recorded.all(ride.id)).toEqual([]);
  await relayOutbox();
  expect(await recorded.all(ride.id)).toEqual([presentRiderRide(accepted)]);
});

test('a published ride is logged with its changes and payment status', async () => {
  const ride = await buildRide({ unpublishedSince: LONG_AGO, publishedVersion: 0, paymentStatus: 'paid' });
  const info = vi.spyOn(logger, 'info');

  await relayOutbox();

  expect(info).toHaveBeenCalledWith(
    expect.objectContaining({ rideId: ride.id, changes: ['requested', 'paid'], paymentStatus: 'paid' }),
    'ride published',
  );
});
