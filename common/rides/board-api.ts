import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { boardFiltersSchema, boardGroupSchema } from './board.ts';
import { staffRideSchema } from './staff-ride.ts';

/** Rides in one page of the board. */
export const BOARD_PAGE = 60;

/** A page of one group of the board. */
export const boardPageSchema = z.object({
  /** By pickup, soonest first; in the group `past`, latest first. */
  rides: z.array(staffRideSchema),
  /** Cursor of the next page; null at the end. */
  next: z.nullable(z.string()),
  /** Number of rides in the group that match the filters. */
  count: z.int(),
});
export type BoardPage = z.infer<typeof boardPageSchema>;

export const listBoardRides = endpoint({
  method: 'GET',
  path: '/api/ops/rides',
  summary: 'Lists the rides of one board group that match the filters, by page.',
  who: 'dispatcher',
  query: z.object({
    ...boardFiltersSchema.shape,
    group: boardGroupSchema,
    /** `next` of the previous page. */
    after: z.optional(z.string().check(z.regex(/^-?\d{1,16}-[0-9a-f]{24}$/))),
  }),
  reply: boardPageSchema,
});

/** Number of rides that each value of a filter would list. Values with no rides are omitted. */
export const boardCountsSchema = z.object({
  status: z.record(z.string(), z.int()),
  vehicle: z.record(z.string(), z.int()),
  driver: z.record(z.string(), z.int()),
});
export type BoardCounts = z.infer<typeof boardCountsSchema>;

export const countBoardRides = endpoint({
  method: 'GET',
  path: '/api/ops/ride-counts',
  summary:
    'Counts the rides of the board by status, vehicle and driver, each among those that match the other filters.',
  who: 'dispatcher',
  query: boardFiltersSchema,
  reply: boardCountsSchema,
});

export const readBoardRide = endpoint({
  method: 'GET',
  path: '/api/ops/rides/:rideId',
  summary: 'Reads a ride as staff see it, with its full history.',
  who: 'dispatcher',
  reply: staffRideSchema,
});
