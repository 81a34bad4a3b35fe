import * as z from 'zod/mini';

/** Where a ride stands. `cancelled` is a ride never paid, or called off. */
export const rideStatusSchema = z.enum(['requested', 'accepted', 'in_progress', 'completed', 'cancelled']);
export type RideStatus = z.infer<typeof rideStatusSchema>;

/**
 * Where its money stands. `waived`: nothing was due. `expired`: not paid in time. `flagged`: what was paid is not what was owed.
 * `refunded`: all of it was sent back; the ride's amounts tell whether it arrived.
 */
export const paymentStatusSchema = z.enum(['pending', 'paid', 'waived', 'refunded', 'expired', 'flagged']);
export type PaymentStatus = z.infer<typeof paymentStatusSchema>;

/** The forward moves of a ride, and calling it off before it starts. */
export const RIDE_MOVES: Readonly<Record<RideStatus, readonly RideStatus[]>> = {
  requested: ['accepted', 'cancelled'],
  accepted: ['in_progress', 'cancelled'],
  in_progress: ['completed'],
  completed: [],
  cancelled: [],
};

/** The statuses from which a ride may move to `to`. */
export const statusesBefore = (to: RideStatus): RideStatus[] =>
  rideStatusSchema.options.filter((from) => RIDE_MOVES[from].includes(to));

/** Payment statuses of a ride that drivers may see and take. */
export const SETTLED: readonly PaymentStatus[] = ['paid', 'waived'];

/** Whether a ride is an offer: requested, and paid for. */
export const isOffer = (ride: { status: RideStatus; paymentStatus: PaymentStatus }): boolean =>
  ride.status === 'requested' && SETTLED.includes(ride.paymentStatus);

const LABELS = new Map<string, string>([
  ['requested', 'Requested'],
  ['accepted', 'Accepted'],
  ['in_progress', 'In progress'],
  ['completed', 'Completed'],
  ['cancelled', 'Cancelled'],
]);

/** A status in words; an unknown one is shown raw. */
export const statusLabel = (status: string): string => LABELS.get(status) ?? status;

/** What can happen to a ride, as its history tells it. */
export const rideChangeSchema = z.enum([
  'requested',
  'paid',
  'accepted',
  'in_progress',
  'completed',
  'cancelled',
  'refunded',
  'refund_failed',
  'flagged',
]);
export type RideChange = z.infer<typeof rideChangeSchema>;
