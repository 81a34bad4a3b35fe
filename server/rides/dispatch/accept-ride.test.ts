import { expect, test, vi } from 'vitest';
import { driverRideSchema, type RiderRide, riderRideSchema } from '#common/rides/ride.ts';
import { dateInVegas } from '#common/time.ts';
import { DriverModel } from '../../drivers/driver-model.ts';
import { as } from '../../testing/as.ts';
import { buildRide } from '../../testing/build-ride.ts';
import { buildDispatcher, buildDriver, buildRider } from '../../testing/build-user.ts';
import { buildVehicle } from '../../testing/build-vehicle.ts';
import { inHours } from '../../testing/in-hours.ts';
import { recordRideMessages } from '../../testing/record-ride-messages.ts';
import { setUpTestApp } from '../../testing/set-up-test-app.ts';
import type { UserRecord } from '../../users/user-model.ts';
import { RideModel, type RideRecord } from '../ride-model.ts';

setUpTestApp();

const HOUR_MS = 3_600_000;

const accept = (driver: UserRecord, ride: RideRecord, options: object = {}) =>
  as(driver).patch(`/api/rides/${ride.id}/status`, {
    status: 'accepted',
    driverId: driver.id,
    ...options,
  });

/** Reads a ride as its rider sees it, with any fields that the schema would drop. */
async function riderViewOf(rider: UserRecord, { id }: RideRecord): Promise<RiderRide> {
  const { body } = await as(rider).get(`/api/rides/${id}`);
  riderRideSchema.parse(body);
  return body as RiderRide;
}

const statusesOf = (replies: readonly { status: number }[]) => replies.map(({ status }) => status).toSorted();

test('a driver accepts an offer, and sees the customer', async () => {
  const ride = await buildRide();
  const driver = await buildDriver({ name: 'Dee Driver' });
  const recorded = await recordRideMessages();

  const reply = await accept(driver, ride);

  expect(reply.status).toBe(200);
  expect(driverRideSchema.parse(reply.body)).toMatchObject({
    status: 'accepted',
    driverId: driver.id,
    version: ride.version + 1,
    customer: { name: 'Robin Rider', phone: null },
    driverShare: '$167.63',
  });
  expect(await RideModel.findById(ride.id).lean()).toMatchObject({
    status: 'accepted',
    driverId: driver.id,
    driver: { firstName: 'Dee', vehicle: expect.stringMatching(/^Black Cadillac Escalade, NV /) },
    publishedVersion: ride.version + 1,
  });
  const [published, ...others] = await recorded.all(ride.id);
  expect(published).toMatchObject({ status: 'accepted', driverId: driver.id, version: ride.version + 1 });
  expect(others).toEqual([]);
});

test('when twenty drivers accept a ride at the same time, one gets it and nineteen get a conflict', async () => {
  const ride = await buildRide();
  const drivers = await Promise.all(Array.from({ length: 20 }, () => buildDriver()));
  await Promise.all(drivers.map((driver) => as(driver).signIn()));
  const recorded = await recordRideMessages();

  const replies = await Promise.all(drivers.map((driver) => accept(driver, ride)));

  const [winner, ...others] = replies.toSorted((one, other) => one.status - other.status);
  expect(winner?.status).toBe(200);
  for (const { status, body } of others) {
    expect(status).toBe(409);
    expect(body).toEqual({
      code: 'RIDE_TAKEN',
      message: 'This ride has already been accepted by another driver',
    });
  }
  const stored = await RideModel.findById(ride.id);
  expect(stored?.driverId).toBe(driverRideSchema.parse(winner?.body).driverId);
  expect(stored?.history.map(({ change }) => change)).toEqual(['requested', 'paid', 'accepted']);
  expect(await recorded.all(ride.id)).toHaveLength(1);
});

test('concurrent accepts of a ride by the same driver all succeed and accept it once', async () => {
  const ride = await buildRide();
  const driver = await buildDriver();
  await as(driver).signIn();

  const replies = await Promise.all([1, 2, 3].map(() => accept(driver, ride)));

  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await RideModel.findById(ride.id)).toMatchObject({ version: ride.version + 1 });
});

