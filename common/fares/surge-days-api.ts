import * as z from 'zod/mini';
import { daySchema } from '../day.ts';
import { endpoint } from '../endpoint.ts';
import { idSchema } from '../id.ts';
import { addDays } from '../time.ts';

/** The tiers that an event may have (specification section 9). */
export const eventTierSchema = z.enum(['special-event', 'fight-night']);
export type EventTier = z.infer<typeof eventTierSchema>;

/** The longest an event may last, in days. More is taken for an error in the year. */
export const EVENT_MAX_DAYS = 31;

/** The longest range that can be read at once, in days: a year ahead plus some weeks around it. */
const RANGE_MAX_DAYS = 400;

/** An event of the surge calendar, from its first to its last day. */
export const surgeEventSchema = z.object({
  id: idSchema,
  name: z.string(),
  tier: eventTierSchema,
  firstDay: z.string(),
  lastDay: z.string(),
  /** Incremented by every change. A change must name the version it was based on. */
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

/** Body for a new event. */
export const newSurgeEventSchema = z.object(eventFields).check(isInOrder, isShort);
export type NewSurgeEvent = z.infer<typeof newSurgeEventSchema>;

const versionSchema = z.number().check(z.int(), z.minimum(1));

const surgeCalendarSchema = z.object({
  /** The events with a day in the range, by first day. */
  events: z.array(surgeEventSchema),
  /** Number of booked, uncancelled rides per day. */
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
  summary: 'Adds an event, today or later. It applies to new quotes; requested rides keep their fare.',
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
    'Changes an event, if `version` is current. From its second day on, its first day and rate cannot change.',
  who: 'admin',
  body: z.object({ ...eventFields, version: versionSchema }).check(isInOrder, isShort),
  reply: surgeEventSchema,
  errors: ['EDIT_CONFLICT'],
});

export const endSurgeEvent = endpoint({
  method: 'POST',
  path: '/api/ops/surge-events/:eventId/end',
  summary: 'Ends an event, if `version` is current: today if it began before today, otherwise it is removed.',
  who: 'admin',
  body: z.object({ version: versionSchema }),
  reply: z.object({
    /** Null if the event was removed. */
    event: z.nullable(surgeEventSchema),
  }),
  errors: ['EDIT_CONFLICT'],
});
