import { expect, onTestFinished, test, vi } from 'vitest';
import { DELETED_NAME, type HeldName, PERSONAL_DATA } from '#common/personal-data/personal-data.ts';
import { AlertModel } from '../alerts/alert-model.ts';
import { openAlert } from '../alerts/alerts.ts';
import { ApplicationModel } from '../driver-applications/application-model.ts';
import { PurchaseModel } from '../gift-cards/purchase-model.ts';
import { MessageModel } from '../messages/message-model.ts';
import { storeMessage } from '../messages/receive-message.ts';
import { PaperNoticeModel } from '../papers/paper-notice-model.ts';
import { findRide } from '../rides/ride-queries.ts';
import { StatementModel } from '../statements/statement-model.ts';
import { storeApplication } from '../testing/build-application.ts';
import { buildContact } from '../testing/build-message.ts';
import { bookRide, buildRide } from '../testing/build-ride.ts';
import { buildAdmin, buildRider } from '../testing/build-user.ts';
import { newId } from '../testing/new-id.ts';
import { setUpTestApp } from '../testing/set-up-test-app.ts';
import { InvitationModel } from '../users/invitation-model.ts';
import { UserModel } from '../users/user-model.ts';
import { eraseAccount } from './erase-account.ts';
import { removeOldData } from './remove-old-data.ts';

setUpTestApp();

const DAY_MS = 86_400_000;
const daysAgo = (days: number): Date => new Date(Date.now() - days * DAY_MS);

/** Returns two instants: two days past a retention period, and two days before its end. */
function around(name: HeldName): { old: Date; young: Date } {
  const days = PERSONAL_DATA[name].keep?.days ?? 0;
  return { old: daysAgo(days + 2), young: daysAgo(days - 2) };
}

/** Returns which of the documents still exist, the old one first. */
async function left(
  model: { exists: (filter: object) => PromiseLike<unknown> },
  ids: readonly unknown[],
): Promise<boolean[]> {
  return Promise.all(ids.map(async (_id) => (await model.exists({ _id })) !== null));
}

test('if one kind of old data cannot be removed, the others are removed and the error is thrown', async () => {
  const { old } = around('alerts');
  const subject = { kind: 'ride', id: newId(), name: 'A ride' };
  await openAlert({ key: 'late', kind: 'driver-late', subject, text: 'Late.' });
  await AlertModel.updateOne({ key: 'late' }, { $set: { resolvedAt: old, holds: false } });
  const invitations = vi.spyOn(InvitationModel, 'deleteMany').mockImplementationOnce(() => {
    throw new Error('no primary');
  });
  onTestFinished(() => invitations.mockRestore());

  await expect(removeOldData()).rejects.toThrow('no primary');

  expect(invitations).toHaveBeenCalled();
  expect(await AlertModel.exists({ key: 'late' })).toBeNull();
});

test('messages, notices, invitations, declined applications and resolved alerts are removed after their period', async () => {
  const message = async (movedAt: Date, state = 'done') => {
    const id = await storeMessage({ form: 'contact', content: buildContact() }, null);
    await MessageModel.updateOne({ _id: id }, { $set: { movedAt, state } });
    return id;
  };
  const application = async (at: Date, status: 'declined' | 'received') => {
    const { id } = await storeApplication();
    const by = { id: newId(), name: 'Robin Hale', role: 'admin' } as const;
    await ApplicationModel.updateOne({ _id: id }, { $set: { status, decision: { by, at, reason: null } } });
    return id;
  };
  const alert = async (resolvedAt: Date | null) => {
    const subject = { kind: 'ride', id: newId(), name: 'A ride' };
    const key = `${subject.id} driver-late`;
    await openAlert({ key, kind: 'driver-late', subject, text: 'Late.' });
    await AlertModel.updateOne({ key }, { $set: { resolvedAt, holds: false } });
    return (await AlertModel.findOne({ key }))?.id;
  };
  const [ofMessages, ofApplications, ofAlerts] = [
    around('messages'),
    around('driverApplications'),
    around('alerts'),
  ];
  const messages = [
    await message(ofMessages.old),
    await message(ofMessages.young),
    await message(ofMessages.old, 'open'),
  ];
  const applications = [
    await application(ofApplications.old, 'declined'),
    await application(ofApplications.young, 'declined'),
    await application(ofApplications.old, 'received'),
  ];
  const alerts = [await alert(ofAlerts.old), await alert(ofAlerts.young), await alert(null)];
  const invitations = await InvitationModel.create(
    [around('invitations').old, around('invitations').young].map((expiresAt) => ({
      userId: newId(),
      expiresAt,
    })),
  );
  const notices = await PaperNoticeModel.create(
    [around('paperNotices').old, around('paperNotices').young].map((day) => ({
      owner: { kind: 'driver' as const, id: newId() },
      paper: 'license',
      expiresOn: day.toISOString().slice(0, 10),
    })),
  );

  await removeOldData();
  await removeOldData();

  expect(await left(MessageModel, messages)).toEqual([false, true, true]);
  expect(await left(ApplicationModel, applications)).toEqual([false, true, true]);
  expect(await left(AlertModel, alerts)).toEqual([false, true, true]);
  expect(
    await left(
      InvitationModel,
      invitations.map(({ id }) => id),
    ),
  ).toEqual([false, true]);
  expect(
    await left(
      PaperNoticeModel,
      notices.map(({ id }) => id),
    ),
  ).toEqual([false, true]);
});

