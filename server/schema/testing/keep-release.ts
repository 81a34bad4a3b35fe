import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { spawnDocumentStore } from '#embedded/document-store/testing/spawn-document-store.ts';
import { env } from '../../env.ts';
import { as } from '../../testing/as.ts';
import { buildGiftCard } from '../../testing/build-gift-card.ts';
import { buildPromo } from '../../testing/build-promo.ts';
import { bookRide, buildRide } from '../../testing/build-ride.ts';
import { buildAdmin, buildDriver, buildRider } from '../../testing/build-user.ts';
import { bookPaidRide, payBack } from '../../testing/pay-ride.ts';
import { setUpTestApp, testAppUrl } from '../../testing/set-up-test-app.ts';
import { snapshotUserViews } from './look.ts';
import { RELEASES } from './releases.ts';

// `npm run keep:release`: keeps this release's data directory, with rides in every lasting state, users, gift
// cards and a promo code, and what its users see, for the upgrade test. Run once, on the commit of the
// release.

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const dir = mkdtempSync(join(tmpdir(), 'marquee-release-'));

beforeAll(async () => {
  const store = await spawnDocumentStore('--dir', dir);
  env.MONGO_URL = `${store.url}/marquee`;
  return async () => {
    await store.end();
    rmSync(dir, { recursive: true });
  };
});
setUpTestApp();

test(`release ${version} is kept`, async () => {
  const rider = await buildRider({ email: 'rider@release.example' });
  const driver = await buildDriver({ email: 'driver@release.example' });
  await buildAdmin({ email: 'admin@release.example' });
  const [used, whole] = [await buildGiftCard(30_000), await buildGiftCard(25_000)];
  const promo = await buildPromo({ code: 'RELEASE' });

  await bookRide(rider, { pickupLocation: 'Never paid' });
  await bookPaidRide(rider, { giftCardId: used.pass, promoCodeId: promo.id });
  await bookPaidRide(rider, { bookingType: 'point-to-point', hours: null });
  const taken = await bookPaidRide(rider);
  const accepted = await as(driver).patch(`/api/rides/${taken.id}/status`, {
    status: 'accepted',
    driverId: driver.id,
  });
  expect(accepted.status).toBe(200);

  const cancelled = await bookPaidRide(rider);
  const reply = await as(rider).post(`/api/rides/${cancelled.id}/cancel`, { expectedFeeCents: 0 });
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  await payBack(cancelled.id);

  const own = { riderId: rider.id, driverId: driver.id };
  for (const status of ['in_progress', 'completed'] as const) {
    await buildRide({ ...own, status });
  }
  await buildRide({ riderId: rider.id, paymentStatus: 'flagged' });

  const seen = await snapshotUserViews({
    url: testAppUrl(),
    rider,
    driver,
    codes: [used.code, whole.code],
  });
  const folder = join(RELEASES, version);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'seen.json'), `${JSON.stringify(seen, null, 2)}\n`);
  writeFileSync(join(folder, 'log.gz'), gzipSync(readFileSync(join(dir, 'log')), { level: 9 }));
});
