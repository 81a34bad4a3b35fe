import { type RequestedRide, type RequestRide, requestedRideSchema } from '#common/rides/request-ride.ts';
import { api } from '#web/lib/api-client.ts';

/**
 * POST /api/rides. The same key with the same body is one ride, however often it is sent.
 * Throws `ApiError` when the server refuses; anything else means that its reply cannot be paid with.
 */
export async function requestRide(body: RequestRide, idempotencyKey: string): Promise<RequestedRide> {
  const requested = await api.post('/api/rides', {
    body,
    headers: { 'idempotency-key': idempotencyKey },
    schema: requestedRideSchema,
  });
  if (!requested.clientSecret) throw new Error('The reply to the ride request has no client secret.');
  return requested;
}
