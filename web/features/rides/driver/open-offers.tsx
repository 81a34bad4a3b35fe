import { AnimatePresence } from 'framer-motion';
import { Lock } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { addressLines } from '#common/places/address.ts';
import type { DriverRide, Offer } from '#common/rides/ride.ts';
import { vehicleName } from '#common/vehicles/catalogue.ts';
import { Button } from '#web/components/ui/button.tsx';
import { EmptyState } from '#web/components/ui/empty-state.tsx';
import { RoutePlacesSkeleton } from '#web/components/ui/route-places.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { TierBadge } from '#web/components/ui/tier-badge.tsx';
import { useNow } from '#web/lib/use-now.ts';
import { FoldingItem, useListFocus } from '../lists/live-list.tsx';
import { PickupTime, type RenderRideVehicle } from '../ride-card/ride-card.tsx';
import type { PostedOffer } from '../store/offer-board.ts';
import { DayStrip } from './day-strip.tsx';
import { type FreeTime, fitsFreeTime, formatFreeTime, freeTimeOf } from './free-time.ts';
import { OfferCard, type OfferCardProps } from './offer-card.tsx';
import { clearOfferFilters, inOrder, meetsFilters, useOfferFilters } from './offer-filters.ts';
import { formatOverlap, overlapOf } from './offer-overlap.ts';

interface OpenOffersProps {
  posted: readonly PostedOffer[];
  /** The driver's rides, which decide how each offer fits. */
  rides: readonly DriverRide[];
  /** Shown above the offers. */
  filterBar?: ReactNode;
  renderVehicle: RenderRideVehicle;
  onAccept: (offer: Offer) => void;
}

/** The filtered and sorted offers, or an empty state. */
export function OpenOffers({ posted, rides, filterBar, renderVehicle, onAccept }: OpenOffersProps) {
  const now = useNow();
  const filters = useOfferFilters();
  const [search, setSearch] = useSearchParams();
  const freeTime = useMemo(() => freeTimeOf(search), [search]);
  const shown = useMemo(() => {
    // With a free time in the URL the filters do not apply, so that the list matches the number that linked
    // here.
    const isWanted = (offer: Offer) =>
      freeTime ? fitsFreeTime(offer, freeTime, rides) : meetsFilters(offer, filters, now);
    const wanted = posted.filter(({ offer, isAccepting }) => isAccepting || isWanted(offer));
    return inOrder(wanted, filters.order, ({ offer }) => offer);
  }, [posted, rides, freeTime, filters, now]);
  const showAll = () => setSearch({}, { replace: true });
  const openIds = useMemo(
    () => shown.filter(({ isTaken }) => !isTaken).map(({ offer }) => offer.id),
    [shown],
  );
  const keepFocus = useListFocus(openIds);
  const [pointedId, setPointedId] = useState<string | null>(null);
  const open = shown.filter(({ isTaken }) => !isTaken);
  const pointedOut =
    open.find(({ offer }) => offer.id === pointedId) ??
    open.find(({ isNew }) => isNew) ??
    (freeTime ? open[0] : undefined);

  return (
    <div {...keepFocus}>
      <DayStrip rides={rides} offer={pointedOut?.offer ?? null} now={now} />
      {freeTime && (
        <p className="mb-4 flex min-h-11 flex-wrap items-center justify-between gap-x-4">
          <span>
            Requests that fit <span className="font-medium">{formatFreeTime(freeTime, now)}</span>
          </span>
          <Button variant="outline" onClick={showAll}>
            Show all requests
          </Button>
        </p>
      )}
      {!freeTime && filterBar}
      <ul
        onPointerOver={({ target }) => setPointedId(offerIdOf(target) ?? pointedId)}
        onFocus={({ target }) => setPointedId(offerIdOf(target) ?? pointedId)}
      >
        <AnimatePresence>
          {shown.map((each, index) => (
            <FoldingItem key={each.offer.id} index={index}>
              {each.isTaken ? (
                <TakenRow offer={each.offer} now={now} />
              ) : (
                <FittedOffer
                  posted={each}
                  rides={rides}
                  now={now}
                  renderVehicle={renderVehicle}
                  onAccept={onAccept}
                />
              )}
            </FoldingItem>
          ))}
        </AnimatePresence>
      </ul>
      {shown.length === 0 && (
        <NothingOpen
          others={posted.length}
          freeTime={freeTime}
          onClear={freeTime ? showAll : clearOfferFilters}
        />
      )}
    </div>
  );
}

