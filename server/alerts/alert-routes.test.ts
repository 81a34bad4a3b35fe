import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { type Alert, alertSchema } from '#common/alerts/alert.ts';
import { AuditModel } from '../audit-log/audit-model.ts';
import { MailModel } from '../mail/mail-model.ts';
import { as } from '../testing/as.ts';
import { buildAdmin, buildDispatcher, buildDriver, buildRider } from '../testing/build-user.ts';
import { newId } from '../testing/new-id.ts';
import { setUpTestApp } from '../testing/set-up-test-app.ts';
import type { UserRecord } from '../users/user-model.ts';
import { mailOwedAlerts } from './alert-mails.ts';
import { AlertModel } from './alert-model.ts';
import { listOpenAlerts, openAlert, resolveAlert } from './alerts.ts';

setUpTestApp();

/** Opens an alert. Returns it with its key. */
async function buildAlert(overrides: Partial<Parameters<typeof openAlert>[0]> = {}) {
  const subject = { kind: 'ride', id: newId(), name: 'Robin Rider, Fri 20 Nov, 6:30 PM' };
  const key = `${subject.id} driver-late`;
  await openAlert({ key, kind: 'driver-late', subject, text: 'Tom has not started it.', ...overrides });
  const alert = (await listOpenAlerts()).find((each) => each.subject.id === subject.id);
  if (!alert) throw new Error('the alert was not opened');
  return { alert, key: overrides.key ?? key };
}

const resolve = (staff: UserRecord, { id, version }: Alert, note?: string) =>
  as(staff).post(`/api/ops/alerts/${id}/resolve`, { version, ...(note && { note }) });

test('when two staff resolve an alert concurrently, one succeeds and the other gets a conflict with name and time', async () => {
  const { alert } = await buildAlert();
  const staff = [await buildDispatcher({ name: 'Dana Reyes' }), await buildAdmin({ name: 'Dana Reyes' })];

  const replies = await Promise.all(
    staff.map((each) => resolve(each, alert, 'Called Tom: two minutes away.')),
  );

  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const [won, lost] = replies.toSorted((one, other) => one.status - other.status);
  expect(alertSchema.parse(won?.body)).toMatchObject({
    version: 2,
    resolvedBy: { name: 'Dana Reyes' },
    note: 'Called Tom: two minutes away.',
  });
  expect(lost?.body).toMatchObject({
    code: 'VERSION_CONFLICT',
    message: expect.stringMatching(/^Dana Reyes resolved this at \d+:\d\d [AP]M P[SD]T\.$/),
  });
  expect(await AuditModel.find({ 'subject.id': alert.id }).lean()).toMatchObject([
    {
      action: 'alert resolved',
      subject: { kind: 'alert', name: alert.subject.name },
      after: {
        alert: 'Driver late',
        about: `ride ${alert.subject.id}`,
        note: 'Called Tom: two minutes away.',
      },
    },
  ]);
});

test('taking an alert sets its assignee, and resolving the stale version is a conflict that names the assignee', async () => {
  const { alert } = await buildAlert();
  const [dana, sam] = [await buildDispatcher({ name: 'Dana Reyes' }), await buildDispatcher()];

  const taken = await as(dana).post(`/api/ops/alerts/${alert.id}/take`, { version: alert.version });

  expect(taken.body).toMatchObject({ assignee: { id: dana.id, name: 'Dana Reyes' }, resolvedAt: null });
  expect((await resolve(sam, alert)).body).toMatchObject({
    message: expect.stringMatching(/^Dana Reyes took this at /),
  });
});

test('a more urgent alert keeps its assignee; one that opens again after it was resolved has none', async () => {
  const { alert, key } = await buildAlert({ urgency: 'later' });
  const { subject } = alert;
  const dana = await buildDispatcher({ name: 'Dana Reyes' });
  await as(dana).post(`/api/ops/alerts/${alert.id}/take`, { version: alert.version });
  const rise = async (urgency: 'soon' | 'now') => {
    await openAlert({ key, kind: 'driver-late', subject, text: 'Still not.', urgency });
    const risen = (await listOpenAlerts()).find(({ id }) => id === alert.id);
    if (!risen) throw new Error('the alert is not open');
    return risen;
  };

  const risen = await rise('soon');
  expect(risen.assignee).toMatchObject({ name: 'Dana Reyes' });
  await resolve(dana, risen);

  expect(await rise('now')).toMatchObject({ assignee: null, resolvedAt: null });
});

test('an alert that was resolved by an event cannot be resolved by hand', async () => {
  const { alert, key } = await buildAlert();
  await resolveAlert(key);

  const reply = await resolve(await buildDispatcher(), alert);

  expect([reply.status, Object(reply.body).message]).toEqual([
    409,
    expect.stringMatching(/^This cleared at /),
  ]);
  expect((await resolve(await buildDispatcher(), { ...alert, id: newId() })).status).toBe(404);
});

test('the alert history of a subject includes resolved alerts, newest first', async () => {
  const { alert, key } = await buildAlert();
  await resolveAlert(key);
  await openAlert({ key, kind: 'driver-late', subject: alert.subject, text: 'Late again.' });

  const { body } = await as(await buildDispatcher()).get(`/api/ops/alerts?subjectId=${alert.subject.id}`);

  const history = z.array(alertSchema).parse(body);
  expect(history.map(({ text, resolvedAt }) => [text, resolvedAt === null])).toEqual([
    ['Late again.', true],
    ['Tom has not started it.', false],
  ]);
});

test('riders and drivers can neither read nor resolve alerts', async () => {
  const { alert } = await buildAlert();
  for (const user of [await buildRider(), await buildDriver()]) {
    expect([401, 403]).toContain((await as(user).get('/api/ops/alerts')).status);
    expect([401, 403]).toContain((await resolve(user, alert)).status);
  }
});

test('a money difference is emailed to operations once, even if it is found repeatedly and concurrently', async () => {
  const subject = { kind: 'payment', id: 'pi_difference', name: 'A payment' };
  const difference = {
    key: 'money pi_difference',
    kind: 'money-difference',
    subject,
    text: 'A cent.',
  } as const;

  await Promise.all([openAlert(difference), openAlert(difference)]);
  await openAlert(difference);
  await mailOwedAlerts();

  const [alert] = await AlertModel.find({ 'subject.id': subject.id }).lean();
  expect(await MailModel.find({ aboutId: alert?._id }).lean()).toMatchObject([{ template: 'alert-notice' }]);
  expect(await AlertModel.countDocuments({ mailOwed: true })).toBe(0);
});

test('an alert that was resolved with mayReturn false is not opened again under its key', async () => {
  const { alert, key } = await buildAlert({ kind: 'dispute-opened' });
  await resolveAlert(key, { mayReturn: false });

  expect(await openAlert({ key, kind: 'dispute-opened', subject: alert.subject, text: 'Again.' })).toBe(
    false,
  );
  expect(await AlertModel.countDocuments({ 'subject.id': alert.subject.id })).toBe(1);
});