test('repeating an accept returns the ride, but no longer once the rider has cancelled it', async () => {
  const [rider, driver] = [await buildRider(), await buildDriver()];
  const ride = await buildRide({ riderId: rider.id });
  await accept(driver, ride);
  expect(await accept(driver, ride)).toMatchObject({ status: 200, body: { status: 'accepted' } });
  expect((await as(rider).post(`/api/rides/${ride.id}/cancel`, { expectedFeeCents: 0 })).status).toBe(200);

  const reply = await accept(driver, ride);

  expect(reply).toMatchObject({ status: 409, body: { code: 'RIDE_NOT_OPEN' } });
});

test.each([
  ['unpaid', { paymentStatus: 'pending' }],
  ['paid wrongly', { paymentStatus: 'flagged' }],
  ['cancelled', { status: 'cancelled' }],
] as const)('a driver cannot accept a ride that is %s', async (_what, state) => {
  const ride = await buildRide(state);
  const driver = await buildDriver();

  const reply = await accept(driver, ride);

  expect(reply.status).toBe(409);
  expect(reply.body).toMatchObject({ code: 'RIDE_NOT_OPEN' });
  expect(await RideModel.findById(ride.id)).toMatchObject({ driverId: null, version: ride.version });
});

test('a ride with nothing to pay can be accepted', async () => {
  const ride = await buildRide({ paymentStatus: 'waived' });

  expect((await accept(await buildDriver(), ride)).status).toBe(200);
});

test('a driver cannot accept in another’s name', async () => {
  const ride = await buildRide();
  const [driver, other] = [await buildDriver(), await buildDriver()];

  const reply = await as(driver).patch(`/api/rides/${ride.id}/status`, {
    status: 'accepted',
    driverId: other.id,
  });

  expect(reply.status).toBe(403);
  expect(await RideModel.findById(ride.id)).toMatchObject({ driverId: null });
});

test('a driver without a vehicle cannot accept a ride', async () => {
  const ride = await buildRide();

  const reply = await accept(await buildDriver({ vehicle: null }), ride);

  expect(reply.status).toBe(409);
  expect(reply.body).toMatchObject({ code: 'DOES_NOT_FIT' });
});

test('accepting a ride that does not exist returns 404', async () => {
  const ride = await buildRide();
  await RideModel.deleteOne({ _id: ride.id });

  expect((await accept(await buildDriver(), ride)).status).toBe(404);
});

test('an accepted ride is in the best vehicle or the one that the driver names, and its rider sees which', async () => {
  const driver = await buildDriver({ vehicle: { rideType: 'lux-sedan', alsoServes: [], seats: 3 } });
  const named = await buildVehicle({ label: 'White Lucid Air', driverIds: [driver.id] });

  const rider = await buildRider();
  const chosenRide = { riderId: rider.id, scheduledAt: inHours(500) };
  const [best, chosen] = [await buildRide({ riderId: rider.id }), await buildRide(chosenRide)];
  const replies = [
    await accept(driver, best),
    await accept(driver, chosen, { vehicleId: named.id, allowOverlap: true }),
  ];

  expect(driverRideSchema.parse(replies[0]?.body).vehicle).toMatch(/^Black Cadillac Escalade, NV /);
  expect(await RideModel.findById(chosen.id)).toMatchObject({
    vehicleId: named.id,
    driver: { firstName: 'Dee', vehicle: `White Lucid Air, ${named.plate}` },
  });
  expect((await riderViewOf(rider, best)).driver?.vehicle).toMatch(/^Black Cadillac Escalade, NV /);
  expect((await riderViewOf(rider, chosen)).driver?.vehicle).toBe(`White Lucid Air, ${named.plate}`);
});

test.each([
  ['off duty', { driver: { isOnDuty: false } }, 409, 'OFF_DUTY'],
  ['whom nobody approved', { driver: null }, 403, 'FORBIDDEN'],
  [
    'who drives another kind',
    { vehicle: { rideType: 'lux-suv', alsoServes: [], seats: 6 } },
    409,
    'DOES_NOT_FIT',
  ],
  [
    'whose license expires before the ride',
    { driver: { documents: [{ kind: 'license', number: '1', expiresOn: dateInVegas(new Date()) }] } },
    409,
    'DOCUMENT_EXPIRED',
  ],
] as const)(
  'a driver %s can neither accept a ride nor see it as an offer',
  async (_who, parts, status, code) => {
    const driver = await buildDriver(JSON.parse(JSON.stringify(parts)));
    const ride = await buildRide();

    const reply = await accept(driver, ride);
    const offers = await as(driver).get('/api/rides/available/all');

    expect([reply.status, Object(reply.body).code]).toEqual([status, code]);
    expect(JSON.stringify(offers.body)).not.toContain(ride.id);
    expect(await RideModel.findById(ride.id)).toMatchObject({ status: 'requested', version: ride.version });
  },
);