test('an old alert that must not be opened again keeps its key, but no name or text about a person', async () => {
  const { old, young } = around('alerts');
  const build = async (key: string, resolvedAt: Date | null) => {
    const subject = { kind: 'ride', id: newId(), name: 'Robin Rider, Fri 20 Nov, 6:30 PM' };
    const text = 'Robin Rider’s bank took $240.00 back.';
    const payment = { amountCents: 24_000, reason: 'fraudulent', answerBy: null };
    const alert = { key, kind: 'dispute-closed', subject, text, payment } as const;
    await openAlert(alert);
    await AlertModel.updateOne(
      { key },
      { $set: { resolvedAt, note: 'Called Robin.', unpublishedSince: null } },
    );
    return alert;
  };
  const past = await build('du_1 closed', old);
  await build('du_2 closed', young);
  await build('du_3 closed', null);
  const find = (key: string) => AlertModel.findOne({ key }).lean();

  await removeOldData();
  await removeOldData();

  const left = await find(past.key);
  expect(left).toMatchObject({
    ...{ holds: true, resolvedAt: old, note: null, version: 2, payment: past.payment },
    subject: { ...past.subject, name: DELETED_NAME },
    unpublishedSince: expect.any(Date),
  });
  expect(left?.text).not.toContain('Robin');
  for (const key of ['du_2 closed', 'du_3 closed']) {
    expect(await find(key)).toMatchObject({
      note: 'Called Robin.',
      subject: { name: past.subject.name },
      version: 1,
    });
  }
  expect(await openAlert(past)).toBe(false);
});

test('rides, purchases and statements past their period are kept without names', async () => {
  const { old, young } = around('rides');
  const [first, second] = await Promise.all(
    [old, young].map((scheduledAt) => buildRide({ status: 'completed', scheduledAt })),
  );
  const purchase = { amountCents: 5_000, recipientEmail: 'a@example.com', state: 'paid' as const };
  const purchases = await PurchaseModel.create(
    [old, young].map((createdAt) => ({ ...purchase, buyerEmail: 'b@example.com', createdAt })),
  );
  const paid = { at: old, by: { id: newId(), name: 'Ada' }, paysCents: 100, driverName: 'Dee', rides: [] };
  const week = { driverId: newId(), version: 1, changes: [], paid };
  await StatementModel.create({ ...week, week: '2001-01-01' });

  await removeOldData();

  expect(await findRide(first?.id ?? '')).toMatchObject({
    ...{ customerName: DELETED_NAME, customerPhone: '', pickupLocation: 'Las Vegas' },
    fare: first?.fare,
  });
  expect(await findRide(second?.id ?? '')).toMatchObject({ version: second?.version });
  const found = await PurchaseModel.find({ _id: { $in: purchases.map(({ id }) => id) } }).sort({
    createdAt: 1,
  });
  expect(found.map(({ recipientEmail, buyerEmail }) => [recipientEmail, buyerEmail])).toEqual([
    ['', null],
    ['a@example.com', 'b@example.com'],
  ]);
  expect((await StatementModel.findOne({ driverId: week.driverId }))?.paid).toMatchObject({
    ...{ driverName: DELETED_NAME, paysCents: 100 },
  });
});

test('accounts that were never used are deleted after their period, but not those with a ride or of staff', async () => {
  const unused = { passwordHash: null, createdAt: daysAgo(181) };
  const [never, withRide, young, staff] = await Promise.all([
    buildRider(),
    buildRider(),
    buildRider(),
    buildAdmin(),
  ]);
  await buildAdmin();
  await bookRide(withRide);
  for (const { id } of [never, withRide, staff]) {
    await UserModel.collection.updateOne(
      { email: { $exists: true }, _id: (await UserModel.findById(id))?._id },
      { $set: unused },
    );
  }
  await UserModel.collection.updateOne({ email: young.email }, { $set: { passwordHash: null } });

  await removeOldData();
  await eraseAccount(never.id);

  const of = async (id: string) => (await UserModel.findById(id).lean())?.deletion?.by;
  expect(await Promise.all([never, withRide, young, staff].map(({ id }) => of(id)))).toEqual([
    'period',
    undefined,
    undefined,
    undefined,
  ]);
  expect((await UserModel.findById(never.id).lean())?.name).toBe(DELETED_NAME);
});

test('an unused account that cannot be deleted yet does not prevent the deletion of others', async () => {
  const [stuck, never] = [await buildRider(), await buildRider()];
  const unused = { passwordHash: null, createdAt: daysAgo(181) };
  await UserModel.collection.updateMany({ email: { $in: [stuck.email, never.email] } }, { $set: unused });
  const subject = { kind: 'account', id: stuck.id, name: stuck.name };
  await openAlert({ key: `${stuck.id} driver-late`, kind: 'driver-late', subject, text: 'Late.' });

  await removeOldData();

  const deletions = await UserModel.find({ _id: { $in: [stuck.id, never.id] } }).lean();
  expect(deletions.map(({ _id, deletion }) => [_id.toHexString(), deletion?.by])).toEqual([
    [stuck.id, undefined],
    [never.id, 'period'],
  ]);
});
