import { useId } from 'react';
import { formatDollarString } from '#common/money.ts';
import { formatAge } from '#common/time.ts';
import { findVehicle, vehicleName } from '#common/vehicles/catalogue.ts';
import { Button } from '#web/components/ui/button.tsx';
import { RoutePlaces } from '#web/components/ui/route-places.tsx';
import { TierBadge } from '#web/components/ui/tier-badge.tsx';
import { bookingWords } from './booking-words.ts';
import type { PostedOffer } from './offer-board.ts';
import { pickupWords } from './pickup-words.ts';
import type { RenderVehicle } from './render-vehicle.ts';
import './rides.css';

interface OfferCardProps {
  posted: PostedOffer;
  now: Date;
  /** Whether offers can be accepted now: not while the list may be old. */
  isOpen: boolean;
  renderVehicle: RenderVehicle;
  onAccept: (rideId: string) => void;
}

/** An open offer: what, where, when, for how much, and Accept Ride. */
export function OfferCard({ posted, now, isOpen, renderVehicle, onAccept }: OfferCardProps) {
  const { offer, isNew, isAccepting } = posted;
  const id = useId();
  const age = formatAge(new Date(offer.createdAt), now);
  const capacity = findVehicle(offer.rideType)?.capacity;

  return (
    <article
      aria-labelledby={id}
      className="relative grid gap-4 rounded-card border border-line bg-surface p-4.5 sm:grid-cols-[1fr_248px] sm:gap-x-9 sm:px-7 sm:py-6 lg:grid-cols-[208px_1fr_168px_248px]"
    >
      {isNew && (
        <span
          aria-hidden
          className="new-offer-ring pointer-events-none absolute -inset-px rounded-[inherit]"
        />
      )}
      <header className="flex items-center gap-2.5 text-14 lg:grid lg:grid-cols-[auto_1fr] lg:grid-rows-[auto_1fr_auto] lg:gap-y-2">
        <span className="flex lg:col-start-1 lg:row-start-1">
          <TierBadge rideType={offer.rideType} />
        </span>
        <h3 id={id} className="min-w-0 text-16 font-medium lg:col-span-2 lg:row-start-3">
          {vehicleName(offer.rideType)}
          {capacity !== undefined && (
            <span className="font-normal text-14 text-ink-2 max-sm:hidden"> seats {capacity}</span>
          )}
        </h3>
        <time
          dateTime={offer.createdAt}
          className={`ml-auto shrink-0 lg:col-start-2 lg:row-start-1 lg:ml-0 ${age === 'Just now' ? 'font-medium text-gold-ink' : 'text-ink-2'}`}
        >
          {age}
        </time>
        <div className="hidden self-end lg:col-span-2 lg:row-start-2 lg:block">
          {renderVehicle(offer.rideType, null)}
        </div>
      </header>
      <RoutePlaces pickupLocation={offer.pickupLocation} dropoffLocation={offer.dropoffLocation} />
      <OfferTime offer={offer} now={now} />
      <div className="flex flex-col gap-4 max-sm:border-line max-sm:border-t max-sm:pt-4 sm:col-start-2 sm:row-span-3 sm:row-start-1 sm:border-line sm:border-l sm:pl-7 lg:col-start-4 lg:row-span-1">
        <dl className="flex justify-between gap-4 text-14 sm:flex-col sm:gap-1">
          <div className="sm:flex sm:items-baseline sm:justify-between">
            <dt className="text-ink-2">Estimated fare</dt>
            <dd className="figures text-22 leading-tight">{formatDollarString(offer.estimatedFare)}</dd>
          </div>
          <div className="max-sm:text-right sm:flex sm:items-baseline sm:justify-between">
            <dt className="text-ink-2">Your share</dt>
            <dd className="figures text-gold-ink max-sm:text-18 max-sm:leading-[1.7rem] sm:text-16">
              {formatDollarString(offer.driverShare)}
            </dd>
          </div>
        </dl>
        <Button
          className="mt-auto w-full max-sm:min-h-12"
          data-accept={offer.id}
          aria-describedby={id}
          isPending={isAccepting}
          pendingLabel="Accepting..."
          isUnavailable={!isOpen}
          onClick={() => onAccept(offer.id)}
        >
          Accept Ride
        </Button>
      </div>
    </article>
  );
}

/** On a desk day, time and kind stand under each other; on smaller screens in one row. */
function OfferTime({ offer, now }: { offer: PostedOffer['offer']; now: Date }) {
  const { day, longDay, time, dateTime } = pickupWords(offer.scheduledDate, offer.scheduledTime, now);
  return (
    <p className="flex flex-wrap justify-between gap-x-6 text-14 max-sm:border-line max-sm:border-t max-sm:pt-4 sm:justify-start lg:flex-col lg:justify-start lg:text-16">
      <time dateTime={dateTime} className="font-medium">
        <span className="lg:hidden">{day}, </span>
        <span className="hidden lg:block">{longDay}</span>
        <span className="figures">{time}</span>
      </time>
      <span className="text-14 text-ink-2 lg:mt-1">{bookingWords(offer)}</span>
    </p>
  );
}
