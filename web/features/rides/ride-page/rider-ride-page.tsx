import '../rides.css';
import { lazy, useCallback, useEffect, useMemo } from 'react';
import { isUnderWay } from '#common/rides/position.ts';
import { isWithinAfterRide } from '#common/rides/rating.ts';
import { receiptOf } from '#common/rides/receipt.ts';
import type { RiderRide } from '#common/rides/ride.ts';
import { ListStatus } from '#web/components/list-status.tsx';
import { LoadBoundary } from '#web/components/load-boundary.tsx';
import { ButtonLink } from '#web/components/ui/button-link.tsx';
import { EmptyState } from '#web/components/ui/empty-state.tsx';
import { FailedState } from '#web/components/ui/failed-state.tsx';
import { PageHeading } from '#web/components/ui/page-heading.tsx';
import { RouteLine } from '#web/components/ui/route-line.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { resyncLater } from '#web/lib/active-lists.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { useFastDetection } from '#web/lib/fast-detection.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { useLoaded } from '#web/lib/use-loaded.ts';
import { useNow } from '#web/lib/use-now.ts';
import type { RenderTip } from '../after/rate-ride.tsx';
import { useStatusAnnouncements } from '../alerts/announce-changes.ts';
import { readRiderRide } from '../api/rider-actions.ts';
import { useRiderRide } from '../api/use-lists.ts';
import type { RenderRideMap } from '../position/ride-map-view.ts';
import { useMinutesAnnouncement, useTracking } from '../position/use-tracking.ts';
import { riderStatus } from '../ride-card/format-ride.ts';
import { type RenderRideVehicle, RideHead } from '../ride-card/ride-card.tsx';
import { riderHeadline } from '../ride-card/rider-headline.ts';
import { useChargeReturn } from '../rider/payment-return.ts';
import { useRideStore } from '../store/ride-store.ts';
import { ManageRide } from './manage-ride.tsx';
import type { RenderPayment } from './open-charges.tsx';
import { ReceiptPaper } from './receipt-paper.tsx';
import { RideFare } from './ride-fare.tsx';
import { RideOnMap } from './ride-on-map.tsx';
import { RideReceipt } from './ride-receipt.tsx';
import { RideStage } from './ride-stage.tsx';
import { StartPin } from './start-pin.tsx';
import { RideDriver, YourRide } from './your-ride.tsx';

interface RiderRidePageProps {
  riderId: string;
  rideId: string;
  renderVehicle: RenderRideVehicle;
  renderPayment: RenderPayment;
  renderTip: RenderTip;
  renderMap: RenderRideMap;
  /** Fills in the booking form with a past ride. */
  onBookAgain: (ride: RiderRide) => void;
}

/** The live page of one of the rider's rides, with all details and actions. */
export function RiderRidePage({ riderId, rideId, ...rest }: RiderRidePageProps) {
  const ride = useRiderRide(riderId, rideId);
  const load = useCallback((signal: AbortSignal) => readRiderRide(rideId, signal), [rideId]);
  const { state, reload } = useLoaded(load);
  useChargeReturn(rideId);

  // The ride from the store stays on screen although this load failed, and may be stale.
  useEffect(() => {
    if (state.phase === 'failed' && !isNotFound(state.error)) resyncLater();
  }, [state]);

  if (ride) return <LiveRide ride={ride} {...rest} />;
  if (state.phase !== 'failed') return <RideSkeleton />;
  return (
    <>
      <PageHeading size="screen" title="Your ride" className="mb-8" />
      {isNotFound(state.error) ? (
        <EmptyState
          title="Ride not found"
          text="This ride isn't yours, or it doesn't exist."
          action={<ButtonLink to="/my-rides">My Rides</ButtonLink>}
        />
      ) : (
        <FailedState title="We couldn't load this ride" text={messageOf(state.error)} onRetry={reload} />
      )}
    </>
  );
}

const isNotFound = (error: unknown): boolean =>
  error instanceof ApiError && [400, 403, 404].includes(error.status);

function LiveRide({
  ride,
  renderVehicle,
  renderPayment,
  renderTip,
  renderMap,
  onBookAgain,
}: { ride: RiderRide } & Omit<RiderRidePageProps, 'riderId' | 'rideId'>) {
  const now = useNow();
  const asOf = useRideStore(({ riderRides }) => riderRides.asOf);
  useStatusAnnouncements(useMemo(() => ({ [ride.id]: ride }), [ride]));
  const tracking = useTracking(ride);
  useMinutesAnnouncement(tracking);
  useFastDetection(isUnderWay(ride));
  const { sentence, lead } = riderHeadline(ride, now, tracking);
  const receipt = receiptOf(ride);

  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 pt-7 lg:pt-12">
        <RideHead rideType={ride.rideType} status={riderStatus(ride)} />
        <ListStatus phase="ready" asOf={asOf} />
      </div>
      <h1 className="display mt-3.5 text-40 text-balance lg:text-56">{sentence}</h1>
      <p className="mt-3 max-w-[36em] text-pretty text-18 text-ink-2">{lead}</p>
      <div className="flex flex-col max-sm:flex-col-reverse">
        <RideStage ride={ride} now={now} renderVehicle={renderVehicle} />
        {tracking && <RideOnMap ride={ride} tracking={tracking} renderMap={renderMap} />}
      </div>
      <div className="ride-page-columns mt-10 lg:mt-16">
        {isToBeRated(ride, now) ? (
          <LoadBoundary fallback={<Skeleton className="ride-page-after h-90" />}>
            <RateRide ride={ride} renderTip={renderTip} />
          </LoadBoundary>
        ) : (
          !tracking && (
            <div className="ride-page-driver grid gap-5 empty:hidden">
              {ride.driver && <RideDriver driver={ride.driver} />}
              <StartPin ride={ride} now={now} />
            </div>
          )
        )}
        <YourRide ride={ride} now={now} />
        {receipt ? <RideReceipt ride={ride} receipt={receipt} /> : <RideFare ride={ride} now={now} />}
        <ManageRide
          ride={ride}
          now={now}
          renderVehicle={renderVehicle}
          renderPayment={renderPayment}
          onBookAgain={onBookAgain}
        />
      </div>
      {receipt && <ReceiptPaper ride={ride} receipt={receipt} />}
    </>
  );
}

/** Lazy-loaded: most rides viewed are upcoming. */
const RateRide = lazy(() =>
  import('../after/rate-ride.tsx').then((module) => ({ default: module.RateRide })),
);

/** Whether a ride was completed recently enough to be rated. */
function isToBeRated({ status, history }: RiderRide, now: Date): boolean {
  const completed = history.findLast(({ change }) => change === 'completed');
  return status === 'completed' && completed !== undefined && isWithinAfterRide(completed.at, now);
}

/** The page while its ride loads. */
const RideSkeleton = () => (
  <div aria-busy className="pt-7 lg:pt-12">
    <h1 className="sr-only">Your ride</h1>
    <div className="flex gap-4">
      <Skeleton className="h-6 w-20 rounded-full" />
      <Skeleton className="h-6 w-24" />
    </div>
    <Skeleton className="mt-3.5 h-14 w-110" />
    <Skeleton className="mt-3 h-6 w-80" />
    <RouteLine end="hollow" isMoving className="mt-16" />
    <p role="status" className="mt-4 text-14 text-ink-2">
      Loading your ride...
    </p>
    <div aria-hidden className="mt-10 grid gap-12 lg:mt-16 lg:grid-cols-3">
      <Skeleton className="h-60" />
      <Skeleton className="h-60" />
      <Skeleton className="h-60" />
    </div>
  </div>
);
