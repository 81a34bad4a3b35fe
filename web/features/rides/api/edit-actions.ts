import * as api from '#common/rides/edit-api.ts';
import type { DriverRide } from '#common/rides/ride.ts';
import { call } from '#web/lib/call.ts';
import { receiveRides } from '../store/ride-store.ts';

/** Quotes an edit of a ride. @throws ApiError */
export const quoteEdit = (
  rideId: string,
  changes: api.EditChanges,
  signal: AbortSignal,
): Promise<api.EditQuote> => call(api.quoteEdit, { rideId, changes }, { signal });

interface RideEdit {
  rideId: string;
  /** The version and the fare shown to the user. */
  version: number;
  expectedFareCents: number;
  changes: api.EditChanges;
}

/** Edits a ride. @returns the charge to pay first; null when the edit was applied at once @throws ApiError */
export async function editRide(edit: RideEdit): Promise<string | null> {
  const { ride, chargeId } = await call(api.editRide, edit);
  receiveRides([ride]);
  return chargeId;
}

/** Drops an edit or extension that waits for its payment. @throws ApiError */
export async function dropEdit(rideId: string): Promise<void> {
  receiveRides([await call(api.dropEdit, { rideId })]);
}

/**
 * Quotes 30 more minutes: the cost in cents, and the new end of the ride.
 * @throws ApiError when it cannot be extended
 */
export const quoteExtension = (
  rideId: string,
  signal: AbortSignal,
): Promise<{ dueCents: number; endsAt: string }> => call(api.quoteExtension, { rideId }, { signal });

/** Requests 30 more minutes. @returns the charge to pay first, if any @throws ApiError */
export async function extendRide(rideId: string, expectedDueCents: number): Promise<string | null> {
  const { ride, chargeId } = await call(api.extendRide, { rideId, expectedDueCents });
  receiveRides([ride]);
  return chargeId;
}

/** Proposes 30 more minutes to the rider, for the driver. @throws ApiError */
export async function proposeExtension(rideId: string): Promise<DriverRide> {
  const ride = await call(api.proposeExtension, { rideId });
  receiveRides([ride]);
  return ride;
}
