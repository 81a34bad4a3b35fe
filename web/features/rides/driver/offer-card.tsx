import { DAY_MS } from '#common/durations.ts';
import '../rides.css';
import clsx from 'clsx';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { memo, useId } from 'react';
import { formatAge, isJustNow } from '#common/format-age.ts';
import { formatDollarString } from '#common/money.ts';
import type { Offer } from '#common/rides/ride.ts';
import { findVehicle, vehicleName } from '#common/vehicles/catalogue.ts';
import { Button } from '#web/components/ui/button.tsx';
import { RoutePlaces } from '#web/components/ui/route-places.tsx';
import { TierBadge } from '#web/components/ui/tier-badge.tsx';
import { itemAction } from '../lists/live-list.tsx';
import { formatBooking, formatPickup, formatRideTitle } from '../ride-card/format-ride.ts';
import type { RenderRideVehicle } from '../ride-card/ride-card.tsx';
import type { PostedOffer } from '../store/offer-board.ts';

export interface OfferCardProps {
  posted: PostedOffer;
  now: Date;
  /** How the offer fits into the driver's rides, as text. */
  fit: string;
  /** Whether it overlaps one of them. */
  overlaps: boolean;
  renderVehicle: RenderRideVehicle;
  /** Must be a stable reference. */
  onAccept: (offer: Offer) => void;
}

/**
 * An open offer with the Accept Ride button. Memoized, so that in a long list only changed cards re-render.
 */
export const OfferCard = memo(function OfferCard(props: OfferCardProps) {
  const { posted, now, fit, overlaps, renderVehicle, onAccept } = props;
  const { offer, isNew, isAccepting } = posted;
  const id = useId();
  const fare = formatDollarString(offer.estimatedFare);
  const capacity = findVehicle(offer.rideType)?.capacity;

  return (
    <article
      aria-label={formatRideTitle(offer)}
      className="relative grid gap-4 rounded-card border border-line bg-surface p-4.5 sm:grid-cols-[1fr_248px] sm:gap-x-9 sm:px-7 sm:py-6 xl:grid-cols-[208px_1fr_212px_248px]"
    >
      {isNew && (
        <span
          aria-hidden
          className="new-offer-ring pointer-events-none absolute -inset-px rounded-[inherit]"
        />
      )}
      <header className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-14 xl:grid xl:grid-cols-[auto_1fr] xl:grid-rows-[auto_1fr_auto] xl:gap-y-2">
        <span className="flex xl:col-start-1 xl:row-start-1">
          <TierBadge rideType={offer.rideType} />
        </span>
        <h2 id={id} className="whitespace-nowrap text-16 font-medium xl:col-span-2 xl:row-start-3">
          {vehicleName(offer.rideType)}
          {capacity !== undefined && (
            <span className="font-normal text-14 text-ink-2 max-sm:hidden"> seats {capacity}</span>
          )}
        </h2>
        <time
          dateTime={offer.createdAt}
          className={`ml-auto shrink-0 xl:col-start-2 xl:row-start-1 xl:ml-0 ${isJustNow(new Date(offer.createdAt), now) ? 'font-medium text-gold-ink' : 'text-ink-2'}`}
        >
          {ageOf(offer, now)}
        </time>
        <div className="hidden self-end xl:col-span-2 xl:row-start-2 xl:block">
          {renderVehicle(offer.rideType, null)}
        </div>
      </header>
      <RoutePlaces
        pickupLocation={offer.pickupLocation}
        stops={offer.stops}
        dropoffLocation={offer.dropoffLocation}
      />
      <div>
        <OfferTime offer={offer} now={now} />
        <FitLine fit={fit} overlaps={overlaps} />
      </div>
      <div className="flex flex-col gap-4 max-sm:flex-row max-sm:flex-wrap max-sm:items-end max-sm:border-line max-sm:border-t max-sm:pt-4 sm:col-start-2 sm:row-span-3 sm:row-start-1 sm:border-line sm:border-l sm:pl-7 xl:col-start-4 xl:row-span-1">
        <dl className="flex flex-col gap-1 text-14">
          <div className="sm:flex sm:items-baseline sm:justify-between">
            <dt className="text-ink-2">
              Pays you<span className="sm:hidden">, of {fare}</span>
            </dt>
            <dd className="figures text-28 text-gold-ink leading-tight">
              {formatDollarString(offer.driverShare)}
            </dd>
          </div>
          <div className="flex items-baseline justify-between max-sm:hidden">
            <dt className="text-ink-2">Estimated fare</dt>
            <dd className="figures">{fare}</dd>
          </div>
        </dl>
        <Button
          variant={overlaps ? 'outline' : 'primary'}
          className="mt-auto max-sm:ml-auto max-sm:min-h-13 max-sm:px-6 sm:w-full"
          {...itemAction(offer.id)}
          aria-describedby={id}
          isPending={isAccepting}
          pendingLabel="Accepting..."
          onClick={() => onAccept(offer)}
        >
          Accept Ride
        </Button>
      </div>
    </article>
  );
});

/**
 * Formats the age of an offer: `2 minutes ago`; after a day `since Fri 20 Nov`, which cannot be mistaken for
 * the pickup date.
 */
function ageOf({ createdAt }: Offer, now: Date): string {
  const at = new Date(createdAt);
  const age = formatAge(at, now);
  return now.getTime() - at.getTime() < DAY_MS ? age : `since ${age}`;
}

/** Whether the driver is free at that time. */
const FitLine = ({ fit, overlaps }: Pick<OfferCardProps, 'fit' | 'overlaps'>) => {
  const Icon = overlaps ? TriangleAlert : CircleCheck;
  return (
    <p className={clsx('mt-3 flex gap-2 font-medium', overlaps ? 'text-warn' : 'text-ok')}>
      <Icon aria-hidden size={18} className="mt-[0.2em] shrink-0" />
      {fit}
    </p>
  );
};

/** Day, time and booking type: stacked on a desktop, in one row on smaller screens. */
function OfferTime({ offer, now }: { offer: PostedOffer['offer']; now: Date }) {
  const { day, longDay, time, dateTime } = formatPickup(offer.scheduledDate, offer.scheduledTime, now);
  return (
    <p className="flex flex-wrap justify-between gap-x-6 text-14 max-sm:border-line max-sm:border-t max-sm:pt-4 sm:justify-start xl:flex-col xl:justify-start xl:text-16">
      <time dateTime={dateTime} className="font-medium">
        <span className="xl:hidden">{day}, </span>
        <span className="hidden xl:block">{longDay}</span>
        <span className="figures">{time}</span>
      </time>
      <span className="text-14 text-ink-2 xl:mt-1">{formatBooking(offer)}</span>
    </p>
  );
}
