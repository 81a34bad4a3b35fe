import * as z from 'zod/mini';
import { bookingTypeSchema } from '../fares/fare.ts';
import { idSchema } from '../id.ts';
import type { Cents } from '../money.ts';

/** One ride of a driver's week, and what it earned. */
export const statementRideSchema = z.object({
  rideId: idSchema,
  /** When it was completed, or cancelled where a fee was kept. */
  at: z.iso.datetime(),
  kind: z.enum(['completed', 'cancelled']),
  rideType: z.string(),
  bookingType: bookingTypeSchema,
  hours: z.nullable(z.number()),
  pickupLocation: z.string(),
  dropoffLocation: z.string(),
  /** The base rate of the final fare, or the fee kept for cancelling. */
  baseCents: z.int(),
  /** 80% of it. */
  shareCents: z.int(),
  tipCents: z.int(),
  /** While its final fare waits for staff, and base and share with it. As of now, also in a week that is paid. */
  isUnderReview: z.optional(z.literal(true)),
});
export type StatementRide = z.infer<typeof statementRideSchema>;

/** A change to a driver's week: by hand, or the correction of a ride whose week had been paid. */
export const ownChangeSchema = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  /** Signed. */
  cents: z.int(),
  reason: z.string(),
});
export type OwnChange = z.infer<typeof ownChangeSchema>;

/** The same for admins. */
export const statementChangeSchema = z.object({
  ...ownChangeSchema.shape,
  /** By name. */
  by: z.string(),
});

/** The sums of a driver's week. */
export const statementSumsSchema = z.object({
  rideCount: z.int(),
  baseCents: z.int(),
  shareCents: z.int(),
  tipCents: z.int(),
  changeCents: z.int(),
  /** Share, tips and changes. */
  paysCents: z.int(),
});
export type StatementSums = z.infer<typeof statementSumsSchema>;

/** A driver's week without the rides behind it. */
export const statementSummarySchema = z.object({
  driverId: idSchema,
  driverName: z.string(),
  /** Its Monday. */
  week: z.string(),
  ...statementSumsSchema.shape,
  /** Oldest first. */
  changes: z.array(statementChangeSchema),
  /** Null while it is to be paid. */
  paid: z.nullable(z.object({ at: z.iso.datetime(), by: z.string() })),
  /** How many rides' final fares wait for staff, and their shares with them. As of now, also in a week that is paid; absent for none. */
  underReviewCount: z.optional(z.int()),
});
export type StatementSummary = z.infer<typeof statementSummarySchema>;

/** A driver's week as admins see it, its rides oldest first. What is paid is frozen. */
export const statementSchema = z.object({
  ...statementSummarySchema.shape,
  rides: z.array(statementRideSchema),
});
export type Statement = z.infer<typeof statementSchema>;

/** A driver's own week. */
export const ownStatementSchema = z.object({
  week: z.string(),
  ...statementSumsSchema.shape,
  /** When it was marked as paid; null while it is not. */
  paidAt: z.nullable(z.iso.datetime()),
  rides: z.array(statementRideSchema),
  changes: z.array(ownChangeSchema),
});
export type OwnStatement = z.infer<typeof ownStatementSchema>;

/** The sums of some rides and changes. */
export function sumStatement(
  rides: readonly Pick<StatementRide, 'baseCents' | 'shareCents' | 'tipCents'>[],
  changes: readonly { cents: Cents }[],
): StatementSums {
  const shareCents = sumOf(rides.map((ride) => ride.shareCents));
  const tipCents = sumOf(rides.map((ride) => ride.tipCents));
  const changeCents = sumOf(changes.map(({ cents }) => cents));
  return {
    rideCount: rides.length,
    baseCents: sumOf(rides.map((ride) => ride.baseCents)),
    shareCents,
    tipCents,
    changeCents,
    paysCents: shareCents + tipCents + changeCents,
  };
}

/** The sums of several weeks or drivers. */
export const addSums = (all: readonly StatementSums[]): StatementSums => ({
  rideCount: sumOf(all.map(({ rideCount }) => rideCount)),
  baseCents: sumOf(all.map(({ baseCents }) => baseCents)),
  shareCents: sumOf(all.map(({ shareCents }) => shareCents)),
  tipCents: sumOf(all.map(({ tipCents }) => tipCents)),
  changeCents: sumOf(all.map(({ changeCents }) => changeCents)),
  paysCents: sumOf(all.map(({ paysCents }) => paysCents)),
});

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);
