import * as api from '#common/rides/edit-api.ts';
import type { DriverRide } from '#common/rides/ride.ts';
import { call } from '#web/lib/call.ts';
import { receiveRides } from '../store/ride-store.ts';

/** Asks what changing a ride would come to. @throws ApiError */
export const quoteEdit = (
  rideId: string,
  changes: api.EditChanges,
  signal: AbortSignal,
): Promise<api.EditQuote> => call(api.quoteEdit, { rideId, changes }, { signal });

interface RideEdit {
  rideId: string;
  /** The version and the fare that are on screen. */
  version: number;
  expectedFareCents: number;
  changes: api.EditChanges;
}

/** Changes a ride. @returns the charge that has to be paid first; null where the ride has changed @throws ApiError */
export async function editRide(edit: RideEdit): Promise<string | null> {
  const { ride, chargeId } = await call(api.editRide, edit);
  receiveRides([ride]);
  return chargeId;
}

/** Keeps a ride as it is: an edit or extension that waits for its payment is not made. @throws ApiError */
export async function dropEdit(rideId: string): Promise<void> {
  receiveRides([await call(api.dropEdit, { rideId })]);
}

/** What 30 more minutes cost, in cents, and until when the ride lasts then. @throws ApiError where there are none */
export const quoteExtension = (
  rideId: string,
  signal: AbortSignal,
): Promise<{ dueCents: number; endsAt: string }> => call(api.quoteExtension, { rideId }, { signal });

/** Asks for 30 more minutes. @returns the charge that has to be paid first @throws ApiError */
export async function extendRide(rideId: string, expectedDueCents: number): Promise<string | null> {
  const { ride, chargeId } = await call(api.extendRide, { rideId, expectedDueCents });
  receiveRides([ride]);
  return chargeId;
}

/** A driver proposes 30 more minutes to the rider. @throws ApiError */
export async function proposeExtension(rideId: string): Promise<DriverRide> {
  const ride = await call(api.proposeExtension, { rideId });
  receiveRides([ride]);
  return ride;
}
