import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { quoteFare } from '#common/fares/quote-fare.ts';
import { announceRide } from '../rides/announce-ride.ts';
import type { RideRecord } from '../rides/ride-record.ts';
import { as } from '../testing/as.ts';
import { buildDriver, buildRider } from '../testing/build-user.ts';
import { connectSocket } from '../testing/connect-socket.ts';
import { setUpTestApp } from '../testing/set-up-test-app.ts';

setUpTestApp();

test('hi', async () => {
  const rider = await buildRider();
  const s = await connectSocket(rider);
  await as(rider).delete('/api/session');
  await s.next('session:ended');
});
