import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { idSchema } from '../id.ts';
import { pageLimitSchema } from '../page-limit.ts';
import { nameField } from '../users/user.ts';
import { openRideSchema } from '../vehicles/open-ride.ts';
import {
  DRIVER_FIELDS,
  driverStateSchema,
  ownDriverSchema,
  staffDriverSchema,
  weeklyHoursSchema,
} from './driver.ts';

export const readOwnDriver = endpoint({
  method: 'GET',
  path: '/api/driver',
  summary: "Reads the driver's own state, duty, documents and vehicles, and the ride types they are offered.",
  who: 'driver',
  reply: ownDriverSchema,
});

export const setDuty = endpoint({
  method: 'PUT',
  path: '/api/duty',
  summary: 'Goes on or off duty. Off duty there are no offers; accepted rides stay.',
  who: 'driver',
  isForActiveDrivers: true,
  body: z.object({ isOnDuty: z.boolean() }),
  reply: ownDriverSchema,
});

export const setWeeklyHours = endpoint({
  method: 'PUT',
  path: '/api/driver/hours',
  summary:
    'Sets the weekly hours the driver proposes to work, if `version` is current or absent. Does not change duty.',
  who: 'driver',
  isForActiveDrivers: true,
  body: z.object({ weeklyHours: weeklyHoursSchema, version: z.optional(z.int()) }),
  reply: ownDriverSchema,
  errors: ['VERSION_CONFLICT'],
});

const driverReply = z.object({ driver: staffDriverSchema });

export const listDrivers = endpoint({
  method: 'GET',
  path: '/api/ops/drivers',
  summary: 'Lists the approved drivers by page; `next` is the cursor.',
  who: 'dispatcher',
  query: z.object({
    after: z.optional(idSchema),
    limit: pageLimitSchema,
    state: z.optional(driverStateSchema),
  }),
  reply: z.object({ drivers: z.array(staffDriverSchema), next: z.nullable(z.string()) }),
});

export const readDriver = endpoint({
  method: 'GET',
  path: '/api/ops/drivers/:driverId',
  summary: 'Reads a driver.',
  who: 'dispatcher',
  reply: driverReply,
});

export const listRidesOfDriver = endpoint({
  method: 'GET',
  path: '/api/ops/drivers/:driverId/rides',
  summary: "Lists a driver's upcoming rides and rides under way, soonest first.",
  who: 'dispatcher',
  reply: z.array(openRideSchema),
});

export const editDriver = endpoint({
  method: 'PATCH',
  path: '/api/ops/drivers/:driverId',
  summary: "Changes a driver's documents, hours or name, if `version` is current.",
  who: 'admin',
  body: z.object({
    ...z.partial(z.object(DRIVER_FIELDS)).shape,
    name: z.optional(nameField),
    version: z.int(),
  }),
  reply: driverReply,
  errors: ['VERSION_CONFLICT'],
});

const NO_REASON = 'Please say why.';

export const suspendDriver = endpoint({
  method: 'POST',
  path: '/api/ops/drivers/:driverId/suspend',
  summary:
    'Suspends a driver: off duty, no offers, no accepting. `rides` are theirs and need another driver.',
  who: 'dispatcher',
  body: z.object({
    reason: z
      .string(NO_REASON)
      .check(
        z.trim(),
        z.minLength(1, NO_REASON),
        z.maxLength(500, 'Please keep the reason to 500 characters.'),
      ),
  }),
  reply: z.object({ driver: staffDriverSchema, rides: z.array(openRideSchema) }),
});

export const reinstateDriver = endpoint({
  method: 'POST',
  path: '/api/ops/drivers/:driverId/reinstate',
  summary:
    'Ends a suspension, if `version` is current or absent. The driver stays off duty until they go on duty.',
  who: 'admin',
  body: z.object({ version: z.optional(z.int()) }),
  reply: driverReply,
  errors: ['VERSION_CONFLICT'],
});
