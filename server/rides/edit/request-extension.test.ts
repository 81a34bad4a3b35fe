import { afterEach, beforeEach, expect, test } from 'vitest';
import { CapacityDayModel } from '../../capacity/capacity-model.ts';
import { changeCapacitySetting } from '../../capacity/capacity-setting.ts';
import { as } from '../../testing/as.ts';
import { buildDriver, buildRider } from '../../testing/build-user.ts';
import { HALF_HOUR } from '../../testing/extend-by-rider.ts';
import { bookPaidRide } from '../../testing/pay-ride.ts';
import { setUpTestApp } from '../../testing/set-up-test-app.ts';
import { VehicleModel } from '../../vehicles/vehicle-model.ts';
import { acceptRide } from '../dispatch/accept-ride.ts';
import { reachMilestone } from '../dispatch/drive-ride.ts';
import { RideModel } from '../ride-model.ts';
import { findRide } from '../ride-queries.ts';
import { reserveVehicleTimeOfEdit } from './reserve-edited-time.ts';

setUpTestApp();

beforeEach(() => changeCapacitySetting({ isEnforced: true }));
afterEach(async () => {
  await changeCapacitySetting({ isEnforced: false });
  await Promise.all([VehicleModel.deleteMany({}), CapacityDayModel.deleteMany({})]);
});

test('an extension is neither quoted nor made while every vehicle of the kind is booked afterwards', async () => {
  const [rider, driver] = [await buildRider(), await buildDriver()];
  const { id } = await bookPaidRide(rider);
  await acceptRide(id, driver.id);
  await RideModel.updateOne({ _id: id }, { scheduledAt: new Date() });
  const ride = await reachMilestone(await findRide(id), 'in_progress');
  const quote = () => as(rider).get(`/api/rides/${id}/extension`);
  expect(await quote()).toMatchObject({ status: 200 });

  // Another booking of the kind, with half an hour's margin on either side, follows this ride at once.
  const end = Date.parse(ride.scheduledAt) + ((ride.hours ?? 0) + 1) * 3_600_000;
  const other = { ...(await RideModel.findById(id).lean()), scheduledAt: new Date(end) };
  await reserveVehicleTimeOfEdit('another ride', other as never, []);

  const refused = {
    status: 409,
    body: {
      code: 'RIDE_OVERLAPS',
      message: 'Every Lux Sedan is booked afterwards: there is no time to extend.',
    },
  };
  expect(await quote()).toMatchObject(refused);
  expect(await as(rider).post(`/api/rides/${id}/extend`, { expectedDueCents: HALF_HOUR })).toMatchObject(
    refused,
  );
  expect(await as(driver).post(`/api/rides/${id}/propose-extension`)).toMatchObject(refused);
});