/** Finds the offer of the card that contains an element, by its accept button. */
const offerIdOf = (target: EventTarget): string | undefined =>
  target instanceof Element
    ? target.closest('li')?.querySelector<HTMLElement>('[data-item-action]')?.dataset.itemAction
    : undefined;

/**
 * Passes only the overlap's text to the memoized card, so that changes of other rides do not re-render it.
 */
function FittedOffer({
  rides,
  ...card
}: { rides: readonly DriverRide[] } & Omit<OfferCardProps, 'fit' | 'overlaps'>) {
  const overlap = overlapOf(card.posted.offer, rides);
  return <OfferCard {...card} fit={formatOverlap(overlap)} overlaps={overlap.kind === 'overlaps'} />;
}

interface NothingOpenProps {
  others: number;
  freeTime: FreeTime | null;
  onClear: () => void;
}

function NothingOpen({ others, freeTime, onClear }: NothingOpenProps) {
  if (others === 0)
    return <EmptyState title="No rides available" text="New ride requests will appear here" />;
  return (
    <EmptyState
      title={freeTime ? 'Nothing fits that time anymore' : 'Nothing fits these filters'}
      text={`${others} other ${others === 1 ? 'request fits' : 'requests fit'} your vehicles.`}
      action={
        <Button variant="outline" onClick={onClear}>
          {freeTime ? 'Show all requests' : 'Clear filters'}
        </Button>
      }
    />
  );
}

/** An offer that another driver accepted, shown for a moment before it disappears. */
export const TakenRow = ({ offer, now }: { offer: Offer; now: Date }) => (
  <div className="grid min-h-14 grid-cols-[1fr_auto] items-center gap-x-9 rounded-card bg-sunken px-4.5 text-14 text-ink-2 sm:px-7 xl:grid-cols-[208px_1fr_212px_248px]">
    <p className="flex items-center gap-2.5">
      <TierBadge rideType={offer.rideType} />
      {vehicleName(offer.rideType)}
    </p>
    <p className="hidden truncate text-16 xl:block">
      {addressLines(offer.pickupLocation).name} to {addressLines(offer.dropoffLocation).name}
    </p>
    <p className="hidden xl:block">
      <PickupTime ride={offer} now={now} />
    </p>
    <p className="flex items-center justify-end gap-2 text-16 font-medium">
      <Lock aria-hidden size={16} />
      Taken
    </p>
  </div>
);

/** Placeholders in the shape of offer cards. */
export const OfferSkeletons = () => (
  <div aria-hidden className="flex flex-col gap-4">
    {['first', 'second', 'third'].map((which) => (
      <div
        key={which}
        className="grid gap-4 rounded-card border border-line bg-surface p-4.5 sm:grid-cols-[1fr_248px] sm:gap-x-9 sm:px-7 sm:py-6 xl:grid-cols-[208px_1fr_212px_248px]"
      >
        <div className="flex justify-between xl:flex-col">
          <Skeleton className="h-6 w-24 rounded-full" />
          <Skeleton className="h-5 w-32" />
        </div>
        <RoutePlacesSkeleton />
        <Skeleton className="h-5 w-32 sm:col-start-1 xl:col-start-3" />
        <div className="flex flex-col gap-4 sm:col-start-2 sm:row-span-3 sm:row-start-1 xl:col-start-4 xl:row-span-1">
          <Skeleton className="h-7 w-28 sm:ml-auto" />
          <Skeleton className="mt-auto h-12 rounded-field sm:h-11" />
        </div>
      </div>
    ))}
  </div>
);
