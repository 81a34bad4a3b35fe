import { useCallback } from 'react';
import { FailedState } from '#web/components/ui/failed-state.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { acceptRide } from './accept-ride.ts';
import { ListStatus } from './list-status.tsx';
import { loadOffers } from './load-lists.ts';
import { OfferList } from './offer-list.tsx';
import { OfferSkeletons } from './offer-skeletons.tsx';
import { OfferSwitches } from './offer-switches.tsx';
import type { RenderVehicle } from './render-vehicle.ts';
import { StaleNote } from './stale-note.tsx';
import { useConnection } from './use-connection.ts';
import { DASHBOARD_TITLE } from './use-dashboard-title.ts';
import { useOfferAlerts } from './use-offer-alerts.ts';
import { useOffers } from './use-offers.ts';

interface DriverDashboardProps {
  /** The driver who accepts. */
  driverId: string;
  renderVehicle: RenderVehicle;
}

/** The open offers, live, for a driver to accept. */
export function DriverDashboard({ driverId, renderVehicle }: DriverDashboardProps) {
  const { phase, problem, posted, asOf, isCut } = useOffers();
  const { isLive } = useConnection();
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
            <StaleNote what="Requests" asOf={asOf} />
            {isCut && (
              <p className="mb-4 text-14 text-ink-2">
                These have the soonest pickups. Rides with later ones are listed as these go.
              </p>
            )}
            <OfferList
              posted={posted}
              isOpen={isLive}
              renderVehicle={renderVehicle}
              onAccept={handleAccept}
            />
          </>
        )}
      </section>
    </>
  );
}
