import { expect } from 'vitest';
import { type StaffRide, staffRideSchema } from '#common/rides/staff-ride.ts';
import type { UserRecord } from '../users/user-model.ts';
import { as } from './as.ts';
import { buildDispatcher } from './build-user.ts';
import type { Reply } from './test-client.ts';

/** The ride as shown to staff. */
type Shown = Pick<StaffRide, 'id' | 'version'>;

/** Assigns a ride at the version shown. */
export const assign = (staff: UserRecord, { id, version }: Shown, driver: UserRecord, options: object = {}) =>
  as(staff).post(`/api/ops/rides/${id}/assign`, { version, driverId: driver.id, ...options });
/** Unassigns a ride from its driver. */
export const unassign = (staff: UserRecord, { id, version }: Shown, reason = 'Flat tire') =>
  as(staff).post(`/api/ops/rides/${id}/unassign`, { version, reason });
/** Undoes the last change. */
export const undo = (staff: UserRecord, { id, version }: Shown) =>
  as(staff).post(`/api/ops/rides/${id}/undo`, { version });
/** Adds a note, with an idempotency key if one is given. */
export const note = (staff: UserRecord, { id }: Shown, text: string, key?: string) =>
  as(staff).post(`/api/ops/rides/${id}/note`, { text }, key ? { 'idempotency-key': key } : {});

/** Returns the ride in a successful reply. */
export function rideIn({ status, body }: Reply): StaffRide {
  expect(status, JSON.stringify(body)).toBe(200);
  return staffRideSchema.parse(body);
}

/** Returns status and error code of a reply. */
export const codeOf = ({ status, body }: Reply) => [status, Object(body).code];

/** Creates a dispatcher who is signed in. */
export async function buildStaff(name = 'Dana Reyes') {
  const staff = await buildDispatcher({ name });
  await as(staff).signIn();
  return staff;
}
