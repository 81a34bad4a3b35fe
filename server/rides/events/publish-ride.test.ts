import { beforeAll, expect, test, vi } from 'vitest';
import { rooms } from '#common/rides/ride-events.ts';
import { lineFor, MESSAGE_FORMAT } from '../../infra/published-message.ts';
import { redis } from '../../infra/redis.ts';
import { as } from '../../testing/as.ts';
import { buildRide } from '../../testing/build-ride.ts';
import { buildDriver } from '../../testing/build-user.ts';
import { recordRideMessages } from '../../testing/record-ride-messages.ts';
import { rideRecord } from '../../testing/ride-record.ts';
import { setUpTestApp } from '../../testing/set-up-test-app.ts';
import type { UserRecord } from '../../users/user-model.ts';
import { acceptRide } from '../dispatch/accept-ride.ts';
import { reachMilestone } from '../dispatch/drive-ride.ts';
import { presentDriverRide, presentOffer, presentRiderRide, presentStaffRide } from '../present-ride.ts';
import { RideModel } from '../ride-model.ts';
import { findRide } from '../ride-queries.ts';
import { composeRideMessage, formerDrivers, offerChange, publishRide } from './publish-ride.ts';

setUpTestApp();

let dee: UserRecord;
beforeAll(async () => {
  dee = await buildDriver();
});

/** Allows overlaps, because all rides in this file have the same pickup time. */
const accept = (rideId: string) => acceptRide(rideId, dee.id, { allowOverlap: true });

/** Simulates a crash after the write: the next publish of this test fails. */
const dieBeforePublishing = () => vi.spyOn(redis, 'publish').mockRejectedValueOnce(new Error('killed'));

test('a change that cannot be published is stored, and keeps its outbox mark', async () => {
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

test('a late publish does not clear the outbox mark of a newer change', async () => {
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

test('a published message contains the ride as stored', async () => {
  const ride = await buildRide();
  const recorded = await recordRideMessages();

  await accept(ride.id);

  expect(await recorded.all(ride.id)).toEqual([presentRiderRide(await findRide(ride.id))]);
});

const now = new Date();

/** Parses the lines of a message. */
const linesOf = (message: string) =>
  message
    .split('\n')
    .slice(2)
    .map((line) => {
      const [, room, event, item = ''] = /^(\S+) (\S+) (.*)$/.exec(line) ?? [];
      return [room, event, JSON.parse(item)];
    });

test('an offer is published to its rider, staff and the drivers of its ride type, each in their own view', () => {
  const ride = rideRecord(['requested', 'paid']);

  expect(linesOf(composeRideMessage(ride, now))).toEqual([
    [`rider:${ride.riderId}`, 'ride:changed', presentRiderRide(ride)],
    ['ops', 'board:changed', presentStaffRide(ride)],
    ['offers:las-vegas:lux-sedan', 'offer:added', presentOffer(ride)],
  ]);
});

test('an accepted ride is published to rider, driver and staff, and removed from the offers', () => {
  const driverId = 'd'.repeat(24);
  const ride = rideRecord(['requested', 'paid', 'accepted'], { status: 'accepted', driverId });

  expect(linesOf(composeRideMessage(ride, now))).toEqual([
    [`rider:${ride.riderId}`, 'ride:changed', presentRiderRide(ride)],
    [`driver:${driverId}`, 'ride:changed', presentDriverRide(ride, now)],
    ['ops', 'board:changed', presentStaffRide(ride)],
    ['offers:las-vegas:lux-sedan', 'offer:removed', { id: ride.id, version: 3, reason: 'accepted' }],
  ]);
});

test('a message starts with the time of the last change, ride id and version, even if the ride’s text has newlines', () => {
  const ride = rideRecord(['requested'], {
    paymentStatus: 'pending',
    specialRequests: 'two\nlines and spaces',
  });
  const message = composeRideMessage(ride, now);

  expect(message.split('\n').slice(0, 2)).toEqual([
    `${Date.parse(ride.history[0]?.at ?? '')}`,
    `format ${MESSAGE_FORMAT} ${ride.id} ${ride.publishedVersion}`,
  ]);
  expect(linesOf(message)).toEqual([
    [`rider:${ride.riderId}`, 'ride:changed', presentRiderRide(ride)],
    ['ops', 'board:changed', presentStaffRide(ride)],
  ]);
});

test('the types refuse to send a view of a ride to those who must not see it', () => {
  const ride = rideRecord(['requested', 'paid']);
  const driverRide = presentDriverRide(ride, now);
  const [driver, offers] = [rooms.driver('d1'), rooms.offers('las-vegas', 'lux-sedan')];

  const refused = [
    // @ts-expect-error the rider's view, to a driver
    lineFor(driver, 'ride:changed', presentRiderRide(ride)),
    // @ts-expect-error the driver's view, to the rider
    lineFor(rooms.rider('r1'), 'ride:changed', driverRide),
    // @ts-expect-error the driver's view, which names the rider, to all drivers
    lineFor(offers, 'offer:added', driverRide),
    // @ts-expect-error the staff's view, to all drivers
    lineFor(offers, 'offer:added', presentStaffRide(ride)),
    // @ts-expect-error the staff's event, to a driver
    lineFor(driver, 'board:changed', presentStaffRide(ride)),
    // @ts-expect-error a view, to a room of either
    lineFor(ride.driverId ? driver : rooms.rider('r1'), 'ride:changed', presentRiderRide(ride)),
  ];

  expect(refused).toHaveLength(6);
});

const accepted = { status: 'accepted' } as const;

test('a paid ride without a driver is an offer, however often it is published', () => {
  const ride = rideRecord(['requested', 'paid']);

  expect(offerChange(ride)).toBe('added');
  expect(offerChange({ ...ride, publishedVersion: 2 })).toBe('added');
});

test('a ride with nothing to pay is an offer', () => {
  expect(offerChange(rideRecord(['requested', 'paid'], { paymentStatus: 'waived' }))).toBe('added');
});

test('an unpaid ride changes no offers, not even when it expires', () => {
  expect(offerChange(rideRecord(['requested'], { paymentStatus: 'pending' }))).toBeNull();
  const expired = rideRecord(['requested', 'cancelled'], { status: 'cancelled', paymentStatus: 'expired' });
  expect(offerChange(expired)).toBeNull();
});

test('an accepted ride is removed from the offers once', () => {
  const ride = rideRecord(['requested', 'paid', 'accepted'], accepted);

  expect(offerChange(ride)).toBe('accepted');
  expect(offerChange({ ...ride, publishedVersion: 3 })).toBeNull();
});

test('a cancelled ride is removed from the offers', () => {
  const ride = rideRecord(['requested', 'paid', 'cancelled'], { status: 'cancelled' });

  expect(offerChange(ride)).toBe('cancelled');
});

test('a later change removes the offer if the message of the acceptance was lost', () => {
  const changes = ['requested', 'paid', 'accepted', 'in_progress'] as const;
  const ride = rideRecord(changes, { status: 'in_progress', publishedVersion: 2 });

  expect(offerChange(ride)).toBe('accepted');
  expect(offerChange({ ...ride, publishedVersion: 3 })).toBeNull();
});

test('the reason for removing an offer is the first change that removed it', () => {
  const changes = ['requested', 'paid', 'accepted', 'cancelled'] as const;

  expect(offerChange(rideRecord(changes, { status: 'cancelled', publishedVersion: 1 }))).toBe('accepted');
});

test('an unassigned ride is offered again and removed for each former driver, even if messages were lost', () => {
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
