import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { WORKER } from '../../audit-log/record-audit.ts';
import { ANNOUNCEMENT_FORMAT } from '../../infra/announcement.ts';
import { databaseNow } from '../../infra/mongo.ts';
import { redis } from '../../infra/redis.ts';
import { as } from '../../testing/as.ts';
import { bookRide, buildRide } from '../../testing/build-ride.ts';
import { buildDriver, buildRider } from '../../testing/build-user.ts';
import { recordRideMessages } from '../../testing/record-ride-messages.ts';
import { rideRecord } from '../../testing/ride-record.ts';
import { setUpTestApp } from '../../testing/set-up-test-app.ts';
import type { UserRecord } from '../../users/user-model.ts';
import { acceptRide } from '../dispatch/accept-ride.ts';
import { reachMilestone } from '../dispatch/drive-ride.ts';
import { presentDriverRide, presentOffer, presentRiderRide, presentStaffRide } from '../present-ride.ts';
import { RideModel } from '../ride-model.ts';
import { findRide } from '../ride-queries.ts';
import { transitionRide } from '../transition-ride.ts';
import { composeRideMessage, formerDrivers, offerChange, publishRide, relayOutbox } from './publish-ride.ts';

setUpTestApp();

let dee: UserRecord;
beforeAll(async () => {
  dee = await buildDriver();
});

/** All of these rides are picked up at the same time. */
const accept = (rideId: string) => acceptRide(rideId, dee.id, { allowOverlap: true });
const LONG_AGO = new Date(Date.now() - 60_000);

/** Simulates a process that dies after its write: the next publish of this test fails. */
const dieBeforePublishing = () => vi.spyOn(redis, 'publish').mockRejectedValueOnce(new Error('killed'));

const growOld = (rideId: string) => RideModel.updateOne({ _id: rideId }, { unpublishedSince: LONG_AGO });

test('a change is written even if it cannot be published, and keeps its outbox mark', async () => {
  const ride = await buildRide();
  const driver = await buildDriver();
  await as(driver).signIn();
  const recorded = await recordRideMessages();
  dieBeforePublishing();

  const reply = await as(driver).patch(`/api/rides/${ride.id}/status`, {
    status: 'accepted',
    driverId: driver.id,
  });

  expect(reply.status).toBe(200);
  expect(await recorded.all(ride.id)).toEqual([]);
  expect(await RideModel.findById(ride.id)).toMatchObject({
    status: 'accepted',
    publishedVersion: ride.version,
    unpublishedSince: expect.any(Date),
  });
});

test('what a killed process left is relayed from the outbox, once', async () => {
  const ride = await buildRide();
  const recorded = await recordRideMessages();
  dieBeforePublishing();
  const accepted = await accept(ride.id);
  await growOld(ride.id);

  await relayOutbox();
  await relayOutbox();

  expect(await recorded.all(ride.id)).toEqual([presentRiderRide(accepted)]);
  const stored = await RideModel.findById(ride.id).lean();
  expect(stored).toMatchObject({ publishedVersion: accepted.version });
  expect(stored).not.toHaveProperty('unpublishedSince');
});

test('a hundred rides that cannot be published hide no other', async () => {
  const mark = { unpublishedSince: LONG_AGO, publishedVersion: 1 };
  const stuck = await buildRide({ unpublishedSince: new Date(LONG_AGO.getTime() - 1_000) });
  const { _id, ...copy } = await RideModel.findById(stuck.id).lean().orFail();
  await RideModel.insertMany(Array.from({ length: 99 }, () => copy));
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

  await relayOutbox();
  await relayOutbox();

  expect(await RideModel.findById(ride.id).lean()).not.toHaveProperty('unpublishedSince');
  expect(await RideModel.countDocuments({ riderId: copy.riderId, unpublishedSince: { $exists: true } })).toBe(
    100,
  );
});

test('two relays at once do no harm', async () => {
  const ride = await buildRide({ unpublishedSince: LONG_AGO, publishedVersion: 1 });
  const recorded = await recordRideMessages();

  await Promise.all([relayOutbox(), relayOutbox()]);

  const announced = await recorded.all(ride.id);
  expect(announced.length).toBeGreaterThan(0);
  for (const each of announced) expect(each.version).toBe(ride.version);
  expect(await RideModel.findById(ride.id).lean()).not.toHaveProperty('unpublishedSince');
});