test('an overlapping ride is accepted only if the driver confirms it; the history notes it, but not for the rider', async () => {
  const driver = await buildDriver();
  const at = inHours(200);
  const first = await buildRide({
    pickupLocation: 'Wynn Las Vegas, 3131 S Las Vegas Blvd',
    dropoffLocation: 'LAS, Terminal 3',
    scheduledAt: new Date(at.getTime() + HOUR_MS),
    hours: null,
  });
  const rider = await buildRider();
  const second = await buildRide({ riderId: rider.id, scheduledAt: at, hours: 3 });
  await accept(driver, first);

  const refused = await accept(driver, second);
  const accepted = await accept(driver, second, { allowOverlap: true });

  expect(refused.status).toBe(409);
  expect(refused.body).toMatchObject({
    code: 'RIDE_OVERLAPS',
    message: expect.stringMatching(
      /^This overlaps Wynn Las Vegas to LAS, .+ You would have to leave for Wynn Las Vegas at .+, in the middle of this ride\.$/,
    ),
  });
  expect(driverRideSchema.parse(accepted.body).history.at(-1)).toMatchObject({
    change: 'accepted',
    note: 'overlap',
  });
  const seen = await riderViewOf(rider, second);
  expect(seen.history.at(-1)).toMatchObject({ change: 'accepted' });
  expect(JSON.stringify(seen)).not.toContain('overlap');
});

test.each([
  [14, false],
  [15, true],
])('%i minutes between two rides of a driver are enough: %s', async (minutes, isEnough) => {
  const driver = await buildDriver();
  const at = inHours(300);
  const end = at.getTime() + 45 * 60_000;
  await accept(driver, await buildRide({ scheduledAt: at, hours: null, bookingType: 'point-to-point' }));

  const reply = await accept(driver, await buildRide({ scheduledAt: new Date(end + minutes * 60_000) }));

  expect(reply.status).toBe(isEnough ? 200 : 409);
});

const begun = (hours: number) => ({
  status: 'in_progress' as const,
  history: [{ change: 'in_progress' as const, at: inHours(hours) }],
});

test.each([
  // Planned until an hour ago, begun an hour and a half late.
  [
    'that began late overlaps until it can be over',
    { scheduledAt: inHours(-3), hours: 2, ...begun(-1.5) },
    0.7,
  ],
  // Planned until an hour and a quarter ago.
  [
    'that takes longer than planned overlaps until now',
    { scheduledAt: inHours(-2), hours: null, ...begun(-2) },
    0.2,
  ],
])('a ride in progress %s, including the drive to the next pickup', async (_what, taken, pickupIn) => {
  const [driver, dispatcher] = [await buildDriver(), await buildDispatcher()];
  await buildRide({ ...taken, bookingType: taken.hours ? 'hourly' : 'point-to-point', driverId: driver.id });
  const ride = await buildRide({ scheduledAt: inHours(pickupIn) });
  const later = await buildRide({ scheduledAt: inHours(pickupIn + 0.2) });

  const candidates = await as(dispatcher).get(`/api/ops/rides/${ride.id}/candidates`);
  const refused = await accept(driver, ride);

  expect([refused.status, refused.body]).toEqual([409, expect.objectContaining({ code: 'RIDE_OVERLAPS' })]);
  const candidate = Object(candidates.body).candidates.find(
    ({ driverId }: { driverId: string }) => driverId === driver.id,
  );
  expect(candidate).toMatchObject({ fit: 'nearly', reason: expect.stringContaining('Overlaps') });
  expect((await accept(driver, later)).status).toBe(200);
});

