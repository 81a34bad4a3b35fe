import { Types } from 'mongoose';
import { expect, test, vi } from 'vitest';
import { ownDriverSchema, staffDriverSchema } from '#common/drivers/driver.ts';
import { AuditModel } from '../audit-log/audit-model.ts';
import { as } from '../testing/as.ts';
import { buildRide } from '../testing/build-ride.ts';
import { buildAdmin, buildDispatcher, buildDriver } from '../testing/build-user.ts';
import { setUpTestApp } from '../testing/set-up-test-app.ts';
import { UserModel } from '../users/user-model.ts';
import { DriverModel } from './driver-model.ts';
import { findApprovedDriver } from './driver-queries.ts';

setUpTestApp();

test('a driver can read their own state, papers, vehicles and served ride types', async () => {
  const documents = [{ kind: 'license', number: 'NV-1', expiresOn: '2031-05-01' } as const];
  const driver = await buildDriver({
    driver: { documents },
    vehicle: { alsoServes: ['lux-sedan'], seats: 6 },
  });

  const reply = await as(driver).get('/api/driver');

  expect(ownDriverSchema.parse(reply.body)).toMatchObject({
    id: driver.id,
    state: 'active',
    isOnDuty: true,
    documents,
    vehicles: [{ label: 'Black Cadillac Escalade', state: 'active' }],
    serves: [
      { rideType: 'lux-sedan', until: '2031-05-01' },
      { rideType: 'lux-suv', until: '2031-05-01' },
    ],
  });
});

test('a driver who was never approved has state none and cannot go on duty', async () => {
  const driver = await buildDriver({ driver: null });

  expect((await as(driver).get('/api/driver')).body).toMatchObject({ state: 'none', serves: [] });
  const duty = await as(driver).send('PUT', '/api/duty', { isOnDuty: true });
  expect([duty.status, duty.body]).toEqual([
    403,
    { code: 'FORBIDDEN', message: 'Only approved drivers can do that.' },
  ]);
});

test('duty can be switched off and on, and switching it off twice changes nothing', async () => {
  const driver = await buildDriver();
  const put = (isOnDuty: boolean) => as(driver).send('PUT', '/api/duty', { isOnDuty });

  const off = ownDriverSchema.parse((await put(false)).body);
  const again = ownDriverSchema.parse((await put(false)).body);
  const on = ownDriverSchema.parse((await put(true)).body);

  expect([off.isOnDuty, off.serves]).toEqual([false, []]);
  expect(again.dutySince).toBe(off.dutySince);
  expect([on.isOnDuty, on.serves.length]).toEqual([true, 16]);
});

test('a driver can propose weekly hours, which staff see and which do not change duty', async () => {
  const driver = await buildDriver();
  const weeklyHours = [{ weekday: 5, from: '18:00', to: '02:00' }];

  const reply = await as(driver).send('PUT', '/api/driver/hours', { weeklyHours });
  const wrong = await as(driver).send('PUT', '/api/driver/hours', {
    weeklyHours: [{ weekday: 7, from: '25:00', to: '02:00' }],
  });

  expect(ownDriverSchema.parse(reply.body)).toMatchObject({ weeklyHours, isOnDuty: true });
  expect(wrong.status).toBe(400);
  const seen = await as(await buildDispatcher()).get(`/api/ops/drivers/${driver.id}`);
  expect(seen.body).toMatchObject({ driver: { weeklyHours } });
});

test('weekly hours based on an older version of the driver are refused and name who changed it', async () => {
  const [admin, driver] = [await buildAdmin({ name: 'Robin Hale' }), await buildDriver()];
  const ownVersion = async () => Object((await as(driver).get('/api/driver')).body).version;
  const put = (version: number) => as(driver).send('PUT', '/api/driver/hours', { weeklyHours: [], version });
  const seen = await ownVersion();
  const weeklyHours = [{ weekday: 5, from: '18:00', to: '02:00' }];
  await as(admin).patch(`/api/ops/drivers/${driver.id}`, { version: seen, weeklyHours });

  const late = await put(seen);

  expect([late.status, late.body]).toEqual([
    409,
    {
      code: 'VERSION_CONFLICT',
      message: 'Robin Hale changed this driver just now. Please look again, then save.',
    },
  ]);
  expect((await findApprovedDriver(driver.id)).weeklyHours).toEqual(weeklyHours);
  expect((await put(await ownVersion())).status).toBe(200);
});

