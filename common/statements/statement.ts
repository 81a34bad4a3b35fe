import * as z from 'zod/mini';
import { bookingTypeSchema } from '../fares/fare.ts';
import { idSchema } from '../id.ts';
import type { Cents } from '../money.ts';
import { sumCents } from '../rides/ride-money.ts';

/** A ride in a driver's week, with its earnings. */
const statementRideSchema = z.object({
  rideId: idSchema,
  /** When it was completed, or cancelled with a fee. */
  at: z.iso.datetime(),
  kind: z.enum(['completed', 'cancelled']),
  rideType: z.string(),
  bookingType: bookingTypeSchema,
  hours: z.nullable(z.number()),
  pickupLocation: z.string(),
  dropoffLocation: z.string(),
  /** Base rate in the final fare, or the cancellation fee. */
  baseCents: z.int(),
  /** 80% of `baseCents`. */
  shareCents: z.int(),
  tipCents: z.int(),
  /** Set while final fare, base and share are under review. Reflects the present, even in a paid week. */
  isUnderReview: z.optional(z.literal(true)),
});
export type StatementRide = z.infer<typeof statementRideSchema>;

/** A change to a driver's week: by an admin, or the correction of a ride whose week was already paid. */
const ownChangeSchema = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  /** Signed. */
  cents: z.int(),
  reason: z.string(),
});
export type OwnChange = z.infer<typeof ownChangeSchema>;

/** The admins' view of a change. */
const statementChangeSchema = z.object({
  ...ownChangeSchema.shape,
  /** Name of the person who made it. */
  by: z.string(),
});

/** Totals of a driver's week. */
const statementSumsSchema = z.object({
  rideCount: z.int(),
  baseCents: z.int(),
  shareCents: z.int(),
  tipCents: z.int(),
  changeCents: z.int(),
  /** Share plus tips plus changes. */
  paysCents: z.int(),
});
export type StatementSums = z.infer<typeof statementSumsSchema>;

/** A driver's week without its rides. */
export const statementSummarySchema = z.object({
  driverId: idSchema,
  driverName: z.string(),
  /** The Monday of the week. */
  week: z.string(),
  ...statementSumsSchema.shape,
  /** Oldest first. */
  changes: z.array(statementChangeSchema),
  /** Null while unpaid. */
  paid: z.nullable(z.object({ at: z.iso.datetime(), by: z.string() })),
  /**
   * Number of rides whose final fare, and so the share, is under review. Reflects the present, even in a paid
   * week. Absent if there are none.
   */
  underReviewCount: z.optional(z.int()),
});
export type StatementSummary = z.infer<typeof statementSummarySchema>;

/** The admins' view of a driver's week, rides oldest first. Paid weeks are frozen. */
export const statementSchema = z.object({
  ...statementSummarySchema.shape,
  rides: z.array(statementRideSchema),
});
export type Statement = z.infer<typeof statementSchema>;

/** The driver's own view of a week. */
export const ownStatementSchema = z.object({
  week: z.string(),
  ...statementSumsSchema.shape,
  /** When it was marked as paid; null if unpaid. */
  paidAt: z.nullable(z.iso.datetime()),
  rides: z.array(statementRideSchema),
  changes: z.array(ownChangeSchema),
});
export type OwnStatement = z.infer<typeof ownStatementSchema>;

/** Totals rides and changes. */
export function sumStatement(
  rides: readonly Pick<StatementRide, 'baseCents' | 'shareCents' | 'tipCents'>[],
  changes: readonly { cents: Cents }[],
): StatementSums {
  const shareCents = sumCents(rides.map((ride) => ride.shareCents));
  const tipCents = sumCents(rides.map((ride) => ride.tipCents));
  const changeCents = sumCents(changes.map(({ cents }) => cents));
  return {
    rideCount: rides.length,
    baseCents: sumCents(rides.map((ride) => ride.baseCents)),
    shareCents,
    tipCents,
    changeCents,
    paysCents: shareCents + tipCents + changeCents,
  };
}

/** Totals several weeks or drivers. */
export const addSums = (all: readonly StatementSums[]): StatementSums => ({
  rideCount: all.reduce((count, { rideCount }) => count + rideCount, 0),
  baseCents: sumCents(all.map(({ baseCents }) => baseCents)),
  shareCents: sumCents(all.map(({ shareCents }) => shareCents)),
  tipCents: sumCents(all.map(({ tipCents }) => tipCents)),
  changeCents: sumCents(all.map(({ changeCents }) => changeCents)),
  paysCents: sumCents(all.map(({ paysCents }) => paysCents)),
});
