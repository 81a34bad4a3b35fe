import { isCancellable } from '#common/rides/format-cancellation.ts';
import type { RiderRide } from '#common/rides/ride.ts';
import { Button } from '#web/components/ui/button.tsx';
import { formatCancellation } from '../ride-card/format-ride.ts';

/** Why a ride can no longer be cancelled. */
interface TooLate {
  title: string;
  text: string;
}

/** Says what happened to a ride that can no longer be cancelled. Null while it can be. */
export function formatTooLate(ride: RiderRide): TooLate | null {
  if (isCancellable(ride)) return null;
  if (ride.status === 'cancelled') return { title: 'This ride is cancelled', text: formatCancellation(ride) };
  const happened =
    ride.status === 'completed'
      ? 'Your ride is completed'
      : `${ride.driver?.firstName ?? 'Your driver'} has started your ride`;
  return { title: 'Not cancelled', text: `${happened}, so it can no longer be cancelled.` };
}

/** What remains of a dialog to cancel a ride that has moved on meanwhile. */
export const TooLateNotice = ({ text, onClose }: { text: string; onClose: () => void }) => (
  <>
    <p role="alert">{text}</p>
    <Button className="mt-6 w-full max-sm:min-h-12" autoFocus onClick={onClose}>
      Close
    </Button>
  </>
);
