import { expect, test } from 'vitest';
import { changeProfile } from '#common/users/account-api.ts';
import { sessionSchema } from '#common/users/user.ts';
import { AuditModel } from '../audit-log/audit-model.ts';
import { findRide } from '../rides/ride-queries.ts';
import { as, visitor } from '../testing/as.ts';
import { buildRide } from '../testing/build-ride.ts';
import {
  buildAdmin,
  buildDispatcher,
  buildDriver,
  buildRider,
  TEST_PASSWORD,
} from '../testing/build-user.ts';
import { deleteOwn } from '../testing/delete-own.ts';
import { setUpTestApp } from '../testing/set-up-test-app.ts';
import type { TestClient } from '../testing/test-client.ts';
import { UserModel, type UserRecord } from './user-model.ts';

setUpTestApp();

const change = (browser: TestClient, body: object) =>
  browser.send(changeProfile.method, changeProfile.path, { role: 'rider', ...body });

const stored = async ({ id }: UserRecord) => {
  const user = await UserModel.findById(id).orFail();
  return { name: user.name, phone: user.phone };
};

const linesAbout = ({ id }: UserRecord) =>
  AuditModel.find({ 'subject.id': id, action: 'profile changed' }).sort({ _id: 1 }).lean();

async function signIn({ email }: UserRecord): Promise<TestClient> {
  const browser = visitor();
  const { status } = await browser.post('/api/session', { email, password: TEST_PASSWORD });
  expect(status).toBe(200);
  return browser;
}

test('a rider can change name and phone, and their other browsers show it on the next read', async () => {
  const rider = await buildRider({ name: 'Robin Rider', phone: '(702) 555-0101' });
  const [here, there] = [await signIn(rider), await signIn(rider)];

  const reply = await change(here, { name: '  Robin  Nguyễn-O’Hara ', phone: ' +1 702 555 0199 ' });

  const profile = { name: 'Robin  Nguyễn-O’Hara', phone: '+1 702 555 0199' };
  expect(reply.status).toBe(200);
  expect(sessionSchema.parse(reply.body).rider).toMatchObject({ id: rider.id, ...profile });
  expect(sessionSchema.parse((await there.get('/api/session')).body).rider).toMatchObject(profile);
  expect(await stored(rider)).toEqual(profile);
});

test('concurrent profile changes of different fields do not overwrite each other', async () => {
  const rider = await buildRider();
  const [one, other] = [await signIn(rider), await signIn(rider)];

  const replies = await Promise.all([
    change(one, { name: 'Robin Rios' }),
    change(other, { phone: '(702) 555-0177' }),
  ]);

  expect(replies.map(({ status }) => status)).toEqual([200, 200]);
  expect(await stored(rider)).toEqual({ name: 'Robin Rios', phone: '(702) 555-0177' });
});

test('a rider can remove their phone number', async () => {
  const rider = await buildRider();

  expect((await change(as(rider), { phone: ' ' })).status).toBe(200);

  expect((await stored(rider)).phone).toBeNull();
});

test.each([
  [{ name: '  ' }, 'name', 'Please enter your name.'],
  [{ name: 'x'.repeat(101) }, 'name', 'Please keep your name to 100 characters.'],
  [{ phone: '555' }, 'phone', 'Please enter a valid phone number.'],
  [{ phone: '702-555-0101-'.repeat(3) }, 'phone', 'Please enter a valid phone number.'],
])('a profile change with %o is rejected at its field and changes nothing', async (body, path, message) => {
  const rider = await buildRider();

  const reply = await change(as(rider), { name: 'Robin Rios', phone: '(702) 555-0177', ...body });

  expect([reply.status, reply.body]).toMatchObject([400, { issues: [{ path, message }] }]);
  expect(await stored(rider)).toEqual({ name: rider.name, phone: rider.phone });
});

test('a profile change is recorded in the audit log with the former value; an unchanged save is not', async () => {
  const rider = await buildRider();
  const browser = as(rider);

  await change(browser, { name: 'Robin Rios', phone: rider.phone });
  await change(browser, { name: 'Robin Rios' });

  expect(await linesAbout(rider)).toMatchObject([
    {
      actor: { id: rider.id, role: 'rider', name: 'Robin Rios', address: browser.address },
      subject: { kind: 'account', name: 'Robin Rios' },
      before: { name: rider.name },
      after: { name: 'Robin Rios' },
      topic: 'security',
    },
  ]);
  expect((await linesAbout(rider))[0]?.after).not.toHaveProperty('phone');
});

test('a profile change leaves the contact details of existing rides unchanged', async () => {
  const rider = await buildRider();
  const ride = await buildRide({
    riderId: rider.id,
    customerName: rider.name,
    customerPhone: '(702) 555-0101',
  });

  await change(as(rider), { name: 'Robin Rios', phone: '(702) 555-0177' });

  expect(await findRide(ride.id)).toMatchObject({
    customerName: rider.name,
    customerPhone: '(702) 555-0101',
    version: ride.version,
  });
});

