import * as z from 'zod/mini';
import { idSchema } from '../id.ts';
import { expectedEnd } from './punctuality.ts';
import { rideStatusSchema, STAMP_FIELDS } from './ride-states.ts';
import type { StaffRide } from './staff-ride.ts';

/** A ride with a driver, with the fields that say what the driver is doing and until when. */
export const assignedRideSchema = z.object({
  id: idSchema,
  version: z.int(),
  driverId: z.nullable(idSchema),
  status: rideStatusSchema,
  scheduledAt: z.iso.datetime(),
  ...STAMP_FIELDS,
  /** The expected end: the planned duration after the pickup time, or after a later start. */
  endsAt: z.iso.datetime(),
});
export type AssignedRide = z.infer<typeof assignedRideSchema>;

type Described = Pick<StaffRide, Exclude<keyof AssignedRide, 'endsAt'> | 'hours' | 'stops'> & {
  history: Parameters<typeof expectedEnd>[0]['history'];
};

/** Reduces a ride to what it says about its driver. */
export const assignedRideOf = (ride: Described): AssignedRide => ({
  id: ride.id,
  version: ride.version,
  driverId: ride.driverId,
  status: ride.status,
  scheduledAt: ride.scheduledAt,
  enRouteAt: ride.enRouteAt,
  arrivedAt: ride.arrivedAt,
  endsAt: expectedEnd(ride).toISOString(),
});