test('a dispatcher can suspend a driver, which lists their rides; only an admin can reinstate; both are audited', async () => {
  const [dispatcher, admin, driver] = [await buildDispatcher(), await buildAdmin(), await buildDriver()];
  const ride = await buildRide({ status: 'accepted', driverId: driver.id });
  const path = `/api/ops/drivers/${driver.id}`;
  expect((await as(dispatcher).get(`${path}/rides`)).body).toMatchObject([{ id: ride.id }]);

  const suspended = await as(dispatcher).post(`${path}/suspend`, { reason: 'Two complaints' });
  const duty = await as(driver).send('PUT', '/api/duty', { isOnDuty: true });
  const early = await as(dispatcher).post(`${path}/reinstate`);
  const reinstated = await as(admin).post(`${path}/reinstate`);

  expect(suspended.body).toMatchObject({
    driver: { state: 'suspended', isOnDuty: false, suspension: { reason: 'Two complaints' } },
    rides: [{ id: ride.id, customerName: 'Robin Rider' }],
  });
  expect(Object(duty.body).message).toBe('Your driver account is suspended. Please call dispatch.');
  expect(early.status).toBe(403);
  expect(reinstated.body).toMatchObject({ driver: { state: 'active', suspension: null, isOnDuty: false } });
  const isOfStaff = { $in: ['driver suspended', 'driver reinstated'] };
  const lines = await AuditModel.find({ 'subject.id': driver.id, action: isOfStaff }).sort({ at: 1 }).lean();
  expect(lines.map(({ action, actor }) => [action, actor.role])).toEqual([
    ['driver suspended', 'dispatcher'],
    ['driver reinstated', 'admin'],
  ]);
});

test('reinstating ends only the suspension that the admin saw, and only a suspension that took place is audited', async () => {
  const [dana, robin, admin] = [
    await buildDispatcher({ name: 'Dana Reyes' }),
    await buildDispatcher({ name: 'Robin Hale' }),
    await buildAdmin(),
  ];
  const driver = await buildDriver();
  const path = `/api/ops/drivers/${driver.id}`;
  const suspend = (by: typeof dana, reason: string) => as(by).post(`${path}/suspend`, { reason });
  const { version: seen } = Object((await suspend(dana, 'Two complaints')).body).driver;
  const again = await suspend(robin, 'A third one');
  expect(again.body).toMatchObject({ driver: { suspension: { reason: 'Two complaints' }, version: seen } });
  await as(admin).post(`${path}/reinstate`, { version: seen });
  await suspend(robin, 'No insurance');

  const late = await as(admin).post(`${path}/reinstate`, { version: seen });

  expect([late.status, late.body]).toEqual([
    409,
    {
      code: 'VERSION_CONFLICT',
      message: 'Robin Hale changed this driver just now. Please look again, then reinstate.',
    },
  ]);
  expect(await findApprovedDriver(driver.id)).toMatchObject({ state: 'suspended' });
  const isOfStaff = { $in: ['driver suspended', 'driver reinstated'] };
  const lines = await AuditModel.find({ 'subject.id': driver.id, action: isOfStaff }).sort({ _id: 1 }).lean();
  expect(lines.map(({ actor }) => actor.id)).toEqual([dana.id, admin.id, robin.id]);
});

test('of two concurrent changes to one driver’s papers, one is refused as a conflict', async () => {
  const [admin, driver] = [await buildAdmin(), await buildDriver()];
  const edit = (number: string) =>
    as(admin).patch(`/api/ops/drivers/${driver.id}`, {
      version: 1,
      documents: [{ kind: 'license', number, expiresOn: '2031-05-01' }],
    });

  const replies = await Promise.all([edit('NV-1'), edit('NV-2')]);

  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(replies.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'VERSION_CONFLICT' });
});

test('a conflict over a driver names who last changed the driver, ignoring unrelated audit lines', async () => {
  const [ada, robin] = [await buildAdmin({ name: 'Ada Admin' }), await buildAdmin({ name: 'Robin Hale' })];
  const dana = await buildDispatcher({ name: 'Dana Reyes' });
  const driver = await buildDriver({ name: 'Sam Ortega' });
  const path = `/api/ops/drivers/${driver.id}`;
  const edit = async (version: number, by = ada) => {
    const { status, body } = await as(by).patch(path, { version, documents: [] });
    return status === 200 ? status : Object(body).message;
  };

  expect(await edit(1, robin)).toBe(200);
  // Adds an unrelated audit line about the account.
  await as(driver).signIn();
  expect(await edit(1)).toBe('Robin Hale changed this driver just now. Please look again, then save.');
  expect((await as(driver).send('PUT', '/api/driver/hours', { weeklyHours: [] })).status).toBe(200);
  expect(await edit(2)).toContain('Sam Ortega changed this driver');
  await as(dana).post(`${path}/suspend`, { reason: 'Two complaints' });
  expect(await edit(3)).toContain('Dana Reyes changed this driver');
  await as(robin).post(`${path}/reinstate`);
  expect(await edit(4)).toContain('Robin Hale changed this driver');
  await DriverModel.updateOne({ _id: driver.id }, { $unset: { changedBy: 1 } });
  expect(await edit(4)).toBe('Someone has since changed this driver. Please look again, then save.');
});

