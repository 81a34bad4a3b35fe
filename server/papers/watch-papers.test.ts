import { expect, onTestFinished, test, vi } from 'vitest';
import { addDays, dateInVegas } from '#common/time.ts';
import { handlers } from '#workers/handlers.ts';
import { type AlertDoc, AlertModel } from '../alerts/alert-model.ts';
import { EMAIL_TEMPLATES } from '../email-templates.ts';
import { env } from '../env.ts';
import { MailModel } from '../mail/mail-model.ts';
import { RideModel } from '../rides/ride-model.ts';
import { as } from '../testing/as.ts';
import { buildRide } from '../testing/build-ride.ts';
import { buildAdmin, buildDriver } from '../testing/build-user.ts';
import { buildVehicle } from '../testing/build-vehicle.ts';
import { setUpTestApp } from '../testing/set-up-test-app.ts';
import { addVehiclePapers } from '../vehicles/edit-vehicle.ts';
import { PaperNoticeModel } from './paper-notice-model.ts';
import { watchPapers } from './watch-papers.ts';

setUpTestApp();

const day = (ahead: number) => addDays(dateInVegas(new Date()), ahead);
const license = (expiresOn: string) => ({ kind: 'license', number: '1', expiresOn }) as const;

const openAbout = (id: string) => AlertModel.find({ 'subject.id': id, resolvedAt: null }).lean();

/** Runs the job in two concurrent workers. */
const watchTwice = () => Promise.all([watchPapers(), watchPapers()]);

test('an expired paper of a driver with rides ahead is an open alert until it is renewed', async () => {
  const driver = await buildDriver({ name: 'Tom Brandt', driver: { documents: [license(day(-1))] } });
  await watchTwice();
  expect(await openAbout(driver.id)).toEqual([]);
  await buildRide({ status: 'accepted', driverId: driver.id });
  await watchTwice();
  expect(await openAbout(driver.id)).toMatchObject([
    {
      kind: 'paper-expired',
      subject: { kind: 'driver', name: 'Tom Brandt' },
      text: expect.stringMatching(/^The license was valid until .+, and there are rides ahead\.$/),
    },
  ]);

  const reply = await as(await buildAdmin()).patch(`/api/ops/drivers/${driver.id}`, {
    version: 1,
    documents: [license(day(400))],
    weeklyHours: [],
  });

  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  expect(await openAbout(driver.id)).toEqual([]);
});

test('the alert about an expired paper states no number of rides, which would not follow the rides', async () => {
  const driver = await buildDriver({ driver: { documents: [license(day(-1))] } });
  await buildRide({ status: 'accepted', driverId: driver.id });
  await watchPapers();
  await buildRide({ status: 'accepted', driverId: driver.id });

  await watchPapers();

  const [alert] = await openAbout(driver.id);
  expect(alert?.text).not.toMatch(/\b1 ride\b/);
});

test('a paper renewed at the moment its alert is opened leaves no open alert', async () => {
  const driver = await buildDriver({ driver: { documents: [license(day(-1))] } });
  await buildRide({ status: 'accepted', driverId: driver.id });
  const path = `/api/ops/drivers/${driver.id}`;
  const body = { version: 1, documents: [license(day(400))] };
  const admin = await buildAdmin();
  const create = AlertModel.create.bind(AlertModel) as (doc: AlertDoc) => unknown;
  const spy = vi.spyOn(AlertModel, 'create').mockImplementation((async (doc: AlertDoc) => {
    if (doc.subject.id === driver.id) expect((await as(admin).patch(path, body)).status).toBe(200);
    return create(doc);
  }) as never);
  onTestFinished(() => spy.mockRestore());

  await watchPapers();

  expect(await AlertModel.find({ 'subject.id': driver.id }).lean()).toMatchObject([
    { kind: 'paper-expired', resolvedAt: expect.any(Date) },
  ]);
});

test('an expired paper of a vehicle is an open alert until the vehicle has no ride ahead', async () => {
  const insurance = { kind: 'insurance', number: '1', expiresOn: day(-3) } as const;
  const vehicle = await buildVehicle({ documents: [insurance] });
  const ride = await buildRide({ status: 'accepted', vehicleId: vehicle.id });
  await watchTwice();
  expect(await openAbout(vehicle.id)).toMatchObject([
    { kind: 'paper-expired', subject: { kind: 'vehicle' } },
  ]);

  await RideModel.updateOne({ _id: ride.id }, { status: 'completed' });
  await watchTwice();

  expect(await openAbout(vehicle.id)).toEqual([]);
});

test('an alert about an expired paper is resolved within half a minute of another driver getting the ride', async () => {
  const driver = await buildDriver({ driver: { documents: [license(day(-1))] } });
  const other = await buildDriver();
  const ride = await buildRide({ status: 'accepted', driverId: driver.id });
  await watchPapers();
  expect(await openAbout(driver.id)).toHaveLength(1);
  await RideModel.updateOne({ _id: ride.id }, { driverId: other.id });

  await handlers['watch-rides']({});

  expect(await openAbout(driver.id)).toEqual([]);
});

test('an alert about an expired paper is resolved within half a minute of new papers being recorded from an application', async () => {
  const insurance = { kind: 'insurance', number: '1', expiresOn: day(-3) } as const;
  const vehicle = await buildVehicle({ documents: [insurance] });
  await buildRide({ status: 'accepted', vehicleId: vehicle.id });
  await watchPapers();
  expect(await openAbout(vehicle.id)).toHaveLength(1);
  await addVehiclePapers(vehicle.id, [{ ...insurance, expiresOn: day(400) }], 'Ada Admin');

  await handlers['watch-rides']({});

  expect(await openAbout(vehicle.id)).toEqual([]);
});

test('thirty days before a driver’s paper expires, the driver and operations get one email each', async () => {
  const driver = await buildDriver({ name: 'Ann Lee', driver: { documents: [license(day(31))] } });
  const notices = () => PaperNoticeModel.find({ 'owner.id': driver.id }).lean();
  await watchTwice();
  expect(await notices()).toEqual([]);
  const { id } = await buildDriver({ name: 'Ann Lee', driver: { documents: [license(day(30))] } });

  await watchTwice();
  await watchPapers();

  const [notice] = await PaperNoticeModel.find({ 'owner.id': id }).lean();
  const mails = await MailModel.find({ aboutId: notice?._id }).sort({ template: 1 }).lean();
  expect(mails.map(({ template }) => template)).toEqual(['paper-ending', 'paper-ending-for-operations']);
  const noticeId = notice?._id.toHexString() ?? '';
  expect(await EMAIL_TEMPLATES['paper-ending'].compose(noticeId)).toMatchObject({
    to: expect.stringContaining('driver-'),
    subject: expect.stringMatching(/^Your license is valid until /),
  });
  expect(await EMAIL_TEMPLATES['paper-ending-for-operations'].compose(noticeId)).toMatchObject({
    to: env.MAIL_TO,
    subject: expect.stringMatching(/^Ann Lee: license valid until /),
  });
});

test('the expiry of a vehicle’s paper is emailed to operations only', async () => {
  const vehicle = await buildVehicle({
    documents: [{ kind: 'inspection', number: '1', expiresOn: day(10) }],
  });

  await watchPapers();

  const [notice] = await PaperNoticeModel.find({ 'owner.id': vehicle.id }).lean();
  expect(await MailModel.find({ aboutId: notice?._id }).lean()).toMatchObject([
    { template: 'paper-ending-for-operations' },
  ]);
});
