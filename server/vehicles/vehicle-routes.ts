import type { AuditActor } from '#common/audit-log/audit-entry.ts';
import type { OpenRide } from '#common/vehicles/open-ride.ts';
import { type FleetVehicle, formatVehicle } from '#common/vehicles/vehicle.ts';
import * as api from '#common/vehicles/vehicles-api.ts';
import { changedFields, recordAudit } from '../audit-log/record-audit.ts';
import { type ApiRoutes, createApiRoutes } from '../http/api-routes.ts';
import { addVehicle, editVehicle, setVehicleState } from './edit-vehicle.ts';
import { findVehicleById, listVehicles } from './vehicle-queries.ts';

interface VehicleRoutesOptions {
  /** Returns the open rides of a vehicle, including those being accepted at this moment. */
  listRidesOfVehicle: (vehicleId: string) => Promise<OpenRide[]>;
  /** Syncs the alerts that depend on a vehicle's state. */
  updateAlertsOfVehicle: (vehicleId: string) => Promise<void>;
  /** Writes a vehicle's present label and plate into the rides that riders see it in. */
  renameVehicleInRides: (vehicle: FleetVehicle, by: AuditActor) => Promise<void>;
}

/** Creates the routes of the fleet, for staff. */
export function createVehicleRoutes({
  listRidesOfVehicle,
  updateAlertsOfVehicle,
  renameVehicleInRides,
}: VehicleRoutesOptions): ApiRoutes {
  const routes = createApiRoutes();

  routes.handle(api.listVehicles, ({ query }) => listVehicles(query));

  routes.handle(api.readVehicle, async ({ params }) => ({
    vehicle: await findVehicleById(params.vehicleId),
  }));

  routes.handle(api.listRidesOfVehicle, ({ params }) => listRidesOfVehicle(params.vehicleId));

  routes.handle(api.addVehicle, async ({ body, staff, clientNetwork }) => {
    const vehicle = await addVehicle(body);
    const actor = { ...staff, address: clientNetwork };
    await recordAudit({
      actor,
      action: 'vehicle added',
      subject: subjectOf(vehicle),
      after: changedFields(vehicle, body),
    });
    return { vehicle };
  });

  routes.handle(api.editVehicle, async ({ params, body, staff, clientNetwork }) => {
    const { before, vehicle } = await editVehicle(params.vehicleId, body, staff.name);
    const actor = { ...staff, address: clientNetwork };
    await recordAudit({
      actor,
      action: 'vehicle changed',
      subject: subjectOf(vehicle),
      before: changedFields(before, body),
      after: changedFields(vehicle, body),
    });
    await renameVehicleInRides(vehicle, actor);
    await updateAlertsOfVehicle(vehicle.id);
    return { vehicle };
  });

  routes.handle(api.setVehicleState, async ({ params, body: { state }, staff, clientNetwork }) => {
    const { vehicle, isChanged } = await setVehicleState(params.vehicleId, state, staff.name);
    if (isChanged) {
      await recordAudit({
        actor: { ...staff, address: clientNetwork },
        action: state === 'active' ? 'vehicle put back into service' : 'vehicle taken out of service',
        subject: subjectOf(vehicle),
      });
    }
    const rides = state === 'out-of-service' ? await listRidesOfVehicle(vehicle.id) : [];
    await updateAlertsOfVehicle(vehicle.id);
    return { vehicle, rides };
  });

  return routes;
}

const subjectOf = (vehicle: FleetVehicle) => ({
  kind: 'vehicle',
  id: vehicle.id,
  name: formatVehicle(vehicle),
});
