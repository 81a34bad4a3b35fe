import { expect, test } from 'vitest';
import { as } from '../testing/as.ts';
import { buildRide } from '../testing/build-ride.ts';
import { buildDriver, buildRider } from '../testing/build-user.ts';
import { connectSocket } from '../testing/connect-socket.ts';
import { buildStaff, note, rideIn } from '../testing/dispatch-by-hand.ts';
import { setUpTestApp } from '../testing/set-up-test-app.ts';

setUpTestApp();

test('a note is visible to staff alone, not in the views or socket messages of rider and driver', async () => {
  const [staff, rider, driver] = [await buildStaff(), await buildRider(), await buildDriver()];
  const ride = await buildRide({ riderId: rider.id, driverId: driver.id, status: 'accepted' });
  const phones = [await connectSocket(rider), await connectSocket(driver)];

  const noted = rideIn(await note(staff, ride, 'Likes jazz.'));

  expect(noted.history.at(-1)).toMatchObject({
    change: 'noted',
    text: 'Likes jazz.',
    by: { id: staff.id },
  });
  for (const phone of phones) {
    const message = await phone.next('ride:changed');
    expect(message).toMatchObject([{ version: noted.version }]);
    expect(JSON.stringify(message)).not.toMatch(/jazz|noted|Dana/);
  }
  for (const user of [rider, driver]) {
    const { body } = await as(user).get(`/api/rides/${ride.id}`);
    expect(JSON.stringify(body)).not.toMatch(/jazz|noted|Dana/);
  }
  expect((await note(staff, ride, 'x'.repeat(501))).status).toBe(400);
  expect((await note(staff, ride, '  ')).status).toBe(400);
});
