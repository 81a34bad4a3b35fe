import type { RequestRide } from '#common/rides/request-ride.ts';
import * as api from '#common/rides/rides-api.ts';
import { call } from '#web/lib/call.ts';

/**
 * Requests a ride. The same key with the same body is one ride, however often it is sent.
 * @throws ApiError when the server refuses; anything else means that its reply cannot be paid with
 */
export async function requestRide(body: RequestRide, idempotencyKey: string): Promise<api.RequestedRide> {
  const requested = await call(api.requestRide, body, { idempotencyKey });
  if (!requested.clientSecret) throw new Error('The reply to the ride request has no client secret.');
  return requested;
}
