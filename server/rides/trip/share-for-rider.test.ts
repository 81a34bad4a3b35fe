import { expect, test } from 'vitest';
import { AuditModel } from '../../audit-log/audit-model.ts';
import { as, visitor } from '../../testing/as.ts';
import { buildRide } from '../../testing/build-ride.ts';
import { buildAdmin, buildDriver, buildRider } from '../../testing/build-user.ts';
import { connectSocket } from '../../testing/connect-socket.ts';
import { buildStaff, codeOf } from '../../testing/dispatch-by-hand.ts';
import { setUpTestApp } from '../../testing/set-up-test-app.ts';
import { UserModel, type UserRecord } from '../../users/user-model.ts';
import { RideModel } from '../ride-model.ts';

setUpTestApp();

const share = (staff: UserRecord, rideId: string) => as(staff).post(`/api/ops/rides/${rideId}/share`, {});

async function linkFor(staff: UserRecord, rideId: string): Promise<string> {
  const { status, body } = await share(staff, rideId);
  expect(status, JSON.stringify(body)).toBe(200);
  return Object(body).tripLink;
}

const actionsOn = async (rideId: string) =>
  (await AuditModel.find({ 'subject.id': rideId }).sort({ at: 1, _id: 1 }).lean()).map(
    ({ action, actor }) => [action, actor.name],
  );

test('staff can create a ride’s trip link; the rider sees it at once, and the audit log omits its token', async () => {
  const [rider, dana] = [await buildRider(), await buildStaff('Dana Reyes')];
  const { id } = await buildRide({ riderId: rider.id, customerName: 'Robin Secret' });
  const page = await connectSocket(rider);

  const { status, body } = await share(dana, id);

  expect(status).toBe(200);
  const { ride, tripLink } = Object(body);
  expect(ride.history.at(-1)).toMatchObject({
    change: 'shared',
    by: { role: 'dispatcher', name: 'Dana Reyes' },
  });
  expect(await page.next('ride:changed')).toMatchObject([{ id, tripLink }]);
  const seen = await visitor().get(`/api${tripLink.replace('trip', 'trips')}`);
  expect(seen).toMatchObject({ status: 200, body: { trip: { status: 'requested' } } });
  expect(JSON.stringify(seen.body)).not.toContain('Secret');
  const lines = await AuditModel.find({ 'subject.id': id }).lean();
  expect(lines).toMatchObject([{ action: 'ride shared', actor: { id: dana.id, role: 'dispatcher' } }]);
  expect(JSON.stringify(lines)).not.toContain(tripLink.split('/').at(-1));
});

test('staff get the trip link that the rider created, and each staff read of it is in the audit log', async () => {
  const [rider, dana, admin] = [await buildRider(), await buildStaff(), await buildAdmin({ name: 'Ada' })];
  const { id } = await buildRide({ riderId: rider.id });
  const own = Object((await as(rider).post(`/api/rides/${id}/share`, {})).body).tripLink;

  expect([await linkFor(dana, id), await linkFor(admin, id)]).toEqual([own, own]);

  expect(await actionsOn(id)).toEqual([
    ['trip link read', 'Dana Reyes'],
    ['trip link read', 'Ada'],
  ]);
  await as(rider).delete(`/api/rides/${id}/share`);
  expect(await linkFor(dana, id)).not.toBe(own);
});

test('concurrent staff requests for a trip link all get the same link', async () => {
  const [one, other] = [await buildStaff(), await buildStaff('Kim Lane')];
  const { id } = await buildRide();

  const links = await Promise.all([one, other, one].map((staff) => linkFor(staff, id)));

  expect(new Set(links).size).toBe(1);
  expect((await actionsOn(id)).map(([action]) => action).toSorted()).toEqual([
    'ride shared',
    'trip link read',
    'trip link read',
  ]);
});

test.each([
  ['not paid for', { paymentStatus: 'pending' }],
  ['completed', { status: 'completed' }],
  ['cancelled', { status: 'cancelled' }],
] as const)('staff get no trip link for a ride that is %s', async (_words, overrides) => {
  const { id } = await buildRide(overrides);

  expect(codeOf(await share(await buildStaff(), id))).toEqual([409, 'RIDE_STATE_CONFLICT']);

  expect((await RideModel.findById(id).lean())?.share ?? null).toBeNull();
  expect(await actionsOn(id)).toEqual([]);
});

test('staff get a ride’s trip link for an hour after the ride, and no longer', async () => {
  const dana = await buildStaff();
  const { id } = await buildRide({ status: 'in_progress' });
  const link = await linkFor(dana, id);
  const endAgo = (ms: number) =>
    RideModel.updateOne(
      { _id: id },
      { $set: { status: 'completed', completedAt: new Date(Date.now() - ms) } },
    );

  await endAgo(3_500_000);
  expect(await linkFor(dana, id)).toBe(link);
  await endAgo(3_601_000);
  expect(codeOf(await share(dana, id))).toEqual([409, 'RIDE_STATE_CONFLICT']);
});

test('staff cannot share for a rider with an unconfirmed email, except for an account without a password', async () => {
  const dana = await buildStaff();
  const rider = await buildRider({ emailConfirmedAt: null });
  const { id } = await buildRide({ riderId: rider.id });

  expect(codeOf(await share(dana, id))).toEqual([403, 'EMAIL_NOT_CONFIRMED']);
  await UserModel.updateOne({ _id: rider.id }, { passwordHash: null });
  expect(await linkFor(dana, id)).toMatch(/^\/trip\/[\w-]{22}$/);
});

test('riders, drivers and visitors cannot use the staff call to share a ride', async () => {
  const [rider, driver] = [await buildRider(), await buildDriver()];
  const { id } = await buildRide({ riderId: rider.id, driverId: driver.id, status: 'accepted' });

  expect([(await share(rider, id)).status, (await share(driver, id)).status]).toEqual([403, 403]);
  expect((await visitor().post(`/api/ops/rides/${id}/share`, {})).status).toBe(401);
});
