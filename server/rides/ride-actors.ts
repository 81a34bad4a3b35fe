import type { AuditActor } from '#common/audit-log/audit-entry.ts';
import { findUser } from '../users/accounts.ts';
import type { RideRecord } from './ride-model.ts';

/** The rider of a ride as an audit actor. @param address the client network of the request */
export const riderOf = (
  { riderId, customerName }: Pick<RideRecord, 'riderId' | 'customerName'>,
  address: string | null,
): AuditActor => ({ role: 'rider', id: riderId, name: customerName, address });

/** The driver of a ride as an audit actor. @param address the client network of the request */
export async function driverOf(
  { driverId }: Pick<RideRecord, 'driverId'>,
  address: string | null,
): Promise<AuditActor> {
  const user = driverId ? await findUser(driverId) : null;
  return { role: 'driver', id: driverId, name: user?.name ?? '', address };
}
