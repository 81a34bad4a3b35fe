import { expect, test } from 'vitest';
import { as } from '../../testing/as.ts';
import { buildRide } from '../../testing/build-ride.ts';
import { buildDriver, buildRider } from '../../testing/build-user.ts';
import { connectSocket } from '../../testing/connect-socket.ts';
import { setUpTestApp } from '../../testing/set-up-test-app.ts';
import { acceptRide } from '../dispatch/accept-ride.ts';
import { reachMilestone } from '../dispatch/drive-ride.ts';
import { findRide } from '../ride-queries.ts';

setUpTestApp();

test('a former driver’s position is no longer shown, and does not make the next driver’s implausible', async () => {
  const [rider, former, next] = [await buildRider(), await buildDriver(), await buildDriver()];
  const { id } = await buildRide({
    riderId: rider.id,
    driverId: former.id,
    status: 'accepted',
    enRouteAt: new Date(),
  });
  const phone = await connectSocket(rider);
  (await connectSocket(former)).socket.emit('position:send', { lat: 36.12, lng: -115.17 });
  await phone.next('position:moved');

  const reply = await as(former).post(`/api/rides/${id}/give-back`, { reason: 'A flat tire' });
  expect(reply.status).toBe(200);
  await acceptRide(id, next.id);
  await reachMilestone(await findRide(id), 'en_route', { confirmEarly: true });

  expect((await as(rider).get(`/api/rides/${id}/tracking`)).body).toMatchObject({ position: null });
  // Farther than anyone drives in that time.
  (await connectSocket(next)).socket.emit('position:send', { lat: 36.6, lng: -115.17 });
  expect(await phone.next('position:moved')).toMatchObject([{ rideId: id, lat: 36.6 }]);
});
