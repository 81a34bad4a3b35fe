import ical, { type VEvent } from 'node-ical';
import { expect, test } from 'vitest';
import { calendarAddressSchema } from '#common/rides/schedule-api.ts';
import { newObjectId } from '../../infra/database-clock.ts';
import { as, visitor } from '../../testing/as.ts';
import { buildRide } from '../../testing/build-ride.ts';
import { buildDriver, buildRider } from '../../testing/build-user.ts';
import { setUpTestApp } from '../../testing/set-up-test-app.ts';
import type { UserRecord } from '../../users/user-model.ts';
import { RideModel } from '../ride-model.ts';

setUpTestApp();

const ADDRESS = '/api/driver/calendar/address';

async function renew(driver: UserRecord): Promise<string> {
  const { body } = await as(driver).post(ADDRESS);
  return new URL(calendarAddressSchema.parse(body).url ?? '').pathname;
}

const read = async (path: string) => {
  const { status, body, headers } = await visitor().get(path);
  return { status, headers, text: typeof body === 'string' ? body : JSON.stringify(body) };
};

/** Parses the entries of a calendar with a third-party library. */
async function entriesOf(path: string): Promise<VEvent[]> {
  const { text } = await read(path);
  return Object.values(ical.sync.parseICS(text)).filter((entry): entry is VEvent => entry?.type === 'VEVENT');
}

/** An accepted three-hour ride from the Bellagio in a week. */
const buildAhead = (driver: UserRecord) => buildRide({ status: 'accepted', driverId: driver.id });

test('a driver’s rides are a calendar at a secret address, by default without names and pay', async () => {
  const driver = await buildDriver();
  const ride = await buildAhead(driver);
  await buildAhead(await buildDriver());
  expect((await as(driver).get('/api/driver/calendar')).body).toEqual({
    url: null,
    showsPay: false,
    showsNames: false,
  });
  const path = await renew(driver);
  expect(path).toMatch(/^\/api\/calendars\/dc_[0-9a-f]{32}\.ics$/);

  const { headers, text } = await read(path);
  const [entry, ...others] = await entriesOf(path);

  expect(headers.get('content-type')).toBe('text/calendar; charset=utf-8');
  expect(headers.get('cache-control')).toContain('no-store');
  expect(others).toEqual([]);
  expect(entry).toMatchObject({
    uid: `drive-${ride.id}@marquee`,
    summary: 'Bellagio to Allegiant Stadium',
    status: 'CONFIRMED',
  });
  expect(new Date(entry?.start ?? 0).toISOString()).toBe(ride.scheduledAt);
  expect(entry?.start.tz).toBe('America/Los_Angeles');
  expect(text).toContain('BEGIN:VTIMEZONE');
  expect(text).not.toMatch(/Robin|555-0101|robin@|\$|Pays/);
});

test('a driver’s calendar shows names and pay once they are switched on', async () => {
  const driver = await buildDriver();
  await buildAhead(driver);
  const path = await renew(driver);

  const reply = await as(driver).send('PUT', '/api/driver/calendar', { showsPay: true, showsNames: true });

  expect(calendarAddressSchema.parse(reply.body)).toMatchObject({ showsPay: true, showsNames: true });
  const [entry] = await entriesOf(path);
  expect(entry?.description).toContain('Rider: Robin Rider');
  expect(entry?.description).toContain('Pays you: $167.63');
  expect(entry?.description).not.toContain('555-0101');
});

test('a ride that ended more than a day ago stays in the driver’s calendar, without the rider', async () => {
  const driver = await buildDriver();
  const scheduledAt = new Date(Date.now() - 3 * 86_400_000);
  await buildRide({ status: 'completed', driverId: driver.id, scheduledAt, completedAt: scheduledAt });
  const path = await renew(driver);
  await as(driver).send('PUT', '/api/driver/calendar', { showsPay: true, showsNames: true });

  const [entry] = await entriesOf(path);

  expect(entry?.description).toContain('Pays you: ');
  expect(entry?.description).not.toContain('Rider');
});

test('a driver’s calendar says of a ride whose final fare is under review that its pay follows', async () => {
  const driver = await buildDriver();
  const fareReview = { proposedCents: 5_000, pendingSince: new Date() };
  await buildRide({ status: 'completed', driverId: driver.id, scheduledAt: new Date(), fareReview });
  const path = await renew(driver);
  await as(driver).send('PUT', '/api/driver/calendar', { showsPay: true, showsNames: false });

  const [entry] = await entriesOf(path);

  expect(entry?.description).toContain('Dispatch checks the final fare; your pay follows.');
  expect(entry?.description).not.toContain('$0.00');
});

test('a driver’s calendar has a ride booked long ago even after 200 later bookings', async () => {
  const driver = await buildDriver();
  const scheduledAt = new Date(Date.now() - 86_400_000);
  const early = await buildRide({ status: 'completed', driverId: driver.id, scheduledAt });
  const doc = await RideModel.findById(early.id).lean();
  const createdAt = new Date(Date.now() + 1_000);
  const later = Array.from({ length: 200 }, () => ({ ...doc, _id: newObjectId(), createdAt }));
  await RideModel.collection.insertMany(later as never);

  const entries = await entriesOf(await renew(driver));

  expect(entries).toHaveLength(201);
  expect(entries.map(({ uid }) => uid)).toContain(`drive-${early.id}@marquee`);
});

test('a new calendar address replaces the old one, which then looks like an unknown address', async () => {
  const driver = await buildDriver();
  const old = await renew(driver);
  const made = await Promise.all([renew(driver), renew(driver), renew(driver)]);

  const { body } = await as(driver).get('/api/driver/calendar');
  const current = new URL(calendarAddressSchema.parse(body).url ?? '').pathname;
  expect((await read(current)).status).toBe(200);
  for (const path of made.filter((each) => each !== current)) expect((await read(path)).status).toBe(404);
  const [ended, unknown] = [await read(old), await read(`/api/calendars/dc_${'0'.repeat(32)}.ics`)];
  expect(ended.status).toBe(404);
  expect(ended.text).toBe(unknown.text);
});

test('a driver’s calendar marks a cancelled ride, and omits a ride that is no longer the driver’s', async () => {
  const driver = await buildDriver();
  const [kept, given] = [await buildAhead(driver), await buildAhead(driver)];
  const path = await renew(driver);
  const before = await entriesOf(path);
  expect(before.map(({ uid }) => uid).toSorted()).toEqual(
    [kept, given].map(({ id }) => `drive-${id}@marquee`).toSorted(),
  );

  await RideModel.updateOne({ _id: kept.id }, { $set: { status: 'cancelled' }, $inc: { version: 1 } });
  await RideModel.updateOne({ _id: given.id }, { $set: { driverId: null, status: 'requested' } });

  const [cancelled, ...others] = await entriesOf(path);
  expect(others).toEqual([]);
  expect(cancelled).toMatchObject({ uid: `drive-${kept.id}@marquee`, status: 'CANCELLED' });
  expect(Number(cancelled?.sequence)).toBeGreaterThan(
    Number(before.find(({ uid }) => uid.includes(kept.id))?.sequence),
  );
});

test('only drivers have a calendar address', async () => {
  expect((await as(await buildRider()).post(ADDRESS)).status).toBe(403);
  expect((await visitor().get('/api/driver/calendar')).status).toBe(401);
});
