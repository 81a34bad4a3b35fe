import type { AuditActor } from '#common/audit-log/audit-entry.ts';
import { findUser } from '../users/accounts.ts';
import type { RideRecord } from './ride-model.ts';

/** A ride's rider, as its history names them. @param address where from */
export const riderOf = (
  { riderId, customerName }: Pick<RideRecord, 'riderId' | 'customerName'>,
  address: string | null,
): AuditActor => ({ role: 'rider', id: riderId, name: customerName, address });

/** A ride's driver, likewise. */
export async function driverOf(
  { driverId }: Pick<RideRecord, 'driverId'>,
  address: string | null,
): Promise<AuditActor> {
  const user = driverId ? await findUser(driverId) : null;
  return { role: 'driver', id: driverId, name: user?.name ?? '', address };
}