test('a change less than two seconds old is not relayed yet', async () => {
  const ride = await buildRide();
  const recorded = await recordRideMessages();
  const mark = async (ageMs: number) => {
    const unpublishedSince = new Date((await databaseNow()).getTime() - ageMs);
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

/** Does something in a process whose clock is wrong by so much. */
async function withWrongClock<Result>(byMs: number, run: () => Promise<Result>): Promise<Result> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + byMs });
  try {
    return await run();
  } finally {
    vi.useRealTimers();
  }
}

test('what a server whose clock is ahead did not publish waits no longer for the relay than that of others', async () => {
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

  const now = (await databaseNow()).getTime();
  expect(marked.map(({ unpublishedSince }) => (unpublishedSince?.getTime() ?? 0) <= now)).toEqual([
    true,
    true,
  ]);
});

test('a worker whose clock is behind relays what is overdue', async () => {
  const { id } = await buildRide({ unpublishedSince: LONG_AGO });

  await withWrongClock(-FIVE_MINUTES_MS, relayOutbox);

  expect(await RideModel.findById(id).lean()).not.toHaveProperty('unpublishedSince');
});

test('one relayed message makes up for every change that was missed', async () => {
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
  await growOld(ride.id);

  await relayOutbox();

  const [announced, ...others] = await recorded.all(ride.id);
  expect(others).toEqual([]);
  expect(announced).toMatchObject({ version: 3 });
  expect(announced?.history.map(({ change, version }) => [change, version])).toEqual([
    ['requested', 1],
    ['paid', 2],
    ['accepted', 3],
  ]);
});

test('a late publish does not clear the mark of a newer change', async () => {
  const ride = await buildRide({ scheduledAt: new Date() });
  dieBeforePublishing();
  const accepted = await accept(ride.id);
  dieBeforePublishing();
  await reachMilestone(accepted, 'in_progress');

  expect(await publishRide(accepted)).toBe(true);

  expect(await RideModel.findById(ride.id)).toMatchObject({
    version: accepted.version + 1,
    publishedVersion: ride.version,
    unpublishedSince: expect.any(Date),
  });
});

test('while Redis is away rides still change, and are published later', async () => {
  const ride = await buildRide();
  const recorded = await recordRideMessages();
  redis.disconnect();

  const accepted = await accept(ride.id);
  await growOld(ride.id);
  const publishedMeanwhile = await relayOutbox();
  await redis.connect();

  expect(accepted.status).toBe('accepted');
  expect(publishedMeanwhile).toBe(0);
  expect(await recorded.all(ride.id)).toEqual([]);
  await relayOutbox();
  expect(await recorded.all(ride.id)).toEqual([presentRiderRide(accepted)]);
});

test('a message is the ride as stored', async () => {
  const ride = await buildRide();
  const recorded = await recordRideMessages();

  await accept(ride.id);

  expect(await recorded.all(ride.id)).toEqual([presentRiderRide(await findRide(ride.id))]);
});

const now = new Date();

/** The lines for rooms, taken apart. */
const linesOf = (announcement: string) =>
  announcement
    .split('\n')
    .slice(2)
    .map((line) => {
      const [, room, event, item = ''] = /^(\S+) (\S+) (.*)$/.exec(line) ?? [];
      return [room, event, JSON.parse(item)];
    });

test('an offer is for its rider, for staff and for the drivers of its kind, each in its own view', () => {
  const ride = rideRecord(['requested', 'paid']);

  expect(linesOf(composeRideMessage(ride, now))).toEqual([
    [`rider:${ride.riderId}`, 'ride:changed', presentRiderRide(ride)],
    ['ops', 'board:changed', presentStaffRide(ride)],
    ['offers:las-vegas:lux-sedan', 'offer:added', presentOffer(ride)],
  ]);
});

test('an accepted ride is for its rider and its driver, and gone for the others', () => {
  const driverId = 'd'.repeat(24);
  const ride = rideRecord(['requested', 'paid', 'accepted'], { status: 'accepted', driverId });

  expect(linesOf(composeRideMessage(ride, now))).toEqual([
    [`rider:${ride.riderId}`, 'ride:changed', presentRiderRide(ride)],
    [`driver:${driverId}`, 'ride:changed', presentDriverRide(ride, now)],
    ['ops', 'board:changed', presentStaffRide(ride)],
    ['offers:las-vegas:lux-sedan', 'offer:removed', { id: ride.id, version: 3, reason: 'accepted' }],
  ]);
});

