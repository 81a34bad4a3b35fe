import { expect } from 'vitest';
import { type StaffRide, staffRideSchema } from '#common/rides/staff-ride.ts';
import type { UserRecord } from '../users/user-model.ts';
import { as } from './as.ts';
import { buildDispatcher } from './build-user.ts';
import type { Reply } from './test-client.ts';

/** What a screen shows of a ride. */
type Shown = Pick<StaffRide, 'id' | 'version'>;

/** Assigns a ride at the version shown. */
export const assign = (staff: UserRecord, { id, version }: Shown, driver: UserRecord, options: object = {}) =>
  as(staff).post(`/api/ops/rides/${id}/assign`, { version, driverId: driver.id, ...options });
/** Takes it from its driver. */
export const unassign = (staff: UserRecord, { id, version }: Shown, reason = 'Flat tire') =>
  as(staff).post(`/api/ops/rides/${id}/unassign`, { version, reason });
/** Takes back the last change. */
export const undo = (staff: UserRecord, { id, version }: Shown) =>
  as(staff).post(`/api/ops/rides/${id}/undo`, { version });
/** Writes a note. */
export const note = (staff: UserRecord, { id }: Shown, text: string) =>
  as(staff).post(`/api/ops/rides/${id}/note`, { text });

/** The ride of a reply that has to be a success. */
export function rideIn({ status, body }: Reply): StaffRide {
  expect(status, JSON.stringify(body)).toBe(200);
  return staffRideSchema.parse(body);
}

/** Status and error code of a reply. */
export const codeOf = ({ status, body }: Reply) => [status, Object(body).code];

/** A dispatcher who is signed in. */
export async function buildStaff(name = 'Dana Reyes') {
  const staff = await buildDispatcher({ name });
  await as(staff).signIn();
  return staff;
}
