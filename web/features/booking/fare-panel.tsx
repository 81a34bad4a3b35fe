import type { ReactNode } from 'react';
import type { Fare } from '#common/fares/fare.ts';
import { fareLines } from '#common/fares/quote-fare.ts';
import { surgeTierOf } from '#common/fares/surge.ts';
import { findVehicle, type Paint, paintList, type Vehicle } from '#common/vehicles/catalogue.ts';
import { FareRows } from '#web/components/fare-rows.tsx';
import { PaintSwatches } from '#web/components/paint-swatches.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { useLazyImport } from '#web/lib/use-lazy-import.ts';
import type { Pricing } from '#web/lib/use-pricing.ts';
import { type Draft, estimateFare, hoursOf, wantsReturn } from './draft.ts';
import { EstimateTotal } from './estimate-total.tsx';
import { useReturnTrip } from './return-trip/use-return-trip.ts';

/** Draws a vehicle in a paint, on the lower edge of its box. */
export type RenderVehicle = (vehicle: Vehicle, paint: Paint) => ReactNode;

interface FarePanelProps {
  draft: Draft;
  pricing: Pricing;
  isPending: boolean;
  onPaint: (paint: Paint) => void;
  renderVehicle: RenderVehicle;
  /** Above Request Ride: why it did not work. */
  notice?: ReactNode;
}

/** A chunk of its own, since the first paint has no fare. The form works without it. */
const loadFreeToCancel = () => import('./free-to-cancel.tsx');

/** The chosen vehicle, the fare, and Request Ride (specification section 2, Fare Estimate panel). */
export function FarePanel({ draft, pricing, isPending, onPaint, renderVehicle, notice }: FarePanelProps) {
  const vehicle = findVehicle(draft.vehicleId);
  const fare = estimateFare(draft, pricing);
  const code = useLazyImport(loadFreeToCancel, fare !== null);

  return (
    <div className="overflow-clip rounded-card border border-line bg-surface">
      {vehicle && <ChosenVehicle {...{ vehicle, paint: draft.preferredColor, onPaint, renderVehicle }} />}
      <div className="px-7 pt-4 pb-7">
        {fare ? (
          <FareOf draft={draft} fare={fare} pricing={pricing} />
        ) : (
          <p className="text-ink-2">{promptFor(draft)}</p>
        )}
        {notice}
        <Button
          type="submit"
          size={48}
          className="mt-5 w-full"
          isPending={isPending}
          pendingLabel="Requesting..."
        >
          Request Ride
        </Button>
        {fare && code && <code.FreeToCancel draft={draft} fare={fare} />}
      </div>
    </div>
  );
}

interface ChosenVehicleProps {
  vehicle: Vehicle;
  paint: Paint;
  onPaint: (paint: Paint) => void;
  renderVehicle: RenderVehicle;
}

const ChosenVehicle = ({ vehicle, paint, onPaint, renderVehicle }: ChosenVehicleProps) => (
  <>
    <div className="relative h-27 bg-sunken pl-2 lg:h-31">
      <div className="absolute bottom-3">{renderVehicle(vehicle, paint)}</div>
      <div aria-hidden data-edge className="route-line absolute inset-x-0 bottom-1.5" />
    </div>
    <div className="px-7 pt-6">
      <div className="flex items-baseline justify-between gap-4">
        <h3 className="display text-28">{vehicle.name}</h3>
        <p className="shrink-0 text-14 text-ink-2">{vehicle.capacity} passengers</p>
      </div>
      <div className="flex items-center">
        <PaintSwatches
          label={`${vehicle.name} color`}
          paints={vehicle.paints}
          value={paint}
          onChange={onPaint}
        />
        <p className="text-14 text-ink-2">{paintList(vehicle.paints)}</p>
      </div>
    </div>
  </>
);

/** The fare of the ride, and with a way back of both. */
function FareOf({ draft, fare, pricing }: { draft: Draft; fare: Fare; pricing: Pricing }) {
  const isReturn = wantsReturn(draft);
  const ReturnEstimate = useReturnTrip(isReturn)?.ReturnEstimate;
  return isReturn && ReturnEstimate ? (
    <ReturnEstimate
      draft={draft}
      pricing={pricing}
      there={fare}
      renderTotal={(sum) => <EstimateTotal fare={sum} giftCard={draft.giftCard} />}
    />
  ) : (
    <Estimate fare={fare} draft={draft} surgeCalendar={pricing.surgeCalendar} />
  );
}

interface EstimateProps {
  fare: Fare;
  draft: Draft;
  surgeCalendar: Pricing['surgeCalendar'];
}

function Estimate({ fare, draft, surgeCalendar }: EstimateProps) {
  const lines = fareLines(fare, {
    bookingType: draft.bookingType,
    hours: hoursOf(draft),
    surgePricing: surgeTierOf(draft.scheduledDate, surgeCalendar),
    stops: draft.stops,
  });
  return (
    <>
      <FareRows lines={lines} className="gap-y-4" />
      <EstimateTotal fare={fare} giftCard={draft.giftCard} />
    </>
  );
}

const promptFor = ({ bookingType }: Draft): string =>
  bookingType === 'hourly'
    ? 'Enter pickup, drop-off and hours to see the fare.'
    : 'Enter pickup and drop-off to see the fare.';
