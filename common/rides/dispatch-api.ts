import * as z from 'zod/mini';
import { daySchema } from '../day.ts';
import { driverStateSchema } from '../drivers/driver.ts';
import { endpoint } from '../endpoint.ts';
import { idSchema } from '../id.ts';
import { assignedRideSchema } from './assigned-ride.ts';
import { CANNOT_HAVE_RIDE } from './drive-api.ts';
import { staffRideSchema } from './staff-ride.ts';

/** The longest note or reason, in characters. */
export const NOTE_MAX = 500;

/**
 * Whether a driver can be assigned to a ride. `fits`: yes. `nearly`: only with explicit confirmation, because
 * the driver is off duty, has an overlapping ride, has no vehicle that is free at the time, or has none in
 * the preferred color. `no`: not at all.
 */
const fitSchema = z.enum(['fits', 'nearly', 'no']);
export type CandidateFit = z.infer<typeof fitSchema>;

/** A driver who might be assigned. */
const candidateSchema = z.object({
  driverId: idSchema,
  name: z.string(),
  phone: z.nullable(z.string()),
  fit: fitSchema,
  /** Why the driver does not fit, in a sentence for staff; null if they fit. */
  reason: z.nullable(z.string()),
  /** The vehicle they would use, such as `Black Cadillac Escalade, NV 218-QKD`; null if none qualifies. */
  vehicle: z.nullable(z.object({ id: idSchema, name: z.string() })),
  isOnDuty: z.boolean(),
  /** Their other rides from 2 h before the planned start to 2 h after the planned end, soonest first. */
  rides: z.array(
    z.object({
      id: idSchema,
      from: z.iso.datetime(),
      until: z.iso.datetime(),
      /** Name of the pickup place without its address: `Bellagio`. */
      place: z.string(),
    }),
  ),
});
export type Candidate = z.infer<typeof candidateSchema>;

export const listCandidates = endpoint({
  method: 'GET',
  path: '/api/ops/rides/:rideId/candidates',
  summary:
    'Lists every approved driver: first those who fit the ride, then those who nearly fit, then the others, each with the reason.',
  who: 'dispatcher',
  reply: z.object({ candidates: z.array(candidateSchema) }),
});

/** The version that the caller saw. A newer one refuses the change with a message saying who changed what. */
const version = z.int();

const words = (missing: string) =>
  z
    .string(missing)
    .check(
      z.trim(),
      z.minLength(1, { error: missing, abort: true }),
      z.maxLength(NOTE_MAX, `Please keep this to ${NOTE_MAX} characters.`),
    );

export const assignRide = endpoint({
  method: 'POST',
  path: '/api/ops/rides/:rideId/assign',
  summary: 'Assigns a paid ride to a driver, or reassigns an accepted one.',
  who: 'dispatcher',
  body: z.object({
    version,
    driverId: idSchema,
    /** The vehicle to use. By default, the best fitting one that no other driver has at the time. */
    vehicleId: z.nullish(idSchema),
    /** Also accepts a driver who only nearly fits. */
    allowNearly: z.optional(z.boolean()),
    /** The candidate's reason that `allowNearly` confirms; refuses any other. Default: confirms all. */
    confirmedReason: z.optional(z.string()),
  }),
  reply: staffRideSchema,
  errors: ['RIDE_CHANGED', 'RIDE_STATE_CONFLICT', 'OFF_DUTY', ...CANNOT_HAVE_RIDE],
});

export const unassignRide = endpoint({
  method: 'POST',
  path: '/api/ops/rides/:rideId/unassign',
  summary: 'Unassigns an accepted ride and offers it again.',
  who: 'dispatcher',
  body: z.object({ version, reason: words('Please say why.') }),
  reply: staffRideSchema,
  errors: ['RIDE_CHANGED', 'RIDE_STATE_CONFLICT'],
});

export const noteRide = endpoint({
  method: 'POST',
  path: '/api/ops/rides/:rideId/note',
  summary: "Adds a note for staff only to a ride's history.",
  who: 'dispatcher',
  body: z.object({ text: words('Please write something.') }),
  reply: staffRideSchema,
  errors: ['IDEMPOTENCY_KEY_REUSED'],
  takesIdempotencyKey: true,
});

export const undoDispatch = endpoint({
  method: 'POST',
  path: '/api/ops/rides/:rideId/undo',
  summary: "Undoes the caller's own assignment, reassignment or unassignment of a ride within ten seconds.",
  who: 'dispatcher',
  body: z.object({ version }),
  reply: staffRideSchema,
  errors: ['RIDE_CHANGED', 'RIDE_STATE_CONFLICT', ...CANNOT_HAVE_RIDE],
});

/** A day in Las Vegas: drivers and planned rides. */
export const dispatchDaySchema = z.object({
  /** All approved drivers, by name. */
  drivers: z.array(
    z.object({
      id: idSchema,
      name: z.string(),
      isOnDuty: z.boolean(),
      state: driverStateSchema,
      /** Such as `Black Cadillac Escalade, NV 218-QKD`. */
      vehicles: z.array(z.string()),
    }),
  ),
  /** Uncancelled rides whose planned time overlaps the day, soonest first. */
  rides: z.array(staffRideSchema),
});
export type DispatchDay = z.infer<typeof dispatchDaySchema>;

export const readDispatchDay = endpoint({
  method: 'GET',
  path: '/api/ops/day',
  summary: 'Reads a day in Las Vegas: the drivers, and every ride planned to overlap it.',
  who: 'dispatcher',
  query: z.object({
    /** YYYY-MM-DD. */
    date: daySchema,
  }),
  reply: dispatchDaySchema,
});

/** How far ahead accepted rides are listed with what drivers are doing, in hours. */
export const ASSIGNED_AHEAD_HOURS = 36;

export const listAssignedRides = endpoint({
  method: 'GET',
  path: '/api/ops/assigned-rides',
  summary: `Lists what drivers are doing: rides in progress, and accepted ones with their pickup within ${ASSIGNED_AHEAD_HOURS} hours or past, soonest first.`,
  who: 'dispatcher',
  reply: z.object({ rides: z.array(assignedRideSchema) }),
});