test('it begins with the instant of the last change and what it is about, whatever text the ride holds', () => {
  const ride = rideRecord(['requested'], {
    paymentStatus: 'pending',
    specialRequests: 'two\nlines and spaces',
  });
  const announcement = composeRideMessage(ride, now);

  expect(announcement.split('\n').slice(0, 2)).toEqual([
    `${Date.parse(ride.history[0]?.at ?? '')}`,
    `format ${ANNOUNCEMENT_FORMAT} ${ride.id} ${ride.publishedVersion}`,
  ]);
  expect(linesOf(announcement)).toEqual([
    [`rider:${ride.riderId}`, 'ride:changed', presentRiderRide(ride)],
    ['ops', 'board:changed', presentStaffRide(ride)],
  ]);
});

const accepted = { status: 'accepted' } as const;

test('a paid ride nobody has taken is an offer, however often it is published', () => {
  const ride = rideRecord(['requested', 'paid']);

  expect(offerChange(ride)).toBe('added');
  expect(offerChange({ ...ride, publishedVersion: 2 })).toBe('added');
});

test('a ride with nothing to pay is an offer as well', () => {
  expect(offerChange(rideRecord(['requested', 'paid'], { paymentStatus: 'waived' }))).toBe('added');
});

test('an unpaid ride changes no offers, not even when it expires', () => {
  expect(offerChange(rideRecord(['requested'], { paymentStatus: 'pending' }))).toBeNull();
  const expired = rideRecord(['requested', 'cancelled'], { status: 'cancelled', paymentStatus: 'expired' });
  expect(offerChange(expired)).toBeNull();
});

test('an accepted offer is gone, once', () => {
  const ride = rideRecord(['requested', 'paid', 'accepted'], accepted);

  expect(offerChange(ride)).toBe('accepted');
  expect(offerChange({ ...ride, publishedVersion: 3 })).toBeNull();
});

test('a cancelled offer is gone', () => {
  const ride = rideRecord(['requested', 'paid', 'cancelled'], { status: 'cancelled' });

  expect(offerChange(ride)).toBe('cancelled');
});

test('a message makes up for the lost ones before it', () => {
  const changes = ['requested', 'paid', 'accepted', 'in_progress'] as const;
  const ride = rideRecord(changes, { status: 'in_progress', publishedVersion: 2 });

  expect(offerChange(ride)).toBe('accepted');
  expect(offerChange({ ...ride, publishedVersion: 3 })).toBeNull();
});

test('what took the offer away first is the reason', () => {
  const changes = ['requested', 'paid', 'accepted', 'cancelled'] as const;

  expect(offerChange(rideRecord(changes, { status: 'cancelled', publishedVersion: 1 }))).toBe('accepted');
});

test('a ride taken from its driver is an offer again, and its driver is told, though messages were lost', () => {
  const [sam, kim] = ['a'.repeat(24), 'b'.repeat(24)];
  const had = (driverId: string) => ({ driverId, name: 'Sam Ortiz', vehicleId: null, vehicle: null });
  const changes = ['requested', 'paid', 'accepted', 'unassigned', 'accepted', 'reassigned'] as const;
  const all = rideRecord(changes);
  const history = all.history.map((entry) => ({
    ...entry,
    ...(entry.change === 'unassigned' && { former: had(sam) }),
    ...(entry.change === 'reassigned' && { former: had(kim) }),
  }));
  const open = { ...all, version: 4, history: history.slice(0, 4), publishedVersion: 3 };
  const given = { ...all, ...accepted, driverId: 'c'.repeat(24), history, publishedVersion: 3 };

  expect(offerChange(open)).toBe('added');
  expect(linesOf(composeRideMessage(open, now))).toContainEqual([
    `driver:${sam}`,
    'ride:removed',
    { id: all.id, version: 4, reason: 'unassigned' },
  ]);
  expect([...formerDrivers(given)]).toEqual([
    [sam, 'unassigned'],
    [kim, 'reassigned'],
  ]);
  expect(offerChange(given)).toBe('accepted');
  expect([...formerDrivers({ ...given, driverId: sam }).keys()]).toEqual([kim]);
  expect([...formerDrivers({ ...given, publishedVersion: 6 })]).toEqual([]);
  expect(offerChange({ ...given, publishedVersion: 5 })).toBeNull();
});