test('a driver can change their phone number but neither remove it nor change their name', async () => {
  const driver = await buildDriver();
  const browser = as(driver);

  const moved = await change(browser, { role: 'driver', phone: '(702) 555-0177' });
  const none = await change(browser, { role: 'driver', phone: '' });
  const renamed = await change(browser, { role: 'driver', name: 'Dana Driver', phone: '(702) 555-0188' });

  expect(sessionSchema.parse(moved.body).driver).toMatchObject({ phone: '(702) 555-0177' });
  expect([none.status, none.body]).toMatchObject([400, { issues: [{ path: 'phone' }] }]);
  expect([renamed.status, renamed.body]).toMatchObject([400, { issues: [{ path: 'name' }] }]);
  expect(await stored(driver)).toEqual({ name: driver.name, phone: '(702) 555-0177' });
  const { body } = await as(await buildDispatcher()).get(`/api/ops/drivers/${driver.id}`);
  expect(body).toMatchObject({ driver: { name: driver.name, phone: '(702) 555-0177' } });
});

test('staff can change their own name; the audit log records the former name and uses the new one', async () => {
  const [dispatcher, admin] = [await buildDispatcher({ name: 'Dana Reyes' }), await buildAdmin()];

  const reply = await change(as(dispatcher), { role: 'dispatcher', name: ' Dana Ruiz ' });
  const byAdmin = await change(as(admin), { role: 'admin', name: 'Ada Lane' });

  expect([reply.status, byAdmin.status]).toEqual([200, 200]);
  expect(sessionSchema.parse(reply.body).staff).toMatchObject({ id: dispatcher.id, name: 'Dana Ruiz' });
  expect((await stored(admin)).name).toBe('Ada Lane');
  expect(await linesAbout(dispatcher)).toMatchObject([
    {
      actor: { id: dispatcher.id, role: 'dispatcher', name: 'Dana Ruiz' },
      before: { name: 'Dana Reyes' },
      after: { name: 'Dana Ruiz' },
      topic: 'security',
    },
  ]);
  await as(dispatcher).get('/api/ops/staff');
  const refused = await AuditModel.findOne({ 'actor.id': dispatcher.id, action: 'call refused' }).lean();
  expect(refused).toMatchObject({ actor: { name: 'Dana Ruiz' } });
});

test('staff cannot set a phone number, and cannot change their name without a second factor', async () => {
  const [dispatcher, newcomer] = [
    await buildDispatcher(),
    await buildDispatcher({ name: 'Newcomer', hasPasskey: false }),
  ];

  const phone = await change(as(dispatcher), { role: 'dispatcher', name: 'D', phone: '(702) 555-0177' });
  const early = await change(as(newcomer), { role: 'dispatcher', name: 'Somebody Else' });

  expect([phone.status, phone.body]).toMatchObject([400, { issues: [{ path: 'phone' }] }]);
  expect([early.status, early.body]).toMatchObject([403, { code: 'SECOND_FACTOR_REQUIRED_FOR_STAFF' }]);
  expect(await stored(dispatcher)).toEqual({ name: dispatcher.name, phone: null });
  expect((await stored(newcomer)).name).toBe('Newcomer');
});

test('a profile change is refused to visitors and in a role the session does not have', async () => {
  const [rider, driver, dispatcher] = [await buildRider(), await buildDriver(), await buildDispatcher()];
  const name = 'Somebody Else';

  const replies = [
    await change(visitor(), { name }),
    await change(as(driver), { name }),
    await change(as(dispatcher), { name }),
    await change(as(dispatcher), { role: 'admin', name }),
  ];

  expect(replies.map(({ status }) => status)).toEqual([401, 403, 403, 403]);
  expect(await UserModel.countDocuments({ name })).toBe(0);
  expect((await stored(rider)).name).toBe(rider.name);
});

test('an account that is being deleted cannot change its name', async () => {
  const rider = await buildRider();
  const browser = await signIn(rider);
  expect((await deleteOwn(rider)).status).toBe(202);

  const reply = await change(browser, { name: 'Robin Rios' });

  expect(reply.status).toBe(401);
  expect((await stored(rider)).name).not.toBe('Robin Rios');
});

test('profile changes are limited to thirty per hour for an account across all its browsers', async () => {
  const [rider, other] = [await buildRider(), await buildRider()];
  const browsers = [await signIn(rider), await signIn(rider)];
  for (let count = 0; count < 30; count += 1) {
    expect((await change(browsers[count % 2] ?? visitor(), { name: `Robin ${count}` })).status).toBe(200);
  }

  const statuses = [...browsers, as(other)].map(
    async (browser) => (await change(browser, { name: 'R' })).status,
  );

  expect(await Promise.all(statuses)).toEqual([429, 429, 200]);
  expect((await stored(rider)).name).toBe('Robin 29');
});
