import * as z from 'zod/mini';

/** The actions for a ride in its drawer. */
const rideActionSchema = z.enum([
  'assign',
  'unassign',
  'cancel',
  'edit',
  'complete',
  'adjust',
  'fare',
  'note',
]);
export type RideAction = z.infer<typeof rideActionSchema>;

/** URL parameters of the board: the open ride and its open action. */
const RIDE = 'ride';
const ACTION = 'do';

/** The open ride and action in a URL. */
export interface RideAddress {
  rideId: string | null;
  action: RideAction | null;
}

const ID = /^[0-9a-f]{24}$/;

/** Reads the open ride from the URL; null if there is none or its id is invalid. */
export function readRideAddress(search: URLSearchParams): RideAddress {
  const rideId = search.get(RIDE) ?? '';
  const action = rideActionSchema.safeParse(search.get(ACTION));
  return ID.test(rideId)
    ? { rideId, action: action.success ? action.data : null }
    : { rideId: null, action: null };
}

/** Returns the URL parameters with this ride and action, all others unchanged. */
export function writeRideAddress(search: URLSearchParams, { rideId, action }: RideAddress): URLSearchParams {
  const next = new URLSearchParams(search);
  next.delete(RIDE);
  next.delete(ACTION);
  if (rideId !== null) next.set(RIDE, rideId);
  if (action !== null) next.set(ACTION, action);
  return next;
}
