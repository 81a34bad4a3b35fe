import * as z from 'zod/mini';
import { idSchema } from '../id.ts';
import { pointSchema } from '../places/point.ts';

/** How often a driver's position is taken, in milliseconds; what comes sooner is dropped. */
export const POSITION_EVERY_MS = 1_000;

/** How often consoles are told of each ride's, in milliseconds: there are many. */
export const OPS_POSITION_EVERY_MS = 10_000;

/** A position older than this, in milliseconds, is stale: the car is no longer shown as being there now. */
export const STALE_POSITION_MS = 30_000;

/** Where a driver says that they are. The server adds the time: clocks of phones are wrong. */
export const sentPositionSchema = z.object({
  ...pointSchema.shape,
  /** How far off it may be, in metres. */
  accuracy: z.nullish(z.number().check(z.minimum(0))),
  /** Where it is going, in degrees from north, clockwise. */
  heading: z.nullish(z.number().check(z.minimum(0), z.maximum(360))),
});
export type SentPosition = z.infer<typeof sentPositionSchema>;

/** Between which instants a ride's driver is expected at the next stop: the pickup, those on the way, the drop-off. */
export const arrivalSchema = z.object({ from: z.iso.datetime(), to: z.iso.datetime() });
export type Arrival = z.infer<typeof arrivalSchema>;

/** Where the driver of a ride was last, as its rider, the viewers of its trip link and staff see it. */
export const ridePositionSchema = z.object({
  rideId: idSchema,
  /** Where the driver was on the way to, which arrival and route are about. During a roll-out it may be absent. */
  to: z.optional(z.enum(['pickup', 'dropoff'])),
  ...pointSchema.shape,
  accuracy: z.nullable(z.number()),
  heading: z.nullable(z.number()),
  /** When the server got it. */
  at: z.iso.datetime(),
  /** Null where the next stop is an address that nobody has looked up, or the ride is by the hour. */
  arrival: z.nullable(arrivalSchema),
  /** How many of the ride's stops on the way the car has been at, in their order; absent for none. */
  passedStops: z.optional(z.int()),
  /** The way to the next stop, from here on. Null where none is known; absent where it is as last sent. */
  route: z.optional(z.nullable(z.array(pointSchema))),
});
export type RidePosition = z.infer<typeof ridePositionSchema>;

/** What a map of a ride shows. Stops are null that are no built-in places. */
export const trackingSchema = z.object({
  /** Null unless the driver is under way and has been heard of within ten minutes. */
  position: z.nullable(ridePositionSchema),
  pickup: z.nullable(pointSchema),
  /** Those on the way, in their order. */
  stops: z.array(z.nullable(pointSchema)),
  dropoff: z.nullable(pointSchema),
  /** The way from each of these to the next one; null where none is known, and by the hour. */
  legs: z.array(z.nullable(z.array(pointSchema))),
});
export type Tracking = z.infer<typeof trackingSchema>;

/** The statuses and stamps of a ride, as far as its driver's way is concerned. */
interface OnItsWay {
  status: string;
  enRouteAt: string | Date | null;
  arrivedAt: string | Date | null;
}

/** Whether a ride's driver is on the road for it, from setting off until it is completed, and may be seen. */
export const isUnderWay = ({ status, enRouteAt, arrivedAt }: OnItsWay): boolean =>
  status === 'in_progress' || (status === 'accepted' && (enRouteAt !== null || arrivedAt !== null));

/** Whether a position was had since the ride's driver set off; one from before is that of a former driver. */
export const isSinceSettingOff = (
  { at }: Pick<RidePosition, 'at'>,
  { enRouteAt, arrivedAt }: Omit<OnItsWay, 'status'>,
): boolean => at >= (enRouteAt ?? arrivedAt ?? '');

/** A position as it counts for a ride as it is by now: an arrival and a way to a stop that it has left behind are none. */
export function forNextStop<P extends Pick<RidePosition, 'to' | 'arrival' | 'route'>>(
  position: P,
  { status }: Pick<OnItsWay, 'status'>,
): P {
  const isBehind = position.to === 'pickup' && status === 'in_progress';
  return isBehind ? { ...position, arrival: null, route: null } : position;
}
