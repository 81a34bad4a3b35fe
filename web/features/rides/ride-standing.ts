import type { DriverRide, RiderRide } from '#common/rides/ride.ts';
import { type RideStatus, statusLabel } from '#common/rides/ride-states.ts';
import type { StatusTone } from '#web/components/ui/status-dot.tsx';

/** Where a ride stands, as its card says it. */
export interface Standing {
  label: string;
  tone: StatusTone;
}

const TONES: Partial<Record<string, StatusTone>> = { accepted: 'gold', in_progress: 'ok' };

const byStatus = (status: RideStatus): Standing => ({
  label: statusLabel(status),
  tone: TONES[status] ?? 'muted',
});

/** A ride's standing for its driver; an unknown status is shown raw. */
export const driverStanding = (ride: Pick<DriverRide, 'status'>): Standing => byStatus(ride.status);

/** Whether a ride waits for its rider to pay. */
export const isAwaitingPayment = (ride: Pick<RiderRide, 'status' | 'paymentStatus'>): boolean =>
  ride.status === 'requested' && ride.paymentStatus === 'pending';

/** A ride's standing for its rider: an open ride is also told by where its money stands. */
export function riderStanding(ride: Pick<RiderRide, 'status' | 'paymentStatus'>): Standing {
  if (isAwaitingPayment(ride)) return { label: 'Awaiting payment', tone: 'warn' };
  if (ride.paymentStatus === 'flagged') return { label: 'Payment under review', tone: 'warn' };
  return byStatus(ride.status);
}

/** What a rider is told in a sentence while a ride is under way; null when the status word says it all (specification section 2, My Rides). */
export function riderSentence(ride: Pick<RiderRide, 'status' | 'paymentStatus'>): string | null {
  if (ride.status === 'accepted') return 'Your driver is on the way!';
  if (ride.status === 'in_progress') return 'Ride in progress';
  if (ride.status === 'requested' && ['paid', 'waived'].includes(ride.paymentStatus))
    return 'Finding your driver';
  return null;
}
