import { expect, test } from 'vitest';
import type { StaffRide } from '#common/rides/staff-ride.ts';
import { AuditModel } from '../../audit-log/audit-model.ts';
import { setDuty } from '../../drivers/edit-driver.ts';
import { buildRide } from '../../testing/build-ride.ts';
import { buildDriver } from '../../testing/build-user.ts';
import { assign, buildStaff, codeOf, note, rideIn, unassign, undo } from '../../testing/dispatch-by-hand.ts';
import { inHours } from '../../testing/in-hours.ts';
import { setUpTestApp } from '../../testing/set-up-test-app.ts';
import { RideModel } from '../ride-model.ts';
import { findRide } from '../ride-queries.ts';
import { acceptRide } from './accept-ride.ts';
import { UNDONE } from './dispatch-audit.ts';
import { reachMilestone } from './drive-ride.ts';

setUpTestApp();

test('the dispatcher who assigned, reassigned or unassigned a ride last can undo that once', async () => {
  const [staff, eli] = [await buildStaff(), await buildStaff('Eli Stone')];
  const [sam, kim] = [await buildDriver({ name: 'Sam Ortiz' }), await buildDriver({ name: 'Kim Park' })];
  const ride = await buildRide();
  const comes = ({ status, driverId, driver, vehicleId }: StaffRide) => ({
    status,
    driverId,
    driver,
    vehicleId,
  });

  const assigned = rideIn(await assign(staff, ride, sam));
  expect(codeOf(await undo(eli, assigned))).toEqual([409, 'RIDE_STATE_CONFLICT']);
  const open = rideIn(await undo(staff, assigned));
  expect(comes(open)).toEqual({ status: 'requested', driverId: null, driver: null, vehicleId: null });
  expect(open.history.at(-1)).toMatchObject({ change: 'unassigned', isUndo: true });
  expect(codeOf(await undo(staff, open))).toEqual([409, 'RIDE_STATE_CONFLICT']);

  const sams = rideIn(await assign(staff, open, sam));
  const kims = rideIn(await assign(staff, sams, kim));
  await setDuty(sam.id, false);
  const samsAgain = rideIn(await undo(staff, kims));
  expect(comes(samsAgain)).toEqual(comes(sams));
  expect(samsAgain.history.at(-1)).toMatchObject({ change: 'reassigned', isUndo: true });

  const taken = rideIn(await unassign(staff, samsAgain));
  expect(comes(rideIn(await undo(staff, taken)))).toEqual(comes(sams));
});

test.each(['unassigned', 'reassigned'])(
  'undoing that a ride was %s restores the former driver’s milestones',
  async (how) => {
    const [staff, sam, kim] = [await buildStaff(), await buildDriver(), await buildDriver()];
    const { id } = await buildRide({ scheduledAt: inHours(0.2) });
    await acceptRide(id, sam.id);
    await reachMilestone(await findRide(id), 'en_route');
    const sams = await reachMilestone(await findRide(id), 'arrived');

    const taken = rideIn(how === 'unassigned' ? await unassign(staff, sams) : await assign(staff, sams, kim));
    expect(taken).toMatchObject({ enRouteAt: null, arrivedAt: null });
    rideIn(await undo(staff, taken));

    const { driverId, enRouteAt, arrivedAt } = sams;
    expect(await findRide(id)).toMatchObject({ driverId, enRouteAt, arrivedAt });
    expect([enRouteAt, arrivedAt]).toEqual([expect.any(String), expect.any(String)]);
  },
);

test.each(['unassigned', 'reassigned'])(
  'undoing that a ride was %s is possible while the former driver’s ride before it runs late',
  async (how) => {
    const [staff, sam, kim] = [await buildStaff(), await buildDriver(), await buildDriver()];
    const { id } = await buildRide({ scheduledAt: inHours(0.2) });
    const sams = await acceptRide(id, sam.id);
    await buildRide({
      driverId: sam.id,
      vehicleId: sams.vehicleId,
      status: 'in_progress',
      scheduledAt: inHours(-2),
    });

    const taken = rideIn(how === 'unassigned' ? await unassign(staff, sams) : await assign(staff, sams, kim));
    rideIn(await undo(staff, taken));

    expect(await findRide(id)).toMatchObject({ driverId: sam.id, vehicleId: sams.vehicleId });
  },
);

