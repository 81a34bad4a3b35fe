import { expect, onTestFinished, test, vi } from 'vitest';
import { env } from '../../env.ts';
import { as } from '../../testing/as.ts';
import { buildRide } from '../../testing/build-ride.ts';
import { buildDriver, buildRider } from '../../testing/build-user.ts';
import { assign, buildStaff, rideIn, unassign } from '../../testing/dispatch-by-hand.ts';
import { setUpTestApp } from '../../testing/set-up-test-app.ts';
import type { UserRecord } from '../../users/user-model.ts';
import { RideModel, type RideRecord } from '../ride-model.ts';
import { findRide } from '../ride-queries.ts';
import { acceptRide } from './accept-ride.ts';
import { offerAgain } from './assign-ride.ts';

setUpTestApp();

async function buildScene(scheduledAt = new Date()) {
  const [rider, driver] = [await buildRider(), await buildDriver()];
  const ride = await buildRide({
    riderId: rider.id,
    driverId: driver.id,
    status: 'accepted',
    customerName: 'Alex Morgan',
    scheduledAt,
  });
  return { rider, driver, ride };
}

const setWantsPin = (rider: UserRecord, ride: RideRecord, isWanted = true) =>
  as(rider).send('PUT', `/api/rides/${ride.id}/start-pin`, { isWanted });

async function pinOf(rider: UserRecord, ride: RideRecord): Promise<string> {
  return Object((await as(rider).get(`/api/rides/${ride.id}`)).body).startPin;
}

/** Gives the ride back as its driver, bypassing the time limit of the route. */
const giveBack = async ({ id }: RideRecord) =>
  offerAgain(await findRide(id), {
    change: 'given_back',
    by: { role: 'driver', id: 'd'.repeat(24), name: 'Dee Driver', address: null },
  });

const wrong = (pin: string) => `${(Number(pin) + 1) % 10_000}`.padStart(4, '0');

const start = async (driver: UserRecord, ride: RideRecord, options: object = {}) => {
  const { status, body } = await as(driver).patch(`/api/rides/${ride.id}/status`, {
    status: 'in_progress',
    ...options,
  });
  return status === 200 ? '200' : `${Object(body).code}: ${Object(body).message}`;
};

test('if the rider turns the PIN on, the driver can start the ride only with the right PIN', async () => {
  const { rider, driver, ride } = await buildScene();
  expect((await setWantsPin(rider, ride)).body).toMatchObject({ wantsPin: true });
  const pin = await pinOf(rider, ride);
  expect(pin).toMatch(/^\d{4}$/);
  expect(Object((await as(driver).get(`/api/rides/${ride.id}`)).body)).not.toHaveProperty('startPin');

  expect(await start(driver, ride)).toBe('PIN_REQUIRED: Ask Alex for their PIN.');
  expect(await start(driver, ride, { pin: wrong(pin) })).toBe(
    "WRONG_PIN: That is not Alex's PIN. 4 tries left.",
  );
  expect(await start(driver, ride, { pin })).toBe('200');
  expect(await pinOf(rider, ride)).toBeNull();
});

test('a start is refused without the PIN if the rider turns the PIN on just before the start is written', async () => {
  const { rider, driver, ride } = await buildScene();
  const write = RideModel.findOneAndUpdate.bind(RideModel);
  const spy = vi.spyOn(RideModel, 'findOneAndUpdate').mockImplementationOnce(((
    ...of: Parameters<typeof write>
  ) => ({
    lean: async () => {
      expect((await setWantsPin(rider, ride)).status).toBe(200);
      return write(...of).lean();
    },
  })) as never);
  onTestFinished(() => spy.mockRestore());

  expect(await start(driver, ride)).toBe('PIN_REQUIRED: Ask Alex for their PIN.');

  expect(await findRide(ride.id)).toMatchObject({ status: 'accepted', wantsPin: true });
  expect(await start(driver, ride, { pin: await pinOf(rider, ride) })).toBe('200');
});

test('after the rider turns the PIN off, a start needs none, and a PIN sent anyway is ignored', async () => {
  const { rider, driver, ride } = await buildScene();
  await setWantsPin(rider, ride);
  await setWantsPin(rider, ride, false);

  expect(await start(driver, ride, { pin: '0000' })).toBe('200');
});

test('after five wrong PINs even the right PIN does not start the ride', async () => {
  const { rider, driver, ride } = await buildScene();
  await setWantsPin(rider, ride);
  const pin = await pinOf(rider, ride);

  const replies: string[] = [];
  for (let turn = 0; turn < 5; turn += 1) replies.push(await start(driver, ride, { pin: wrong(pin) }));

  expect(replies.slice(3)).toEqual([
    "WRONG_PIN: That is not Alex's PIN. 1 try left.",
    'PIN_LOCKED: Too many tries. Call dispatch.',
  ]);
  expect(await start(driver, ride, { pin })).toBe('PIN_LOCKED: Too many tries. Call dispatch.');
  expect(await RideModel.findById(ride.id)).toMatchObject({ status: 'accepted', pinTries: 5 });
});

