import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { idSchema } from '../id.ts';
import { addDays, toInstant } from '../time.ts';

/** The tiers that an event may have: what the calendar can raise a day to (specification section 9). */
export const eventTierSchema = z.enum(['special-event', 'fight-night']);
export type EventTier = z.infer<typeof eventTierSchema>;

/** The most days one event lasts; more is a typing error in the year. */
export const EVENT_MAX_DAYS = 31;

/** The most days that are read at once: a year ahead, and the weeks around it. */
export const RANGE_MAX_DAYS = 400;

/** A calendar day in Las Vegas, YYYY-MM-DD. */
const daySchema = z.string().check(
  // What compares days calculates with them, so it does not run for what is none.
  z.refine((day) => toInstant(day, '12:00') !== null, { error: 'Please choose a real day.', abort: true }),
);

/** An event of the surge calendar, from its first to its last day. */
export const surgeEventSchema = z.object({
  id: idSchema,
  name: z.string(),
  tier: eventTierSchema,
  firstDay: z.string(),
  lastDay: z.string(),
  /** Goes up with each change; a change names the one it was made from. */
  version: z.number(),
});
export type SurgeEvent = z.infer<typeof surgeEventSchema>;

const eventFields = {
  name: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'Please name the event.'),
      z.maxLength(60, 'Please use at most 60 characters.'),
    ),
  tier: eventTierSchema,
  firstDay: daySchema,
  lastDay: daySchema,
};

type Days = Pick<SurgeEvent, 'firstDay' | 'lastDay'>;

const isInOrder = z.refine<Days>(({ firstDay, lastDay }: Days) => firstDay <= lastDay, {
  path: ['lastDay'],
  error: 'The last day comes before the first.',
});

const isShort = z.refine<Days>(
  ({ firstDay, lastDay }: Days) => firstDay > lastDay || lastDay < addDays(firstDay, EVENT_MAX_DAYS),
  { path: ['lastDay'], error: `An event lasts ${EVENT_MAX_DAYS} days at most.` },
);

/** An event to be added. */
export const newSurgeEventSchema = z.object(eventFields).check(isInOrder, isShort);
export type NewSurgeEvent = z.infer<typeof newSurgeEventSchema>;

const versionSchema = z.number().check(z.int(), z.minimum(1));

const surgeCalendarSchema = z.object({
  /** Those with a day in the range, by first day. */
  events: z.array(surgeEventSchema),
  /** Days with rides that are booked and not cancelled. */
  rides: z.array(z.object({ date: z.string(), count: z.number() })),
});
export type SurgeCalendar = z.infer<typeof surgeCalendarSchema>;

export const readSurgeCalendar = endpoint({
  method: 'GET',
  path: '/api/ops/surge-events',
  summary: 'Lists the events with a day in the range, and how many rides are booked on each of its days.',
  who: 'admin',
  query: z.object({ from: daySchema, to: daySchema }).check(
    z.refine(({ from, to }) => from <= to && to <= addDays(from, RANGE_MAX_DAYS), {
      path: ['to'],
      error: `Please ask for ${RANGE_MAX_DAYS} days at most.`,
    }),
  ),
  reply: surgeCalendarSchema,
});

export const addSurgeEvent = endpoint({
  method: 'POST',
  path: '/api/ops/surge-events',
  summary:
    'Adds an event from today on. It counts for the next quote; a ride keeps the fare it was requested with.',
  who: 'admin',
  body: newSurgeEventSchema,
  reply: surgeEventSchema,
  statuses: [201],
  errors: ['EDIT_CONFLICT'],
});

export const changeSurgeEvent = endpoint({
  method: 'PATCH',
  path: '/api/ops/surge-events/:eventId',
  summary:
    'Changes an event, if it still has this version. Once it has begun, its first day and its rate stay.',
  who: 'admin',
  body: z.object({ ...eventFields, version: versionSchema }).check(isInOrder, isShort),
  reply: surgeEventSchema,
  errors: ['EDIT_CONFLICT'],
});

export const endSurgeEvent = endpoint({
  method: 'POST',
  path: '/api/ops/surge-events/:eventId/end',
  summary:
    'Ends an event, if it still has this version: with today once it has begun, else it is taken out whole.',
  who: 'admin',
  body: z.object({ version: versionSchema }),
  reply: z.object({
    /** Null when it was taken out. */
    event: z.nullable(surgeEventSchema),
  }),
  errors: ['EDIT_CONFLICT'],
});
