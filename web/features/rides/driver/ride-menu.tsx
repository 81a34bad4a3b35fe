import { Ellipsis } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { addressLines } from '#common/places/address.ts';
import { giveBackUntil } from '#common/rides/cancellation.ts';
import type { DriverRide } from '#common/rides/ride.ts';
import { toInstant } from '#common/time.ts';
import { buttonClass } from '#web/components/ui/button-class.ts';
import { Popover } from '#web/components/ui/popover.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { toastFailure } from '#web/components/ui/toast-failure.ts';
import { COMPANY } from '#web/content/company.ts';
import { NO_ANSWER } from '#web/lib/message-of.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';
import { proposeExtension } from '../api/edit-actions.ts';
import { formatRideTitle } from '../ride-card/format-ride.ts';
import { chooseNavigationApp, NAVIGATION_APPS } from './navigation-apps.ts';
import { useHasPassed } from './waiting-clock.tsx';

const GiveBackDialog = lazy(() =>
  import('./give-back-dialog.tsx').then((module) => ({ default: module.GiveBackDialog })),
);

const ITEM = 'flex min-h-11 w-full items-center rounded-item px-3 text-left hover:bg-sunken';

/**
 * More actions on a ride: navigate, print the order sheet, propose more time, and give it back. From two
 * hours before the pickup it offers a call to dispatch instead.
 */
export function RideMenu({ ride, now }: { ride: DriverRide; now: Date }) {
  const [isGivingBack, setIsGivingBack] = useState(false);
  const isAccepted = ride.status === 'accepted';
  const place = isAccepted ? ride.pickupLocation : ride.dropoffLocation;
  const pickup = toInstant(ride.scheduledDate, ride.scheduledTime);
  const isTooLate = useHasPassed(pickup && giveBackUntil({ scheduledAt: pickup.toISOString() }));

  return (
    <>
      <Popover
        label={`More for ${formatRideTitle(ride)}`}
        trigger={<Ellipsis aria-hidden size={20} />}
        triggerClass={buttonClass({ variant: 'outline', size: 48, className: 'px-3!' })}
        panelClass="w-72 p-2"
      >
        <p className="truncate px-3 pt-2 pb-1 text-12 text-ink-2">To {addressLines(place).name}</p>
        {NAVIGATION_APPS.map(({ id, name, linkTo }) => (
          <a
            key={id}
            href={linkTo(place)}
            target="_blank"
            rel="noreferrer"
            className={ITEM}
            onClick={() => chooseNavigationApp(id)}
          >
            {name}
          </a>
        ))}
        <hr className="mx-3 my-2 border-line" />
        <a href={`/driver-rides/${ride.id}/order-sheet`} target="_blank" rel="noreferrer" className={ITEM}>
          Order sheet
        </a>
        {ride.status === 'in_progress' && ride.bookingType === 'hourly' && <ProposeExtension ride={ride} />}
        {isAccepted && !isTooLate ? (
          <button type="button" className={ITEM} onClick={() => setIsGivingBack(true)}>
            Give this ride back
          </button>
        ) : (
          <a href={COMPANY.phoneHref} className={ITEM}>
            Call dispatch, {COMPANY.phone}
          </a>
        )}
      </Popover>
      {isGivingBack && pickup && (
        <Suspense>
          <GiveBackDialog ride={ride} pickup={pickup} now={now} onClose={() => setIsGivingBack(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Proposes 30 more minutes to the rider. They take effect once paid. */
function ProposeExtension({ ride }: { ride: DriverRide }) {
  const { run, isPending } = useInFlight(async () => {
    try {
      await proposeExtension(ride.id);
      toast.success('Proposed', 'Your rider sees it. The ride is extended once they pay.');
    } catch (error) {
      toastFailure('Not proposed', error, NO_ANSWER);
    }
  });
  return (
    <button type="button" className={ITEM} aria-disabled={isPending} onClick={() => run()}>
      {isPending ? 'Proposing...' : 'Propose 30 more minutes'}
    </button>
  );
}
