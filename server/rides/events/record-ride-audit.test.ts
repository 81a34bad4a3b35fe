import { expect, test, vi } from 'vitest';
import { rideReference } from '#common/rides/ride-reference.ts';
import { type AuditDoc, AuditModel } from '../../audit-log/audit-model.ts';
import { redis } from '../../infra/redis.ts';
import { as } from '../../testing/as.ts';
import { buildRide } from '../../testing/build-ride.ts';
import { buildAdmin, buildDispatcher, buildDriver, buildRider } from '../../testing/build-user.ts';
import { bookPaidRide, payBack } from '../../testing/pay-ride.ts';
import { setUpTestApp } from '../../testing/set-up-test-app.ts';
import { adjustRide } from '../by-staff/adjust-ride.ts';
import { cancelByStaff } from '../cancel/cancel-by-staff.ts';
import { expireUnacceptedRide } from '../cancel/expire-unaccepted-ride.ts';
import { completeRide } from '../dispatch/complete-ride.ts';
import { reachMilestone } from '../dispatch/drive-ride.ts';
import { recordFailedRefund } from '../payment/refund-ride.ts';
import { RideModel } from '../ride-model.ts';
import { findRide } from '../ride-queries.ts';
import { publishRide } from './publish-ride.ts';

setUpTestApp();

/** The audit log entries of a ride, oldest first. */
async function linesOf(rideId: string): Promise<AuditDoc[]> {
  return AuditModel.find({ 'subject.id': rideId }).sort({ at: 1 }).lean<AuditDoc[]>();
}
const actionsOf = (lines: AuditDoc[]) => lines.map(({ actor, action }) => `${actor.role}: ${action}`);

async function accept(rideId: string) {
  const driver = await buildDriver({ name: 'Dee Driver' });
  const client = as(driver);
  const reply = await client.patch(`/api/rides/${rideId}/status`, {
    status: 'accepted',
    driverId: driver.id,
  });
  expect(reply.status).toBe(200);
  return { driver, client };
}

test('accepting, giving back, completing and refunding a ride are in the audit log, each with its actor', async () => {
  const ride = await bookPaidRide(await buildRider());
  const first = await accept(ride.id);
  expect((await first.client.post(`/api/rides/${ride.id}/give-back`, { reason: 'Flat tyre' })).status).toBe(
    200,
  );
  const { driver } = await accept(ride.id);
  await RideModel.updateOne({ _id: ride.id }, { scheduledAt: new Date() });
  await reachMilestone(await findRide(ride.id), 'in_progress');
  await completeRide(await findRide(ride.id), 20_000);
  await payBack(ride.id);

  const lines = await linesOf(ride.id);
  expect(actionsOf(lines)).toEqual([
    'driver: ride accepted',
    'driver: ride given back',
    'driver: ride accepted',
    'driver: ride started',
    'driver: ride completed',
    'worker: refund made',
  ]);
  expect(lines[1]).toMatchObject({
    actor: { id: first.driver.id, name: 'Dee Driver' },
    after: { reason: 'Flat tyre' },
  });
  expect(lines[2]).toMatchObject({ after: { driverId: driver.id } });
  expect(lines[4]).toMatchObject({
    after: { driverId: driver.id, actualFareCents: 20_000, awaitsReview: false },
  });
  expect(lines[5]).toMatchObject({ after: { for: 'completed-for-less', amountCents: 3_358 } });
});

test('a cancellation by rider, staff or job is in the audit log once, by staff with the status before', async () => {
  const rider = await buildRider();
  const [byRider, byStaff] = [await bookPaidRide(rider), await bookPaidRide(rider)];
  const byJob = await buildRide({ scheduledAt: new Date(Date.now() - 3_600_000) });

  await as(rider).post(`/api/rides/${byRider.id}/cancel`, { expectedFeeCents: 0, reason: 'Rain' });
  const dispatcher = as(await buildDispatcher());
  const { version } = await findRide(byStaff.id);
  const expected = { feeCents: 0, toCardCents: 23_358, toGiftCardCents: 0 };
  const sent = { version, by: 'operations', reason: 'No car', expected };
  await dispatcher.post(`/api/ops/rides/${byStaff.id}/cancel`, sent);
  await expireUnacceptedRide(byJob.id);

  const cancelled = async (rideId: string) =>
    (await linesOf(rideId)).filter(({ action }) => action === 'ride cancelled');
  expect(await cancelled(byRider.id)).toMatchObject([
    { actor: { role: 'rider', id: rider.id }, after: { by: 'rider', feeCents: 0, reason: 'Rain' } },
  ]);
  expect(await cancelled(byStaff.id)).toMatchObject([
    { actor: { role: 'dispatcher' }, before: { status: 'requested' }, after: { reason: 'No car' } },
  ]);
  expect(await cancelled(byJob.id)).toMatchObject([{ actor: { role: 'worker' } }]);
});

