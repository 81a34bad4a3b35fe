import { ClockPlus } from 'lucide-react';
import { useCallback } from 'react';
import { formatCents } from '#common/money.ts';
import type { RiderRide } from '#common/rides/ride.ts';
import { isEditCharge } from '#common/rides/ride-money.ts';
import { formatTime } from '#common/time.ts';
import { toast } from '#web/components/ui/toast.ts';
import { toastFailure } from '#web/components/ui/toast-failure.ts';
import { NO_ANSWER } from '#web/lib/message-of.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';
import { useLoaded } from '#web/lib/use-loaded.ts';
import { extendRide, quoteExtension } from '../api/edit-actions.ts';
import { ManageFace as Face, ManageButton } from './manage-row.tsx';

/**
 * Whether a rider may request more time: an hourly ride in progress, not on account, without an open change.
 */
export const isExtendable = ({ status, bookingType, charges, paymentStatus }: RiderRide): boolean =>
  status === 'in_progress' &&
  bookingType === 'hourly' &&
  paymentStatus !== 'on_account' &&
  !charges.some((charge) => charge.status === 'open' && isEditCharge(charge));

interface ExtendRowProps {
  ride: Pick<RiderRide, 'id' | 'hours'>;
  onPay: (chargeId: string) => void;
}

/**
 * A row that extends a ride in progress by 30 minutes, with the price. Hidden when the server offers no
 * extension.
 */
export function ExtendRow({ ride: { id: rideId, hours }, onPay }: ExtendRowProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: an extension moves the end that the next one has
  const load = useCallback((signal: AbortSignal) => quoteExtension(rideId, signal), [rideId, hours]);
  // `last` remains while reloading, so that the row keeps the focus.
  const { state, last, reload } = useLoaded(load);
  const { run, isPending } = useInFlight(async (dueCents: number) => {
    try {
      const chargeId = await extendRide(rideId, dueCents);
      if (chargeId) onPay(chargeId);
      else toast.success('Ride extended', 'You have 30 more minutes.');
    } catch (error) {
      toastFailure('Error', error, NO_ANSWER);
      void reload();
    }
  });

  if (state.phase === 'failed' || !last) return null;
  const { dueCents, endsAt } = last;
  const isBusy = isPending || state.phase === 'loading';
  const meta = `${formatCents(dueCents)}, until ${formatTime(new Date(endsAt))}`;
  return (
    <li className="border-line border-b">
      <ManageButton aria-disabled={isBusy} onClick={() => !isBusy && run(dueCents)}>
        <Face Icon={ClockPlus} label={isPending ? 'Asking...' : '30 more minutes'} meta={meta} />
      </ManageButton>
    </li>
  );
}
