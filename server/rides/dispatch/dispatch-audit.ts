import { rideSubject } from '#common/rides/ride-reference.ts';
import type { OwedEvent } from '../../audit-log/record-audit.ts';
import type { RideRecord } from '../ride-model.ts';

/** What the audit log calls a change that its author took back. */
export const UNDONE = 'ride assignment undone';

/** Who drives a ride, in what. */
type Driven = Pick<RideRecord, 'status' | 'driverId' | 'driver'>;

/** What staff did with the driver of a ride, as it was and as it is then, for the audit log. */
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