test('a driver who accepts overlapping rides concurrently without confirming gets exactly one', async () => {
  for (let time = 0; time < 5; time += 1) {
    const driver = await buildDriver();
    await as(driver).signIn();
    const rides = [await buildRide(), await buildRide(), await buildRide()];

    const replies = await Promise.all(rides.map((ride) => accept(driver, ride)));

    expect(statusesOf(replies)).toEqual([200, 409, 409]);
    for (const { status, body } of replies) {
      if (status !== 200) expect(body).toMatchObject({ code: 'RIDE_OVERLAPS' });
    }
    expect(await RideModel.countDocuments({ driverId: driver.id })).toBe(1);
    expect(await DriverModel.findById(driver.id)).toMatchObject({ claims: [] });
  }
});

test('a driver gets at most twelve rides, even with concurrent accepts', async () => {
  const driver = await buildDriver();
  await as(driver).signIn();
  await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      buildRide({ status: 'accepted', driverId: driver.id, scheduledAt: inHours(100 + 10 * index) }),
    ),
  );
  const more = await Promise.all(
    Array.from({ length: 5 }, (_, index) => buildRide({ scheduledAt: inHours(300 + 10 * index) })),
  );

  const replies = await Promise.all(more.map((ride) => accept(driver, ride)));

  expect(statusesOf(replies)).toEqual([200, 200, 409, 409, 409]);
  expect(replies.find(({ status }) => status === 409)?.body).toEqual({
    code: 'TOO_MANY_RIDES',
    message: 'You have 12 rides ahead. Drive one first.',
  });
});

test('if a driver is suspended while accepting a ride, staff are shown the ride or the accept is refused', async () => {
  const staff = await buildDispatcher();
  await as(staff).signIn();
  for (let time = 0; time < 6; time += 1) {
    const [driver, ride] = [await buildDriver(), await buildRide()];
    await as(driver).signIn();

    const [accepted, suspended] = await Promise.all([
      accept(driver, ride),
      as(staff).post(`/api/ops/drivers/${driver.id}/suspend`, { reason: 'Complaints' }),
    ]);

    expect(suspended.status).toBe(200);
    const shownRideIds = Object(suspended.body).rides.map(({ id }: { id: string }) => id);
    expect(shownRideIds).toEqual(accepted.status === 200 ? [ride.id] : []);
    if (accepted.status !== 200) expect(accepted.status).toBe(403);
    expect((await accept(driver, await buildRide())).status).toBe(403);
  }
});

test('if a vehicle goes out of service during an accept, staff are shown the ride or the accept is refused', async () => {
  const staff = await buildDispatcher();
  await as(staff).signIn();
  for (let time = 0; time < 6; time += 1) {
    const driver = await buildDriver({ vehicle: null });
    const vehicle = await buildVehicle({ driverIds: [driver.id] });
    const ride = await buildRide();
    await as(driver).signIn();

    const [accepted, retired] = await Promise.all([
      accept(driver, ride),
      as(staff).send('PUT', `/api/ops/vehicles/${vehicle.id}/state`, { state: 'out-of-service' }),
    ]);

    const shownRideIds = Object(retired.body).rides.map(({ id }: { id: string }) => id);
    expect(shownRideIds).toEqual(accepted.status === 200 ? [ride.id] : []);
    if (accepted.status !== 200) expect(accepted.body).toMatchObject({ code: 'DOES_NOT_FIT' });
  }
});

test.each([
  ['edited', { revision: 1 }, 'RIDE_CHANGED'],
  ['cancelled', { status: 'cancelled', paymentStatus: 'refunded' }, 'RIDE_NOT_OPEN'],
])(
  'an accept is refused if the ride is %s just before the accept is written',
  async (_what, change, code) => {
    const [ride, driver] = [await buildRide(), await buildDriver()];
    const claim = DriverModel.findOneAndUpdate.bind(DriverModel);
    // Changes the ride between reading it and accepting it.
    vi.spyOn(DriverModel, 'findOneAndUpdate').mockImplementationOnce(((
      ...args: Parameters<typeof claim>
    ) => ({
      lean: async () => {
        await RideModel.updateOne({ _id: ride.id }, change);
        return claim(...args).lean();
      },
    })) as unknown as typeof claim);

    const reply = await accept(driver, ride);

    expect([reply.status, Object(reply.body).code]).toEqual([409, code]);
    expect(await RideModel.findById(ride.id).lean()).toMatchObject({ driverId: null, ...change });
  },
);
