import { expect } from 'vitest';
import { acceptRide } from '../rides/dispatch/accept-ride.ts';
import { reachMilestone } from '../rides/dispatch/drive-ride.ts';
import { RideModel } from '../rides/ride-model.ts';
import { findRide } from '../rides/ride-queries.ts';
import type { UserRecord } from '../users/user-model.ts';
import { as } from './as.ts';
import { buildDriver, buildRider } from './build-user.ts';
import { bookPaidRide } from './pay-ride.ts';

/** The price in cents of half an hour in a Lux Sedan at the standard rate. */
export const HALF_HOUR = 3_697;

/** Creates a paid three-hour ride that has just begun. */
export async function startExtendable() {
  const [rider, driver] = [await buildRider(), await buildDriver()];
  const { id } = await bookPaidRide(rider);
  await acceptRide(id, driver.id);
  await RideModel.updateOne({ _id: id }, { scheduledAt: new Date() });
  await reachMilestone(await findRide(id), 'in_progress');
  return { id, rider, driver };
}

/** Requests an extension at the quoted price, like the dialog. @returns the id of its charge */
export async function extend(rider: UserRecord, rideId: string): Promise<string> {
  const { body, status } = await as(rider).get(`/api/rides/${rideId}/extension`);
  expect(status, JSON.stringify(body)).toBe(200);
  const { dueCents } = body as { dueCents: number };
  const reply = await as(rider).post(`/api/rides/${rideId}/extend`, { expectedDueCents: dueCents });
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return (reply.body as { chargeId: string }).chargeId;
}
