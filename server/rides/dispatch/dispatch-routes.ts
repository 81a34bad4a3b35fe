import type { AuditActor } from '#common/audit-log/audit-entry.ts';
import * as api from '#common/rides/dispatch-api.ts';
import type { StaffRide } from '#common/rides/staff-ride.ts';
import { recordAudit } from '../../audit-log/record-audit.ts';
import { createApiRoutes } from '../../http/api-routes.ts';
import { noteRide } from '../note-ride.ts';
import { presentStaffRide } from '../present-ride.ts';
import { assignRide, type DispatchChange, unassignRide } from './assign-ride.ts';
import { listCandidates } from './list-candidates.ts';
import { readDay } from './read-day.ts';
import { undoDispatch } from './undo-dispatch.ts';

/** The routes by which staff give rides to drivers by hand. */
export const dispatchRoutes = createApiRoutes();

dispatchRoutes.handle(api.listCandidates, async ({ params }) => ({
  candidates: await listCandidates(params.rideId),
}));

dispatchRoutes.handle(api.readDispatchDay, ({ query }) => readDay(query.date));

dispatchRoutes.handle(api.assignRide, async ({ params, body, staff, address }) => {
  const by = { ...staff, address };
  const change = await assignRide(params.rideId, body, by);
  const action = change.before.driverId === null ? 'ride assigned' : 'ride reassigned';
  return recordChange(change, { by, action });
});

dispatchRoutes.handle(api.unassignRide, async ({ params, body, staff, address }) => {
  const by = { ...staff, address };
  const change = await unassignRide(params.rideId, body, by);
  return recordChange(change, { by, action: 'ride unassigned', reason: body.reason });
});

dispatchRoutes.handle(api.undoDispatch, async ({ params, body, staff, address }) => {
  const by = { ...staff, address };
  const change = await undoDispatch(params.rideId, body.version, by);
  return recordChange(change, { by, action: 'ride assignment undone' });
});

dispatchRoutes.handle(api.noteRide, async ({ params, body, staff, address }) => {
  const by = { ...staff, address };
  const ride = presentStaffRide(await noteRide(params.rideId, body.text, by));
  const after = { note: body.text };
  await recordAudit({ actor: by, action: 'ride noted', subject: subjectOf(ride), after });
  return ride;
});

interface Recording {
  by: AuditActor;
  action: string;
  reason?: string;
}

async function recordChange(change: DispatchChange, { by, action, reason }: Recording): Promise<StaffRide> {
  const [before, after] = [presentStaffRide(change.before), presentStaffRide(change.after)];
  await recordAudit({
    actor: by,
    action,
    subject: subjectOf(after),
    before: driverOf(before),
    after: { ...driverOf(after), ...(reason && { reason }) },
  });
  return after;
}

const subjectOf = ({ id, reference }: StaffRide) => ({ kind: 'ride', id, name: reference });

const driverOf = ({ status, driverId, driver }: StaffRide) => ({
  status,
  driverId,
  driver: driver?.firstName ?? null,
  vehicle: driver?.vehicle ?? null,
});