test('a newly assigned driver has all PIN tries, whatever the former driver entered', async () => {
  const { rider, driver, ride } = await buildScene();
  await setWantsPin(rider, ride);
  const pin = await pinOf(rider, ride);
  for (let turn = 0; turn < 5; turn += 1) await start(driver, ride, { pin: wrong(pin) });
  const next = await buildDriver();

  rideIn(await assign(await buildStaff(), await findRide(ride.id), next, { allowNearly: true }));

  expect(await start(next, ride, { pin: wrong(pin) })).toMatch(/^WRONG_PIN: .+ 4 tries left\.$/);
  expect(await start(next, ride, { pin })).toBe('200');
});

test('PIN tries start over for a new driver after staff unassign, but not for a driver who gave the ride back', async () => {
  const { rider, driver, ride } = await buildScene();
  await setWantsPin(rider, ride);
  const pin = await pinOf(rider, ride);
  for (let turn = 0; turn < 5; turn += 1) await start(driver, ride, { pin: wrong(pin) });
  await acceptRide((await giveBack(ride)).id, driver.id);
  expect(await start(driver, ride, { pin })).toBe('PIN_LOCKED: Too many tries. Call dispatch.');
  const next = await buildDriver();

  rideIn(await unassign(await buildStaff(), await findRide(ride.id)));
  await acceptRide(ride.id, next.id);

  expect(await start(next, ride, { pin: wrong(pin) })).toMatch(/^WRONG_PIN: .+ 4 tries left\.$/);
  expect(await start(next, ride, { pin })).toBe('200');
});

test('of twenty concurrent wrong PINs only five are compared', async () => {
  const { rider, driver, ride } = await buildScene();
  await setWantsPin(rider, ride);
  const pin = await pinOf(rider, ride);
  await as(driver).signIn();

  const replies = await Promise.all(
    Array.from({ length: 20 }, () => start(driver, ride, { pin: wrong(pin) })),
  );

  const left = replies.flatMap((reply) => /(\d) tr(?:y|ies) left/.exec(reply)?.[1] ?? []);
  expect(left.toSorted()).toEqual(['1', '2', '3', '4']);
  expect(replies.filter((reply) => reply.startsWith('PIN_LOCKED'))).toHaveLength(16);
  expect(await RideModel.findById(ride.id)).toMatchObject({ pinTries: 5 });
});

test('an early start needs confirmation and, outside the demo, the PIN even if the rider has it turned off', async () => {
  const { rider, driver, ride } = await buildScene(new Date(Date.now() + 2 * 3_600_000));
  const { DEMO_MODE } = env;
  onTestFinished(() => {
    env.DEMO_MODE = DEMO_MODE;
  });
  env.DEMO_MODE = false;
  const pin = await pinOf(rider, ride);

  expect(await start(driver, ride)).toMatch(
    /^TOO_EARLY: The pickup is (?:at|on .+,) \d+:\d\d [AP]M\. Start it now\?$/,
  );
  expect(await start(driver, ride, { confirmEarly: true })).toBe('PIN_REQUIRED: Ask Alex for their PIN.');
  expect(await start(driver, ride, { confirmEarly: true, pin: wrong(pin) })).toMatch(/^WRONG_PIN/);
  expect(await start(driver, ride, { confirmEarly: true, pin })).toBe('200');
});

test('before a start so early that the rider’s page does not show the PIN yet, the driver is told to set off', async () => {
  const { rider, driver, ride } = await buildScene(new Date(Date.now() + 5 * 3_600_000));
  const { DEMO_MODE } = env;
  onTestFinished(() => {
    env.DEMO_MODE = DEMO_MODE;
  });
  const hint = /^TOO_EARLY: .*Alex sees their PIN only once you are on the way\. Start it now\?$/;
  env.DEMO_MODE = true;
  expect(await start(driver, ride)).not.toMatch(hint);
  env.DEMO_MODE = false;

  expect(await start(driver, ride)).toMatch(hint);
  await setWantsPin(rider, ride);
  expect(await start(driver, ride)).not.toMatch(hint);
  await setWantsPin(rider, ride, false);
  await as(driver).patch(`/api/rides/${ride.id}/status`, { status: 'en_route', confirmEarly: true });
  expect(await start(driver, ride)).toMatch(/^TOO_EARLY: The pickup is [^.]+\. Start it now\?$/);
});

test('a rider sees the PIN only if starting the ride would need it', async () => {
  const { rider, ride } = await buildScene(new Date(Date.now() + 2 * 3_600_000));
  const { DEMO_MODE } = env;
  onTestFinished(() => {
    env.DEMO_MODE = DEMO_MODE;
  });

  env.DEMO_MODE = true;
  expect(await pinOf(rider, ride)).toBeNull();
  await setWantsPin(rider, ride);
  expect(await pinOf(rider, ride)).toMatch(/^\d{4}$/);
  await setWantsPin(rider, ride, false);
  expect(await pinOf(rider, ride)).toBeNull();

  env.DEMO_MODE = false;
  expect(await pinOf(rider, ride)).toMatch(/^\d{4}$/);
  const { rider: another, ride: due } = await buildScene();
  expect(await pinOf(another, due)).toBeNull();
});

test('only the ride’s rider can turn the PIN on, and not once the ride has started', async () => {
  const { rider, driver, ride } = await buildScene();

  expect((await setWantsPin(await buildRider(), ride)).status).toBe(404);
  expect(await start(driver, ride)).toBe('200');
  expect((await setWantsPin(rider, ride)).status).toBe(409);
});
