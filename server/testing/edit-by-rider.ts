import { expect } from 'vitest';
import type { EditChanges, EditQuote } from '#common/rides/edit-api.ts';
import type { UserRecord } from '../users/user-model.ts';
import { as } from './as.ts';

/** Three hours in a Lux Sedan on a Tuesday, and four. */
export const THREE_HOURS = 23_358;
export const FOUR_HOURS = THREE_HOURS + 7_393;

/** What an edit comes to, as the dialog asks. */
export async function quote(rider: UserRecord, rideId: string, changes: EditChanges): Promise<EditQuote> {
  const { status, body } = await as(rider).post(`/api/rides/${rideId}/edit-quote`, { changes });
  expect(status, JSON.stringify(body)).toBe(200);
  return body as EditQuote;
}

/** Edits as the dialog does: for the fare that was quoted. */
export async function edit(rider: UserRecord, rideId: string, changes: EditChanges) {
  const { version, fare } = await quote(rider, rideId, changes);
  const expectedFareCents = fare.fareCents;
  return as(rider).post(`/api/rides/${rideId}/edit`, { version, changes, expectedFareCents });
}

/** The charge that the reply to an edit names: null where nothing is to pay. */
export const chargeIn = ({ status, body }: { status: number; body: unknown }): string => {
  expect(status, JSON.stringify(body)).toBe(200);
  return (body as { chargeId: string }).chargeId;
};
