import * as z from 'zod/mini';
import { driverStateSchema } from '../drivers/driver.ts';
import { endpoint } from '../endpoint.ts';
import { idSchema } from '../id.ts';
import { toInstant } from '../time.ts';
import { CANNOT_HAVE_RIDE } from './drive-api.ts';
import { staffRideSchema } from './staff-ride.ts';

/** How long a dispatcher can take back what they did. The button is shown for a little less. */
export const UNDO_MS = 10_000;

/** The longest note or reason. */
export const NOTE_MAX = 500;

/**
 * Whether a driver can be given a ride. `fits`: at once. `nearly`: only when it is asked for, since they are off duty,
 * it overlaps another ride of theirs, each of their vehicles is with another driver then, or they come in another color
 * than the rider prefers. `no`: not at all.
 */
export const fitSchema = z.enum(['fits', 'nearly', 'no']);
export type CandidateFit = z.infer<typeof fitSchema>;

/** A driver who might be given a ride. */
export const candidateSchema = z.object({
  driverId: idSchema,
  name: z.string(),
  phone: z.nullable(z.string()),
  fit: fitSchema,
  /** Why it does not fit, in a sentence for staff; null when it does. */
  reason: z.nullable(z.string()),
  /** The vehicle they would come in, as `Black Cadillac Escalade, NV 218-QKD`; null where none serves. */
  vehicle: z.nullable(z.object({ id: idSchema, name: z.string() })),
  isOnDuty: z.boolean(),
  /** Their other rides from 2 h before the ride begins to 2 h after it ends, as planned, soonest first. */
  rides: z.array(
    z.object({
      id: idSchema,
      from: z.iso.datetime(),
      until: z.iso.datetime(),
      /** Where it begins, without the address: `Bellagio`. */
      place: z.string(),
    }),
  ),
});
export type Candidate = z.infer<typeof candidateSchema>;

export const listCandidates = endpoint({
  method: 'GET',
  path: '/api/ops/rides/:rideId/candidates',
  summary:
    'Lists every approved driver, those who can be given the ride first, then those who nearly can, then the others, each with why not.',
  who: 'dispatcher',
  reply: z.object({ candidates: z.array(candidateSchema) }),
});

/** The version that the screen showed; with a newer one the change is refused, and the message says who did what. */
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
  summary: 'Gives a paid ride to a driver, or an accepted one to another.',
  who: 'dispatcher',
  body: z.object({
    version,
    driverId: idSchema,
    /** The vehicle to come with; of those that nobody else has then the one that fits best where none is named. */
    vehicleId: z.nullish(idSchema),
    /** Assigns a driver who only nearly fits. */
    allowNearly: z.optional(z.boolean()),
  }),
  reply: staffRideSchema,
  errors: ['RIDE_CHANGED', 'RIDE_STATE_CONFLICT', 'OFF_DUTY', ...CANNOT_HAVE_RIDE],
});

export const unassignRide = endpoint({
  method: 'POST',
  path: '/api/ops/rides/:rideId/unassign',
  summary: 'Takes an accepted ride from its driver and offers it again to all who fit.',
  who: 'dispatcher',
  body: z.object({ version, reason: words('Please say why.') }),
  reply: staffRideSchema,
  errors: ['RIDE_CHANGED', 'RIDE_STATE_CONFLICT'],
});

export const noteRide = endpoint({
  method: 'POST',
  path: '/api/ops/rides/:rideId/note',
  summary: 'Writes a note about a ride into its history, for staff alone.',
  who: 'dispatcher',
  body: z.object({ text: words('Please write something.') }),
  reply: staffRideSchema,
});

export const undoDispatch = endpoint({
  method: 'POST',
  path: '/api/ops/rides/:rideId/undo',
  summary:
    'Takes back the last change of a ride, if the caller assigned, reassigned or unassigned it within ten seconds.',
  who: 'dispatcher',
  body: z.object({ version }),
  reply: staffRideSchema,
  errors: ['RIDE_CHANGED', 'RIDE_STATE_CONFLICT', ...CANNOT_HAVE_RIDE],
});

/** A day in Las Vegas: who may drive, and what is planned. */
export const dispatchDaySchema = z.object({
  /** Every approved driver, by name. */
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
  /** Whose planned time touches the day, soonest first; none that are cancelled. */
  rides: z.array(staffRideSchema),
});
export type DispatchDay = z.infer<typeof dispatchDaySchema>;

export const readDispatchDay = endpoint({
  method: 'GET',
  path: '/api/ops/day',
  summary: 'Shows a day in Las Vegas: the drivers, and every ride whose planned time touches it.',
  who: 'dispatcher',
  query: z.object({
    /** YYYY-MM-DD. */
    date: z.string().check(z.refine((day) => toInstant(day, '00:00') !== null, 'Please choose a real day.')),
  }),
  reply: dispatchDaySchema,
});
