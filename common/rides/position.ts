import * as z from 'zod/mini';
import { idSchema } from '../id.ts';
import { pointSchema } from '../places/point.ts';
import { hasSetOff, STAMPS, type Stamped, stampSchema } from './ride-states.ts';

/** Minimum interval between a driver's positions, in milliseconds. Earlier ones are dropped. */
export const POSITION_EVERY_MS = 1_000;

/**
 * Minimum interval between positions of one ride sent to the console, in milliseconds: it follows many rides.
 */
export const OPS_POSITION_EVERY_MS = 10_000;

/** Age from which a position is stale, in milliseconds. The map then stops showing it as the current one. */
export const STALE_POSITION_MS = 30_000;

/** A position sent by a driver's device. The server sets the time, because phone clocks are unreliable. */
export const sentPositionSchema = z.object({
  ...pointSchema.shape,
  /** Accuracy in metres. */
  accuracy: z.nullish(z.number().check(z.minimum(0))),
  /** Direction of travel, in degrees clockwise from north. */
  heading: z.nullish(z.number().check(z.minimum(0), z.maximum(360))),
});
export type SentPosition = z.infer<typeof sentPositionSchema>;

/** Estimated arrival window at the next stop (pickup, stops on the way, drop-off). */
const arrivalSchema = z.object({ from: z.iso.datetime(), to: z.iso.datetime() });
export type Arrival = z.infer<typeof arrivalSchema>;

/** The last position of a ride's driver, as shown to the rider, the viewers of the trip link and staff. */
export const ridePositionSchema = z.object({
  rideId: idSchema,
  /** The destination that `arrival` and `route` refer to. May be absent during a roll-out. */
  to: z.optional(z.enum(['pickup', 'dropoff'])),
  ...pointSchema.shape,
  accuracy: z.nullable(z.number()),
  heading: z.nullable(z.number()),
  /** When the server received it. */
  at: z.iso.datetime(),
  /** Null if the next stop is not a built-in place, or the ride is hourly. */
  arrival: z.nullable(arrivalSchema),
  /** Number of stops on the way that the car has passed, in order; absent for none. */
  passedStops: z.optional(z.int()),
  /**
   * Route to the next stop from this position. Null if unknown; absent if unchanged since the last message.
   */
  route: z.optional(z.nullable(z.array(pointSchema))),
});
export type RidePosition = z.infer<typeof ridePositionSchema>;

/** The map data of a ride. A point is null unless it is a built-in place. */
export const trackingSchema = z.object({
  /** Null unless the driver is under way and sent a position within the last ten minutes. */
  position: z.nullable(ridePositionSchema),
  pickup: z.nullable(pointSchema),
  /** Stops on the way, in order. */
  stops: z.array(z.nullable(pointSchema)),
  dropoff: z.nullable(pointSchema),
  /** Route from each point to the next; null if unknown or if the ride is hourly. */
  legs: z.array(z.nullable(z.array(pointSchema))),
});
export type Tracking = z.infer<typeof trackingSchema>;

/**
 * Whether a ride's driver is under way (from setting off until completion) and their position may be shown.
 */
export const isUnderWay = (ride: { status: string } & Stamped<string | Date>): boolean =>
  ride.status === 'in_progress' || (ride.status === 'accepted' && hasSetOff(ride));

/** Whether a position is from after the driver set off. An older one may belong to a former driver. */
export const isSinceSettingOff = ({ at }: Pick<RidePosition, 'at'>, ride: Stamped<string | Date>): boolean =>
  at >= (stampSchema.options.map((stamp) => ride[STAMPS[stamp].field]).find((time) => time !== null) ?? '');

/** Removes arrival and route from a position if they refer to the pickup of a ride that has started since. */
export function forNextStop<P extends Pick<RidePosition, 'to' | 'arrival' | 'route'>>(
  position: P,
  { status }: { status: string },
): P {
  const isBehind = position.to === 'pickup' && status === 'in_progress';
  return isBehind ? { ...position, arrival: null, route: null } : position;
}
