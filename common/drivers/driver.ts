import * as z from 'zod/mini';
import { idSchema } from '../id.ts';
import { MAX_PAPERS, paperSchema } from '../papers.ts';
import { VEHICLE_IDS } from '../vehicles/catalogue.ts';
import { fleetVehicleSchema } from '../vehicles/vehicle.ts';

/**
 * Redis channel on which every node hears whose fit may have changed: their duty, standing, papers or vehicles.
 * A message is the drivers' ids, separated by spaces.
 */
export const DRIVERS_CHANGED = 'drivers.changed';

/** Papers of a driver. */
export const DRIVER_PAPERS = [
  'license',
  'tnc-permit',
  'insurance',
  'inspection',
  'background-check',
  'medical-card',
] as const;

/** A driver's standing with the company. */
export const driverStateSchema = z.enum(['active', 'suspended']);
export type DriverState = z.infer<typeof driverStateSchema>;

const clockTime = z
  .string()
  .check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Please enter a time such as 16:00.'));

/** Hours a driver means to work each week: a proposal. Past midnight where `to` is not after `from`. */
export const weeklyHoursSchema = z
  .array(
    z.object({
      /** 0 is Sunday. */
      weekday: z.int().check(z.minimum(0), z.maximum(6)),
      from: clockTime,
      to: clockTime,
    }),
  )
  .check(z.maxLength(28));
export type WeeklyHours = z.infer<typeof weeklyHoursSchema>;

/** What staff keep of a driver. */
export const DRIVER_FIELDS = {
  weeklyHours: weeklyHoursSchema,
  documents: z.array(paperSchema(DRIVER_PAPERS)).check(z.maxLength(MAX_PAPERS)),
};

/** A vehicle as who drives it sees it. */
export const drivenVehicleSchema = z.pick(fleetVehicleSchema, {
  id: true,
  label: true,
  plate: true,
  rideType: true,
  alsoServes: true,
  seats: true,
  paint: true,
  state: true,
  documents: true,
});

/** A kind of ride that a driver is offered, and until which pickup date (YYYY-MM-DD) its papers allow it. */
export const servedKindSchema = z.object({
  rideType: z.enum(VEHICLE_IDS),
  until: z.nullable(z.string()),
});
export type ServedKind = z.infer<typeof servedKindSchema>;

/** A driver as they see themselves. `state` is `none` for a driver whom nobody approved yet. */
export const ownDriverSchema = z.object({
  id: idSchema,
  state: z.enum(['none', ...driverStateSchema.options]),
  isOnDuty: z.boolean(),
  /** Since when they are on or off duty (ISO 8601). */
  dutySince: z.nullable(z.iso.datetime()),
  ...DRIVER_FIELDS,
  vehicles: z.array(drivenVehicleSchema),
  /** What they are offered now: nothing while off duty or suspended. */
  serves: z.array(servedKindSchema),
});
export type OwnDriver = z.infer<typeof ownDriverSchema>;

/** A driver as staff see them. `version` rises with every change by staff. */
export const staffDriverSchema = z.object({
  id: idSchema,
  name: z.string(),
  email: z.string(),
  phone: z.nullable(z.string()),
  state: driverStateSchema,
  /** Why and when, while suspended. */
  suspension: z.nullable(z.object({ reason: z.string(), at: z.iso.datetime() })),
  isOnDuty: z.boolean(),
  dutySince: z.nullable(z.iso.datetime()),
  ...DRIVER_FIELDS,
  vehicles: z.array(drivenVehicleSchema),
  serves: z.array(servedKindSchema),
  version: z.int(),
});
export type StaffDriver = z.infer<typeof staffDriverSchema>;
