import type { DriverRide, RiderRide } from '#common/rides/ride.ts';
import { findRideState, type RideStatus, SETTLED } from '#common/rides/ride-states.ts';
import type { StatusTone } from '#web/components/ui/status-dot.tsx';

/** A ride's status as its card shows it. */
export interface StatusDisplay {
  label: string;
  tone: StatusTone;
}

/** An unknown status is shown raw. */
const byStatus = (status: RideStatus): StatusDisplay =>
  findRideState(status) ?? { label: status, tone: 'muted' };

/** A ride's status for its driver; an unknown status is shown raw. */
export const driverStatus = (ride: Pick<DriverRide, 'status'>): StatusDisplay => byStatus(ride.status);

/** Whether a ride waits for its rider to pay. */
export const isAwaitingPayment = (ride: Pick<RiderRide, 'status' | 'paymentStatus'>): boolean =>
  ride.status === 'requested' && ride.paymentStatus === 'pending';

/** A ride's status for its rider: of an open ride its payment status counts too. */
export function riderStatus(ride: Pick<RiderRide, 'status' | 'paymentStatus'>): StatusDisplay {
  if (isAwaitingPayment(ride)) return { label: 'Awaiting payment', tone: 'warn' };
  if (ride.paymentStatus === 'flagged') return { label: 'Payment under review', tone: 'warn' };
  return byStatus(ride.status);
}

/** A ride's status as a sentence for its rider; null when the label says it all (specification section 2, My Rides). */
export function riderSentence({
  status,
  paymentStatus,
}: Pick<RiderRide, 'status' | 'paymentStatus'>): string | null {
  if (status === 'requested' && !SETTLED.includes(paymentStatus)) return null;
  return findRideState(status)?.riderSentence ?? null;
}
