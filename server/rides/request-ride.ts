import { createHash } from 'node:crypto';
import { AppError } from '#common/errors.ts';
import { NO_PAYMENT_REQUIRED, type RequestRide } from '#common/rides/request-ride.ts';
import { isDuplicateKey } from '../infra/mongo.ts';
import { enqueueOrLeave } from '../infra/queues.ts';
import { announceRide } from './announce-ride.ts';
import { openCheckout, reopenCheckout } from './checkout.ts';
import { draftRide, HOLD_MS } from './draft-ride.ts';
import { type RideDoc, RideModel, toRideRecord } from './ride-model.ts';
import type { RideRecord } from './ride-record.ts';
import { transitionRide } from './transition-ride.ts';

interface Requested {
  ride: RideRecord;
  /** For the browser's payment form; `no_payment_required` when nothing is due. */
  clientSecret: string;
}

/**
 * A rider requests a ride: the fare is reckoned here, the ride is written unpaid and its payment opened. The same
 * `idempotencyKey` with the same request gives the same ride again.
 *
 * Throws INVALID_REQUEST (vehicle, hours, pickup time), IDEMPOTENCY_KEY_REUSED, PAYMENT_PROVIDER (the ride is then cancelled, and the
 * same request may be tried again).
 */
export async function requestRide(request: RequestRide, idempotencyKey: string | null): Promise<Requested> {
  const requestDigest = digest(request);
  if (idempotencyKey) {
    const earlier = await findRequested(request.riderId, idempotencyKey);
    if (earlier) return resume(earlier, requestDigest);
  }

  const birth = await draftRide(request);
  try {
    await RideModel.create({ ...birth, ...(idempotencyKey && { idempotencyKey, requestDigest }) });
  } catch (error) {
    if (!idempotencyKey || !isDuplicateKey(error)) throw error;
    const earlier = await findRequested(request.riderId, idempotencyKey);
    if (!earlier) throw error;
    return resume(earlier, requestDigest);
  }
  const ride = toRideRecord(birth);
  await announceRide(ride);
  if (ride.paymentStatus === 'waived') return { ride, clientSecret: NO_PAYMENT_REQUIRED };

  await enqueueOrLeave('expire-unpaid-ride', { rideId: ride.id }, { delayMs: HOLD_MS });
  try {
    return { ride, clientSecret: await openCheckout(ride) };
  } catch (error) {
    await callOff(ride.id);
    throw error;
  }
}

/** Nobody could pay this ride, unless a repeat of the request has opened its payment meanwhile. */
async function callOff(rideId: string): Promise<void> {
  await transitionRide({
    rideId,
    change: 'cancelled',
    guard: { status: 'requested', paymentStatus: 'pending', paymentIntentId: null },
    patch: { status: 'cancelled', paymentStatus: 'expired' },
    unset: 'idempotencyKey',
  });
}

const digest = (request: RequestRide): string =>
  createHash('sha256').update(JSON.stringify(request)).digest('base64url');

const findRequested = (riderId: string, idempotencyKey: string) =>
  RideModel.findOne({ riderId, idempotencyKey }).lean<RideDoc>();

async function resume(earlier: RideDoc, requestDigest: string): Promise<Requested> {
  if (earlier.requestDigest !== requestDigest) {
    throw new AppError('IDEMPOTENCY_KEY_REUSED', 'This request was already used for a different ride.');
  }
  const ride = toRideRecord(earlier);
  return { ride, clientSecret: await reopenCheckout(ride) };
}