test('an admin can rename a driver, which shows in the driver’s session and in the audit log', async () => {
  const [admin, driver] = [await buildAdmin(), await buildDriver({ name: 'Dee Driver' })];
  const edit = (body: object) => as(admin).patch(`/api/ops/drivers/${driver.id}`, body);

  const renamed = await edit({ version: 1, name: ' Dee Delgado ' });
  const late = await edit({ version: 1, name: 'Dee Doe' });
  const empty = await edit({ version: 2, name: ' ' });

  expect(renamed.body).toMatchObject({ driver: { id: driver.id, name: 'Dee Delgado', version: 2 } });
  expect([late.status, empty.status]).toEqual([409, 400]);
  const session = await as(driver).get('/api/session');
  expect(session.body).toMatchObject({ driver: { id: driver.id, name: 'Dee Delgado' } });
  const lines = await AuditModel.find({ 'subject.id': driver.id, action: 'driver changed' }).lean();
  expect(lines.map(({ before, after }) => ({ before, after }))).toEqual([
    { before: { name: 'Dee Driver' }, after: { name: 'Dee Delgado' } },
  ]);
});

const NEW_PAPERS = [{ kind: 'license', number: 'NV-9', expiresOn: '2031-05-01' }] as const;

async function renameWithPapers(driverId: string) {
  const body = { version: 1, name: 'Dee Delgado', documents: NEW_PAPERS };
  const reply = await as(await buildAdmin()).patch(`/api/ops/drivers/${driverId}`, body);
  expect([reply.status, reply.body]).toMatchObject([404, { code: 'NOT_FOUND' }]);
  const lines = await AuditModel.find({ 'subject.id': driverId, action: 'driver changed' }).lean();
  return { papers: (await findApprovedDriver(driverId)).documents, changes: lines.map(({ after }) => after) };
}

test('a driver whose account is disabled can be given neither a new name nor papers', async () => {
  const { id } = await buildDriver();
  await UserModel.updateOne({ _id: id }, { disabledAt: new Date() });

  expect(await renameWithPapers(id)).toEqual({ papers: [], changes: [] });
});

test('if a driver’s account is disabled after new papers were stored, the papers are audited', async () => {
  const { id } = await buildDriver();
  const rename = UserModel.updateOne.bind(UserModel);
  vi.spyOn(UserModel, 'updateOne').mockImplementationOnce((async (...of: Parameters<typeof rename>) => {
    await UserModel.collection.updateOne(
      { _id: new Types.ObjectId(id) },
      { $set: { disabledAt: new Date() } },
    );
    return rename(...of);
  }) as never);

  expect(await renameWithPapers(id)).toMatchObject({
    papers: NEW_PAPERS,
    changes: [{ documents: NEW_PAPERS }],
  });
});

test.each([
  [{ kind: 'license', number: ' ', expiresOn: '2031-05-01' }, 'Please enter the number on the document.'],
  [{ kind: 'license', number: '1', expiresOn: '2031-02-30' }, 'Please enter the date it expires.'],
  [{ kind: 'poetry', number: '1', expiresOn: '2031-05-01' }, 'Please choose a kind of document.'],
])('the paper %o is refused in plain words', async (paper, message) => {
  const [admin, driver] = [await buildAdmin(), await buildDriver()];

  const reply = await as(admin).patch(`/api/ops/drivers/${driver.id}`, { version: 1, documents: [paper] });

  expect([reply.status, Object(reply.body).message]).toEqual([400, message]);
});

test('the list of drivers is paged, with each driver listed once', async () => {
  const admin = await buildAdmin();
  const built = [await buildDriver(), await buildDriver(), await buildDriver()];
  const seen: string[] = [];
  let next: string | null = '';
  while (next !== null) {
    const reply = await as(admin).get(`/api/ops/drivers?limit=2${next && `&after=${next}`}`);
    const page = Object(reply.body);
    seen.push(...page.drivers.map((driver: unknown) => staffDriverSchema.parse(driver).id));
    next = page.next;
  }

  expect(new Set(seen).size).toBe(seen.length);
  expect(seen).toEqual(expect.arrayContaining(built.map(({ id }) => id)));
});

test('a page of drivers after an invalid id is refused', async () => {
  const reply = await as(await buildAdmin()).get('/api/ops/drivers?after=nobody');

  expect([reply.status, reply.body]).toMatchObject([400, { code: 'INVALID_REQUEST' }]);
});