test('an undo is refused if the driver has got an overlapping ride besides one that runs late', async () => {
  const [staff, sam, kim] = [await buildStaff(), await buildDriver(), await buildDriver()];
  const { id } = await buildRide({ scheduledAt: inHours(0.2) });
  const sams = await acceptRide(id, sam.id);
  const { vehicleId } = sams;
  await buildRide({ driverId: sam.id, vehicleId, status: 'in_progress', scheduledAt: inHours(-2) });
  const taken = rideIn(await assign(staff, sams, kim));

  await buildRide({ driverId: sam.id, vehicleId, status: 'accepted', scheduledAt: inHours(0.5) });

  expect(codeOf(await undo(staff, taken))).toEqual([409, 'RIDE_OVERLAPS']);
});

test('an undo is refused after ten seconds, after another change, or if the driver has an overlapping ride', async () => {
  const [staff, sam] = [await buildStaff(), await buildDriver({ name: 'Sam Ortiz' })];
  const late = rideIn(await assign(staff, await buildRide({ scheduledAt: inHours(400) }), sam));
  const { history } = await RideModel.findById(late.id).lean().orFail();
  const elevenSecondsAgo = new Date(Date.now() - 11_000);
  await RideModel.updateOne(
    { _id: late.id },
    { history: history.map((line) => ({ ...line, at: elevenSecondsAgo })) },
  );
  expect(codeOf(await undo(staff, late))).toEqual([409, 'RIDE_STATE_CONFLICT']);

  const noted = rideIn(await assign(staff, await buildRide({ scheduledAt: inHours(500) }), sam));
  await note(await buildStaff('Eli Stone'), noted, 'Gate code 12');
  expect(await undo(staff, noted)).toMatchObject({
    status: 409,
    body: { code: 'RIDE_CHANGED', message: 'Note added by Eli Stone a moment ago; the board is up to date.' },
  });

  const accepted = await acceptRide((await buildRide()).id, sam.id);
  const taken = rideIn(await unassign(staff, accepted));
  await acceptRide((await buildRide()).id, sam.id);
  expect(codeOf(await undo(staff, taken))).toEqual([409, 'RIDE_OVERLAPS']);
});

test('an undo that is sent again counts as made, also when it would be too late', async () => {
  const [staff, eli] = [await buildStaff(), await buildStaff('Eli Stone')];
  const [sam, kim] = [await buildDriver(), await buildDriver()];
  const assigned = rideIn(await assign(staff, await buildRide(), sam));

  const [first, second] = await Promise.all([undo(staff, assigned), undo(staff, assigned)]);
  const open = rideIn(first);
  expect(rideIn(second)).toEqual(open);
  expect(open).toMatchObject({ status: 'requested', version: assigned.version + 1 });
  const sams = rideIn(await assign(staff, open, sam));
  const kims = rideIn(await assign(staff, sams, kim));
  const samsAgain = rideIn(await undo(staff, kims));
  const { history } = await RideModel.findById(samsAgain.id).lean().orFail();
  const at = new Date(Date.now() - 11_000);
  await RideModel.updateOne({ _id: samsAgain.id }, { history: history.map((line) => ({ ...line, at })) });

  expect(rideIn(await undo(staff, kims))).toMatchObject({ version: samsAgain.version, driverId: sam.id });
  expect(codeOf(await undo(eli, kims))).toEqual([409, 'RIDE_CHANGED']);
  expect(codeOf(await undo(staff, samsAgain))).toEqual([409, 'RIDE_STATE_CONFLICT']);
  expect(await findRide(samsAgain.id)).toMatchObject({ version: samsAgain.version });
  expect(await AuditModel.countDocuments({ action: UNDONE, 'subject.id': samsAgain.id })).toBe(2);
});

test('an undo that is sent again counts as made after a note, but not if the ride has another driver since', async () => {
  const [staff, sam] = [await buildStaff(), await buildDriver()];
  const kim = await buildDriver({ name: 'Kim Park' });
  const assigned = rideIn(await assign(staff, await buildRide(), sam));
  rideIn(await unassign(staff, assigned));
  expect(codeOf(await undo(staff, assigned))).toEqual([409, 'RIDE_CHANGED']);

  const other = rideIn(await assign(staff, await buildRide(), sam));
  rideIn(await undo(staff, other));
  const { version } = rideIn(await note(await buildStaff('Eli Stone'), other, 'Sam is ill'));
  expect(rideIn(await undo(staff, other))).toMatchObject({ version, status: 'requested' });
  await acceptRide(other.id, kim.id);

  expect(await undo(staff, other)).toMatchObject({
    status: 409,
    body: { message: 'Accepted by Kim Park a moment ago; the board is up to date.' },
  });
  expect(await findRide(other.id)).toMatchObject({ status: 'accepted', driverId: kim.id });
});
