import * as z from 'zod/mini';
import { idSchema } from '../id.ts';
import { MAX_PAPERS, paperSchema } from '../papers.ts';
import { VEHICLE_IDS } from '../vehicles/catalogue.ts';
import { fleetVehicleSchema } from '../vehicles/vehicle.ts';

/** Papers of a driver. */
export const DRIVER_PAPERS = [
  'license',
  'tnc-permit',
  'insurance',
  'inspection',
  'background-check',
  'medical-card',
] as const;

/** Whether a driver may drive for the company. */
export const driverStateSchema = z.enum(['active', 'suspended']);
export type DriverState = z.infer<typeof driverStateSchema>;

const clockTime = z
  .string()
  .check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Please enter a time such as 16:00.'));

/**
 * The hours a driver plans to work each week. If `to` is not after `from`, the shift ends on the next day.
 */
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

/** The fields that staff maintain for a driver. */
export const DRIVER_FIELDS = {
  weeklyHours: weeklyHoursSchema,
  documents: z.array(paperSchema(DRIVER_PAPERS)).check(z.maxLength(MAX_PAPERS)),
};

/** A vehicle as its driver sees it. */
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

/**
 * A kind of ride offered to a driver, and the last pickup date (YYYY-MM-DD) allowed by the papers, if any.
 */
export const servedKindSchema = z.object({
  rideType: z.enum(VEHICLE_IDS),
  until: z.nullable(z.string()),
});
export type ServedKind = z.infer<typeof servedKindSchema>;

/** The driver's own view. `state` is `none` for a driver who is not approved yet. */
export const ownDriverSchema = z.object({
  id: idSchema,
  state: z.enum(['none', ...driverStateSchema.options]),
  isOnDuty: z.boolean(),
  /** Start of the current on-duty or off-duty period. */
  dutySince: z.nullable(z.iso.datetime()),
  ...DRIVER_FIELDS,
  vehicles: z.array(drivenVehicleSchema),
  /** The kinds of ride offered now; empty while off duty or suspended. */
  serves: z.array(servedKindSchema),
  /** As in the staff's view. Absent if the driver is not approved yet. */
  version: z.optional(z.int()),
});
export type OwnDriver = z.infer<typeof ownDriverSchema>;

/** The staff's view of a driver. `version` is incremented by every change that staff make. */
export const staffDriverSchema = z.object({
  id: idSchema,
  name: z.string(),
  email: z.string(),
  phone: z.nullable(z.string()),
  state: driverStateSchema,
  /** Reason and time of the suspension; null if active. */
  suspension: z.nullable(z.object({ reason: z.string(), at: z.iso.datetime() })),
  isOnDuty: z.boolean(),
  dutySince: z.nullable(z.iso.datetime()),
  ...DRIVER_FIELDS,
  vehicles: z.array(drivenVehicleSchema),
  serves: z.array(servedKindSchema),
  version: z.int(),
});
export type StaffDriver = z.infer<typeof staffDriverSchema>;
