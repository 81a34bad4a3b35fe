import { memo, type ReactNode, useDeferredValue } from 'react';
import { findVehicle, type Paint, paintList, type Vehicle } from '#common/vehicles/catalogue.ts';
import { PaintSwatches } from '#web/components/paint-swatches.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { LoadAgain } from '#web/components/ui/load-again.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { lazyImport, useLazyImport } from '#web/lib/use-lazy-import.ts';
import type { Pricing } from '#web/lib/use-pricing.ts';
import { canBePriced, type Draft } from './draft.ts';

/** Renders a vehicle in a paint, aligned to the bottom of its box. */
export type RenderVehicle = (vehicle: Vehicle, paint: Paint) => ReactNode;

interface FarePanelProps {
  draft: Draft;
  pricing: Pricing;
  isPending: boolean;
  onPaint: (paint: Paint) => void;
  renderVehicle: RenderVehicle;
  /** Shown above Request Ride: why the last attempt failed. */
  notice?: ReactNode;
}

/** Lazy-loaded: the first paint shows no fare, and the form works without it. */
const fareEstimate = lazyImport(async () => {
  const [{ FareEstimate }, { FreeToCancel }] = await Promise.all([
    import('./fare-estimate.tsx'),
    import('./free-to-cancel.tsx'),
  ]);
  return { FareEstimate, FreeToCancel };
});

/** The chosen vehicle, the fare, and Request Ride (specification section 2, Fare Estimate panel). */
export function FarePanel({ draft, pricing, isPending, onPaint, renderVehicle, notice }: FarePanelProps) {
  const vehicle = findVehicle(draft.vehicleId);
  // Deferred, so that typing updates the field first and the fare afterwards.
  const pricedDraft = useDeferredValue(draft);
  const code = useLazyImport(fareEstimate, pricedDraft);

  const drawFare = () => {
    if (!canBePriced(pricedDraft)) return <p className="text-ink-2">{PROMPTS[pricedDraft.bookingType]}</p>;
    if (code) return <code.FareEstimate draft={pricedDraft} pricing={pricing} />;
    return code === undefined ? <LoadAgain>The fare did not load.</LoadAgain> : <Skeleton className="h-61" />;
  };

  return (
    <div className="overflow-clip rounded-card border border-line bg-surface">
      {vehicle && <ChosenVehicle {...{ vehicle, paint: draft.preferredColor, onPaint, renderVehicle }} />}
      <div className="px-7 pt-4 pb-7">
        {drawFare()}
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
        {code && <code.FreeToCancel draft={pricedDraft} pricing={pricing} />}
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

const ChosenVehicle = memo(({ vehicle, paint, onPaint, renderVehicle }: ChosenVehicleProps) => (
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
));

const PROMPTS = {
  hourly: 'Enter pickup, drop-off and hours to see the fare.',
  'point-to-point': 'Enter pickup and drop-off to see the fare.',
};
