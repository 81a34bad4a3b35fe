import { MINUTE_MS } from '#common/durations.ts';
import { formatDollarString } from '#common/money.ts';
import { addressLines } from '#common/places/address.ts';
import type { DriverRide } from '#common/rides/ride.ts';
import { formatTime } from '#common/time.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { toastFailure } from '#web/components/ui/toast-failure.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';
import { useNow } from '#web/lib/use-now.ts';
import { noteNoShow } from '../api/driver-actions.ts';
import { riderName } from '../ride-card/format-driver-ride.ts';
import { LeaveOrAct } from './leave-or-act.tsx';
import { formatNoShow, useNoShowFee } from './no-show-fee.ts';
import type { Wait } from './waiting-clock.tsx';

interface NoShowDialogProps {
  ride: DriverRide;
  wait: Wait;
  onClose: () => void;
}

/** Confirms a no-show, with the rider's fee and the driver's share. The default is to keep waiting. */
export function NoShowDialog({ ride, wait, onClose }: NoShowDialogProps) {
  const name = riderName(ride);
  const now = useNow();
  const { state, reload } = useNoShowFee(ride);
  const { run, isPending } = useInFlight(async () => {
    try {
      const { driverShare } = await noteNoShow(ride.id);
      toast.success('No-show noted', `Your share of the fee: ${formatDollarString(driverShare)}.`);
    } catch (error) {
      toastFailure('Error', error, 'Failed to note the no-show');
    }
  });
  const minutes = Math.floor((now.getTime() - wait.since.getTime()) / MINUTE_MS);
  const pickup = addressLines(ride.pickupLocation).name;

  return (
    <Dialog
      isOpen
      onClose={onClose}
      isClosable={!isPending}
      title={`${name} didn't come?`}
      description={`You have waited ${minutes} minutes at ${pickup}.`}
    >
      <dl className="text-14">
        {ride.arrivedAt && <Row term="Arrived" at={new Date(ride.arrivedAt)} />}
        <Row term="Free until" at={wait.noShowFrom} />
      </dl>
      <div role="status" className="mt-4 min-h-12">
        {state.phase === 'loading' && <p className="text-ink-2">Loading the fee...</p>}
        {state.phase === 'failed' && (
          <p>
            We couldn't load the fee.{' '}
            <button type="button" className="min-h-11 font-semibold text-gold-ink underline" onClick={reload}>
              Try again
            </button>
          </p>
        )}
        {state.phase === 'loaded' && <p>{formatNoShow(name, state.value)}</p>}
      </div>
      <LeaveOrAct leave="Keep waiting" isPending={isPending} onLeave={onClose}>
        <Button
          size={48}
          className="max-sm:w-full"
          isUnavailable={state.phase !== 'loaded'}
          isPending={isPending}
          pendingLabel="Noting..."
          onClick={run}
        >
          Note no-show
        </Button>
      </LeaveOrAct>
    </Dialog>
  );
}

const Row = ({ term, at }: { term: string; at: Date }) => (
  <div className="flex justify-between gap-4 border-line border-b py-2.5 first:border-t">
    <dt className="text-ink-2">{term}</dt>
    <dd className="figures font-medium">{formatTime(at)}</dd>
  </div>
);
