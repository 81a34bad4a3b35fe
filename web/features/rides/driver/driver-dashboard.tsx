import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import type { Offer } from '#common/rides/ride.ts';
import { ListStatus, StaleBanner } from '#web/components/list-status.tsx';
import { FailedState } from '#web/components/ui/failed-state.tsx';
import { showToast, type ToastButton, toast } from '#web/components/ui/toast.ts';
import { failureToast, toastFailure } from '#web/components/ui/toast-failure.ts';
import { ApiError, isClientError, isUnsent } from '#web/lib/api-error.ts';
import { useFastDetection } from '#web/lib/fast-detection.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { useNow } from '#web/lib/use-now.ts';
import { useWakeLock } from '#web/lib/use-wake-lock.ts';
import { useLostRideNotices } from '../alerts/lost-rides.ts';
import { DASHBOARD_TITLE, OfferSwitches, useOfferAlerts } from '../alerts/offer-alerts.tsx';
import { acceptRide, giveRideBack, undoUntilMs } from '../api/driver-actions.ts';
import { loadOffers } from '../api/load-lists.ts';
import { useDriverRides, useOffers } from '../api/use-lists.ts';
import { useDriver } from '../duty/driver-store.ts';
import { DutyCard } from '../duty/duty-card.tsx';
import { formatVehicles } from '../duty/format-vehicles.ts';
import { NoOffers, whyNoOffers } from '../duty/no-offers.tsx';
import type { RenderRideVehicle } from '../ride-card/ride-card.tsx';
import { OfferFilterBar } from './offer-filter-bar.tsx';
import { OfferSkeletons, OpenOffers } from './open-offers.tsx';

const OverlapDialog = lazy(() =>
  import('./overlap-dialog.tsx').then((module) => ({ default: module.OverlapDialog })),
);

interface DriverDashboardProps {
  /** The driver who accepts. */
  driverId: string;
  renderVehicle: RenderRideVehicle;
}

/** The live board of open offers. Accepting is a REST call, so it works while the socket is down. */
export function DriverDashboard({ driverId, renderVehicle }: DriverDashboardProps) {
  const { phase, problem, posted, asOf, isCut } = useOffers();
  const driver = useDriver(driverId);
  const { accept, overlap, leave } = useAccept(driverId);
  useOfferAlerts(posted);
  const list = useDriverRides(driverId);
  const rides = useMemo(() => Object.values(list.rides), [list.rides]);
  const now = useNow();
  useLostRideNotices(list);

  const openOffers = useMemo(() => posted.flatMap((each) => (each.isTaken ? [] : each.offer)), [posted]);
  const openCount = openOffers.length;
  const why = driver && whyNoOffers(driver);
  const vehicles = driver && formatVehicles(driver);
  const isOnDuty = driver?.isOnDuty ?? false;
  useFastDetection(isOnDuty);
  useWakeLock(isOnDuty);

  return (
    <>
      <div className="mt-4 mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div className="flex min-h-8 grow items-center gap-6 text-14">
          <ListStatus phase={phase === 'ready' && list.phase === 'loading' ? 'loading' : phase} asOf={asOf} />
          {!why && phase === 'ready' && openCount > 0 && (
            <p className="whitespace-nowrap text-ink-2 max-sm:ml-auto">
              {openCount}
              {isCut && '+'} open
              <span className="max-sm:sr-only">
                {' '}
                {openCount === 1 ? 'request' : 'requests'}
                {vehicles && ` for ${vehicles}`}
              </span>
            </p>
          )}
        </div>
        {driver?.state === 'active' && <DutyCard driver={driver} rides={rides} now={now} />}
        {!why && <OfferSwitches />}
      </div>
      {vehicles && <p className="mb-4 text-14 text-ink-2 sm:hidden">For {vehicles}</p>}
      <section aria-label={DASHBOARD_TITLE} aria-busy={phase === 'loading'}>
        {driver && why && <NoOffers driver={driver} why={why} />}
        {!why && phase === 'loading' && <OfferSkeletons />}
        {!why && phase === 'failed' && (
          <FailedState title="We couldn't load the requests" text={problem ?? ''} onRetry={loadOffers} />
        )}
        {!why && phase === 'ready' && asOf && (
          <>
            <StaleBanner
              what="Requests"
              asOf={asOf}
              waits="Accept still works: we check each one as you press."
            />
            {isCut && (
              <p className="mb-4 text-14 text-ink-2">
                These have the soonest pickups. Later ones appear as these go.
              </p>
            )}
            <OpenOffers
              posted={posted}
              rides={rides}
              filterBar={<OfferFilterBar driver={driver} offers={openOffers} isShown={posted.length > 0} />}
              renderVehicle={renderVehicle}
              onAccept={accept}
            />
          </>
        )}
      </section>
      {overlap && (
        <Suspense>
          <OverlapDialog
            key={overlap.offer.id}
            driverId={driverId}
            offer={overlap.offer}
            message={overlap.message}
            isVehicleTaken={overlap.isVehicleTaken}
            onLeave={leave}
            onAccept={() => accept(overlap.offer, { allowOverlap: true })}
          />
        </Suspense>
      )}
    </>
  );
}

