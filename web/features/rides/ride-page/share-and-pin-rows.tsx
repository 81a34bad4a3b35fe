import clsx from 'clsx';
import { KeyRound, Share2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { RiderRide } from '#common/rides/ride.ts';
import { ACTIVE_STATUSES, SETTLED } from '#common/rides/ride-states.ts';
import { toastFailure } from '#web/components/ui/toast-failure.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';
import { setStartPin } from '../api/rider-actions.ts';
import { MANAGE_ROW, ManageFace, ManageRow } from './manage-row.tsx';

const ShareTripDialog = lazy(() =>
  import('./share-trip-dialog.tsx').then((module) => ({ default: module.ShareTripDialog })),
);

/** Rows of Manage for a booked ride: sharing the trip, and the start PIN. */
export function ShareAndPinRows({ ride }: { ride: RiderRide }) {
  const [isSharing, setIsSharing] = useState(false);
  const isBooked = ACTIVE_STATUSES.includes(ride.status) && SETTLED.includes(ride.paymentStatus);

  return (
    <>
      {isBooked && (
        <ManageRow>
          <button type="button" className={MANAGE_ROW} onClick={() => setIsSharing(true)}>
            <ManageFace Icon={Share2} label="Share trip" meta={ride.tripLink && 'Shared'} />
          </button>
        </ManageRow>
      )}
      {isBooked && ride.status !== 'in_progress' && <PinRow ride={ride} />}
      {isSharing && (
        <Suspense>
          <ShareTripDialog ride={ride} onClose={() => setIsSharing(false)} />
        </Suspense>
      )}
    </>
  );
}

function PinRow({ ride }: { ride: RiderRide }) {
  const isOn = ride.wantsPin ?? false;
  const { run, isPending } = useInFlight(async () => {
    try {
      await setStartPin(ride.id, !isOn);
    } catch (error) {
      toastFailure('Error', error, 'Not saved. Try again.');
    }
  });
  return (
    <ManageRow>
      <button
        type="button"
        role="switch"
        aria-checked={isOn}
        aria-disabled={isPending}
        className={MANAGE_ROW}
        onClick={() => run()}
      >
        <ManageFace
          Icon={KeyRound}
          label="Driver asks for my PIN"
          meta={
            <span
              className={clsx(
                'block rounded-full border px-2.5 py-0.5',
                isOn ? 'border-gold text-gold-ink' : 'border-control',
              )}
            >
              {isOn ? 'On' : 'Off'}
            </span>
          }
        />
      </button>
    </ManageRow>
  );
}
