import { useCallback } from 'react';
import { FailedState } from '#web/components/ui/failed-state.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { DASHBOARD_TITLE, OfferSwitches, useOfferAlerts } from '../alerts/offer-alerts.tsx';
import { loadOffers } from '../api/load-lists.ts';
import { acceptRide } from '../api/ride-actions.ts';
import { useOffers } from '../api/use-lists.ts';
import { ListStatus, StaleBanner } from '../lists/list-status.tsx';
import type { RenderRideVehicle } from '../ride-card/ride-card.tsx';
import { OfferSkeletons, OpenOffers } from './open-offers.tsx';

interface DriverDashboardProps {
  /** The driver who accepts. */
  driverId: string;
  renderVehicle: RenderRideVehicle;
}

/** The open offers, live, for a driver to accept. Accepting is a REST call, so it works while the socket is down too. */
export function DriverDashboard({ driverId, renderVehicle }: DriverDashboardProps) {
  const { phase, problem, posted, asOf, isCut } = useOffers();
  useOfferAlerts(posted);

  const openCount = posted.filter(({ isTaken }) => !isTaken).length;

  const handleAccept = useCallback(
    async (rideId: string) => {
      try {
        if (!(await acceptRide(rideId, driverId))) return;
        toast.success('Ride accepted!', 'Head to the pickup location', {
          to: '/driver-rides',
          label: 'My Rides',
        });
      } catch (error) {
        toast.error('Error', messageOf(error, 'Failed to accept ride'));
      }
    },
    [driverId],
  );

  return (
    <>
      <div className="mt-4 mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <div className="flex min-h-8 grow items-center gap-6 text-14">
          <ListStatus phase={phase} asOf={asOf} />
          {phase === 'ready' && openCount > 0 && (
            <p className="whitespace-nowrap text-ink-2 max-sm:ml-auto">
              {openCount}
              {isCut && '+'} open
              <span className="max-sm:sr-only"> {openCount === 1 ? 'request' : 'requests'}</span>
            </p>
          )}
        </div>
        <OfferSwitches />
      </div>
      <section aria-label={DASHBOARD_TITLE} aria-busy={phase === 'loading'}>
        {phase === 'loading' && <OfferSkeletons />}
        {phase === 'failed' && (
          <FailedState title="We couldn't load the requests" text={problem ?? ''} onRetry={loadOffers} />
        )}
        {phase === 'ready' && asOf && (
          <>
            <StaleBanner what="Requests" asOf={asOf} />
            {isCut && (
              <p className="mb-4 text-14 text-ink-2">
                These have the soonest pickups. Rides with later ones are listed as these go.
              </p>
            )}
            <OpenOffers posted={posted} renderVehicle={renderVehicle} onAccept={handleAccept} />
          </>
        )}
      </section>
    </>
  );
}