test('a refund that fails is in the audit log with its own sum and reason, not with those of a later refund', async () => {
  const { id: rideId, version } = await bookPaidRide(await buildRider());
  const { id, name } = await buildAdmin();
  const actor = { role: 'admin', id, name, address: null } as const;
  const hand = { kind: 'refund', amountCents: 2_000, reason: 'Late pickup', idempotencyKey: null } as const;
  await adjustRide({ rideId, version, actor, ...hand });
  const adjusted = await payBack(rideId);
  const expected = { feeCents: 0, toCardCents: 21_358, toGiftCardCents: 0 };
  await cancelByStaff({
    ...{ rideId, version: adjusted.version, by: 'operations', reason: 'No car' },
    ...{ expected, actor },
  });
  const { refunds } = await payBack(rideId);

  for (const { refundId } of refunds) await recordFailedRefund(rideId, refundId ?? '', 'lost_or_stolen_card');

  const about = async (action: string) =>
    (await linesOf(rideId)).filter((line) => line.action === action).map(({ after }) => after);
  const sums = [
    { for: 'adjustment', amountCents: 2_000, giftCardCents: 0 },
    { for: 'cancelled', amountCents: 21_358, giftCardCents: 0 },
  ];
  expect(await about('refund made')).toEqual(sums);
  expect(await about('refund failed')).toEqual(sums);
});

test('a ride that nobody accepted and for which nothing was paid has no refund in the audit log', async () => {
  const { id } = await buildRide({ paymentStatus: 'waived', scheduledAt: new Date(Date.now() - 3_600_000) });
  await expireUnacceptedRide(id);

  expect(await payBack(id)).toMatchObject({ paymentStatus: 'refunded' });

  expect(actionsOf(await linesOf(id))).toEqual(['worker: ride cancelled']);
});

test('publishing a change again adds no second audit log entry', async () => {
  const ride = await buildRide();
  await accept(ride.id);
  const before = await linesOf(ride.id);

  await publishRide({ ...(await findRide(ride.id)), publishedVersion: ride.version });

  expect(before).toHaveLength(1);
  expect(await linesOf(ride.id)).toEqual(before);
});

test('a staff cancellation whose audit entry was lost in a crash is logged once when published again', async () => {
  const ride = await bookPaidRide(await buildRider());
  const dispatcher = await buildDispatcher();
  await as(dispatcher).signIn();
  // Simulates a crash right after the change: neither published nor audited.
  vi.spyOn(redis, 'publish').mockRejectedValueOnce(new Error('gone'));
  vi.spyOn(AuditModel, 'create').mockRejectedValueOnce(new Error('gone'));
  const expected = { feeCents: 0, toCardCents: 23_358, toGiftCardCents: 0 };
  const { version } = await findRide(ride.id);
  const sent = { version, by: 'operations', reason: 'No car', expected };
  const reply = await as(dispatcher).post(`/api/ops/rides/${ride.id}/cancel`, sent);
  const byStaff = async () => (await linesOf(ride.id)).filter(({ actor }) => actor.role === 'dispatcher');
  expect([reply.status, await byStaff()]).toEqual([200, []]);

  const read = await findRide(ride.id);
  for (let times = 0; times < 2; times += 1) await publishRide(read);

  const [line, ...others] = await byStaff();
  expect(line).toMatchObject({
    actor: { id: dispatcher.id },
    action: 'ride cancelled',
    subject: { kind: 'ride', id: ride.id, name: rideReference(ride.id) },
    before: { status: 'requested', paymentStatus: 'paid' },
    after: { status: 'cancelled', by: 'operations', reason: 'No car', ...expected },
  });
  expect(line?.at).toEqual(new Date(read.history.at(-1)?.at ?? 0));
  expect(others).toEqual([]);
  expect(await findRide(ride.id)).not.toHaveProperty('auditOwed');
});