/** An offer that overlaps another ride of the driver or the vehicle, with the server's message. */
interface Overlap {
  offer: Offer;
  message: string;
  isVehicleTaken: boolean;
}

/**
 * Accepts offers as shown. When one overlaps another ride or its vehicle is taken, the driver must confirm
 * first. Several confirmations are queued.
 */
function useAccept(driverId: string) {
  const [overlaps, setOverlaps] = useState<readonly Overlap[]>([]);
  const leave = useCallback(() => setOverlaps(([, ...others]) => others), []);

  const accept = useCallback(
    async (offer: Offer, options: { allowOverlap?: true } = {}) => {
      const { id: rideId, revision } = offer;
      setOverlaps((asked) => asked.filter((each) => each.offer.id !== rideId));
      try {
        if (!(await acceptRide(rideId, driverId, { revision, ...options }))) return;
        toast.success('Ride accepted!', 'Head to the pickup location', firstUndoButton(offer));
      } catch (error) {
        const message = messageOf(error, 'Failed to accept ride');
        const code = error instanceof ApiError ? error.code : null;
        const isVehicleTaken = code === 'VEHICLE_IN_USE';
        if (isVehicleTaken || code === 'RIDE_OVERLAPS')
          setOverlaps((asked) => [...asked, { offer, message, isVehicleTaken }]);
        else if (isUnsent(error)) toast.error('Not sent. No connection.');
        else toastFailure('Error', error, message);
      }
    },
    [driverId],
  );
  return { accept, overlap: overlaps[0] ?? null, leave };
}

const undoButton = (rideId: string): ToastButton => ({
  label: 'Undo',
  onPress: () => void undoAccept(rideId),
});

/** The button for the whole seconds that the server allows; none if there are none. */
function firstUndoButton(offer: Offer): ToastButton | undefined {
  const seconds = Math.floor((undoUntilMs(offer) - Date.now()) / 1_000);
  return seconds > 0 ? { ...undoButton(offer.id), seconds } : undefined;
}

/**
 * Gives back a ride that was just accepted. Without an answer, Undo is offered again: the server decides
 * whether it is too late.
 */
async function undoAccept(rideId: string): Promise<void> {
  try {
    await giveRideBack(rideId, 'Undone');
    toast.success('Ride given back', 'It is open to other drivers again.');
  } catch (error) {
    const isTooLate = error instanceof ApiError && error.code === 'RIDE_STATE_CONFLICT';
    const failure = failureToast('Error', error, 'Failed to give the ride back');
    if (isTooLate) toast.error('Error', 'Too late to undo. Give the ride back in My Rides.');
    else showToast(isClientError(error) ? failure : { ...failure, action: undoButton(rideId) });
  }
}
