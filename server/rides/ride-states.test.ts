import { expect, test } from 'vitest';
import { rideStatusSchema } from '#common/rides/status.ts';
import { as } from '../testing/as.ts';
import { buildRide } from '../testing/build-ride.ts';
import { buildDriver, buildRider } from '../testing/build-user.ts';
import { setUpTestApp } from '../testing/set-up-test-app.ts';
import { RideModel } from './ride-model.ts';

setUpTestApp();

/** What its own driver may do with a ride, by where it stands: the status it then has, or how it is refused. */
const OUTCOMES = {
  accept: {
    requested: 'accepted',
    accepted: 'accepted',
    in_progress: 'in_progress',
    completed: 'completed',
    cancelled: 409,
  },
  start: {
    requested: 404,
    accepted: 'in_progress',
    in_progress: 'in_progress',
    completed: 409,
    cancelled: 404,
  },
  complete: {
    requested: 404,
    accepted: 409,
    in_progress: 'completed',
    completed: 'completed',
    cancelled: 404,
  },
} as const;

type Action = keyof typeof OUTCOMES;

const ACTIONS: Action[] = ['accept', 'start', 'complete'];
const cases = ACTIONS.flatMap((action) =>
  rideStatusSchema.options.map((status) => ({ action, status, outcome: OUTCOMES[action][status] })),
);

test.each(cases)('$action a ride that is $status: $outcome', async ({ action, status, outcome }) => {
  const driver = await buildDriver();
  const hasDriver = !['requested', 'cancelled'].includes(status);
  const ride = await buildRide({ status, ...(hasDriver && { driverId: driver.id }) });
  const path = `/api/rides/${ride.id}`;
  const send = {
    accept: () => as(driver).patch(`${path}/status`, { status: 'accepted', driverId: driver.id }),
    start: () => as(driver).patch(`${path}/status`, { status: 'in_progress' }),
    complete: () => as(driver).patch(`${path}/complete`, { actualFare: '$233.58' }),
  };

  const reply = await send[action]();

  const stored = await RideModel.findById(ride.id);
  if (typeof outcome === 'number') {
    expect(reply.status).toBe(outcome);
    expect(stored).toMatchObject({ status, version: ride.version });
  } else {
    expect(reply.body).toMatchObject({ status: outcome });
    expect(stored).toMatchObject({ status: outcome, version: ride.version + (outcome === status ? 0 : 1) });
  }
  expect(stored?.history).toHaveLength(stored?.version ?? 0);
});

test.each(['requested', 'completed', 'cancelled', 'flying', null])(
  'a status cannot be set to %j',
  async (status) => {
    const driver = await buildDriver();
    const ride = await buildRide({ status: 'accepted', driverId: driver.id });

    const reply = await as(driver).patch(`/api/rides/${ride.id}/status`, { status, driverId: driver.id });

    expect(reply.status).toBe(400);
    expect(await RideModel.findById(ride.id)).toMatchObject({ status: 'accepted' });
  },
);

test.each(['paid', 'flagged', 'refunded', 'expired'] as const)(
  'a ride whose payment is %s has nothing left to pay',
  async (paymentStatus) => {
    const rider = await buildRider();
    const ride = await buildRide({ riderId: rider.id, paymentStatus });

    const reply = await as(rider).post(`/api/rides/${ride.id}/checkout`);

    expect(reply.status).toBe(409);
    expect(reply.body).toMatchObject({ code: 'RIDE_STATE_CONFLICT' });
  },
);

test('a ride with nothing to pay says so', async () => {
  const rider = await buildRider();
  const ride = await buildRide({ riderId: rider.id, paymentStatus: 'waived' });

  const reply = await as(rider).post(`/api/rides/${ride.id}/checkout`);

  expect(reply.body).toEqual({ clientSecret: 'no_payment_required' });
});
