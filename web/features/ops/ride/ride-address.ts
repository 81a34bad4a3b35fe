import * as z from 'zod/mini';

/** What can be done with a ride from its drawer. */
export const rideActionSchema = z.enum([
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

/** Parameters of the board's address that say which ride is open, and with which action. */
const RIDE = 'ride';
const ACTION = 'do';

/** What an address asks for. */
export interface RideAddress {
  rideId: string | null;
  action: RideAction | null;
}

const ID = /^[0-9a-f]{24}$/;

/** Which ride an address opens; null for none, or for what is no id. */
export function readRideAddress(search: URLSearchParams): RideAddress {
  const rideId = search.get(RIDE) ?? '';
  const action = rideActionSchema.safeParse(search.get(ACTION));
  return ID.test(rideId)
    ? { rideId, action: action.success ? action.data : null }
    : { rideId: null, action: null };
}

/** An address that opens a ride, or none, and keeps all else it had. */
export function writeRideAddress(search: URLSearchParams, { rideId, action }: RideAddress): URLSearchParams {
  const next = new URLSearchParams(search);
  next.delete(RIDE);
  next.delete(ACTION);
  if (rideId !== null) next.set(RIDE, rideId);
  if (action !== null) next.set(ACTION, action);
  return next;
}
