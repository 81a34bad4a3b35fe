import { rideSubject } from '#common/rides/ride-reference.ts';
import type { OwedEvent } from '../../audit-log/record-audit.ts';
import type { RideRecord } from '../ride-model.ts';

/** The audit log's action for an undone assignment. */
export const UNDONE = 'ride assignment undone';

/** A ride's status, driver and vehicle. */
type Driven = Pick<RideRecord, 'status' | 'driverId' | 'driver'>;

/** The audit entry for a change of driver by staff, with the state before and after. */
export const dispatchAudit = (
  before: RideRecord,
  after: Driven,
  { action, reason }: { action: string; reason?: string | undefined },
): OwedEvent => ({
  action,
  subject: rideSubject(before.id),
  before: drivenBy(before),
  after: { ...drivenBy(after), ...(reason && { reason }) },
});

const drivenBy = ({ status, driverId, driver }: Driven) => ({
  status,
  driverId,
  driver: driver?.firstName ?? null,
  vehicle: driver?.vehicle ?? null,
});
