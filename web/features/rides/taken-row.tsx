import { Lock } from 'lucide-react';
import { addressLines } from '#common/places/suggest-places.ts';
import type { Offer } from '#common/rides/ride.ts';
import { vehicleName } from '#common/vehicles/catalogue.ts';
import { TierBadge } from '#web/components/ui/tier-badge.tsx';
import { PickupTime } from './pickup-time.tsx';

/** What is left for a moment of an offer that another driver took. */
export const TakenRow = ({ offer, now }: { offer: Offer; now: Date }) => (
  <div className="grid min-h-14 grid-cols-[1fr_auto] items-center gap-x-9 rounded-card bg-sunken px-4.5 text-14 text-ink-2 sm:px-7 xl:grid-cols-[208px_1fr_168px_248px]">
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
