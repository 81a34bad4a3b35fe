import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { pageLimitSchema } from '../page-limit.ts';
import { openRideSchema } from './open-ride.ts';
import { fleetVehicleSchema, VEHICLE_FIELDS, vehicleStateSchema } from './vehicle.ts';

const vehicleReply = z.object({ vehicle: fleetVehicleSchema });

export const listVehicles = endpoint({
  method: 'GET',
  path: '/api/ops/vehicles',
  summary: 'Lists the vehicles of the fleet by plate, by page; `next` is the cursor.',
  who: 'dispatcher',
  query: z.object({
    after: z.optional(z.string().check(z.maxLength(200))),
    limit: pageLimitSchema,
    state: z.optional(vehicleStateSchema),
  }),
  reply: z.object({ vehicles: z.array(fleetVehicleSchema), next: z.nullable(z.string()) }),
});

export const readVehicle = endpoint({
  method: 'GET',
  path: '/api/ops/vehicles/:vehicleId',
  summary: 'Reads a vehicle.',
  who: 'dispatcher',
  reply: vehicleReply,
});

export const listRidesOfVehicle = endpoint({
  method: 'GET',
  path: '/api/ops/vehicles/:vehicleId/rides',
  summary: "Lists a vehicle's upcoming rides and rides under way, soonest first.",
  who: 'dispatcher',
  reply: z.array(openRideSchema),
});

export const addVehicle = endpoint({
  method: 'POST',
  path: '/api/ops/vehicles',
  summary: 'Adds a vehicle. It is on the road at once for the given drivers.',
  who: 'admin',
  body: z.object(VEHICLE_FIELDS),
  reply: vehicleReply,
  statuses: [201],
  errors: ['PLATE_TAKEN'],
});

export const editVehicle = endpoint({
  method: 'PATCH',
  path: '/api/ops/vehicles/:vehicleId',
  summary: 'Changes a vehicle, if `version` is current.',
  who: 'admin',
  body: z.object({ ...z.partial(z.object(VEHICLE_FIELDS)).shape, version: z.int() }),
  reply: vehicleReply,
  errors: ['VERSION_CONFLICT', 'PLATE_TAKEN'],
});

export const setVehicleState = endpoint({
  method: 'PUT',
  path: '/api/ops/vehicles/:vehicleId/state',
  summary:
    'Takes a vehicle out of service, or puts it back. `rides` were accepted with it and now need another.',
  who: 'dispatcher',
  body: z.object({ state: vehicleStateSchema }),
  reply: z.object({ vehicle: fleetVehicleSchema, rides: z.array(openRideSchema) }),
});
