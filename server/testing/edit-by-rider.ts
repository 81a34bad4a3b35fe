import { expect } from 'vitest';
import type { EditChanges, EditQuote } from '#common/rides/edit-api.ts';
import type { UserRecord } from '../users/user-model.ts';
import { as } from './as.ts';

/** Fares in cents of a Lux Sedan on a Tuesday, for three and for four hours. */
export const THREE_HOURS = 23_358;
export const FOUR_HOURS = THREE_HOURS + 7_393;

/** Quotes an edit, like the dialog. */
export async function quote(rider: UserRecord, rideId: string, changes: EditChanges): Promise<EditQuote> {
  const { status, body } = await as(rider).post(`/api/rides/${rideId}/edit-quote`, { changes });
  expect(status, JSON.stringify(body)).toBe(200);
  return body as EditQuote;
}

/** Edits a ride at the quoted fare, like the dialog. */
export async function edit(rider: UserRecord, rideId: string, changes: EditChanges) {
  const { version, fare } = await quote(rider, rideId, changes);
  const expectedFareCents = fare.fareCents;
  return as(rider).post(`/api/rides/${rideId}/edit`, { version, changes, expectedFareCents });
}

/** Returns the charge id in the reply to an edit. Null if nothing is to be paid. */
export const chargeIn = ({ status, body }: { status: number; body: unknown }): string => {
  expect(status, JSON.stringify(body)).toBe(200);
  return (body as { chargeId: string }).chargeId;
};
