import { useState } from 'react';
import { type RatesVersion, rangeAround } from '#common/fares/rates.ts';
import { type Cents, formatWholeDollars } from '#common/money.ts';
import type { Paint, Vehicle, VehicleId } from '#common/vehicles/catalogue.ts';
import { PaintSwatches } from '#web/components/paint-swatches.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { VehicleDrawing } from '#web/components/vehicles/vehicle-drawing.tsx';
import { FIGURE_SPACE, vehicleMeasures } from '#web/components/vehicles/vehicle-measures.ts';
import { FLEET_COPY } from '#web/content/fleet.ts';

interface FleetCardProps {
  vehicle: Vehicle;
  rates: RatesVersion;
  /** Whether to draw the vehicle; otherwise an empty space of the same size is shown. */
  isDrawn: boolean;
  /** Called with the selected paint. */
  onSelect: (vehicle: Vehicle, paint: Paint) => void;
}

/** A vehicle with its size, capacity, rates, pickup time and colours. */
export function FleetCard({ vehicle, rates, isDrawn, onSelect }: FleetCardProps) {
  const { id, name, capacity, paints } = vehicle;
  const { hourlyCents, p2pCents } = rates.vehicles[id];
  const { pickupMinutes, features } = FLEET_COPY[id];
  const [paint, setPaint] = useState<Paint>(paints[0] ?? 'black');

  return (
    <article className="overflow-clip rounded-card border border-line bg-surface">
      <FleetPicture vehicleId={id} paint={paint} isDrawn={isDrawn} />
      <div className="p-6 pt-5">
        <div className="flex items-baseline justify-between gap-4">
          <h3 className="display text-28">{name}</h3>
          <p className="shrink-0 text-14 text-ink-2">{capacity} passengers</p>
        </div>
        <dl className="mt-4 grid grid-cols-[1.2fr_1.2fr_1fr] gap-x-3 border-line border-y py-4">
          <Figure label="Per hour" value={rangeText(hourlyCents)} />
          <Figure label="Point to point" value={rangeText(p2pCents)} />
          <Figure label="Pickup in" value={`${pickupMinutes} min`} />
        </dl>
        <ul className="mt-4 grid gap-1 text-14 text-ink-2">
          {features.map((feature) => (
            <li key={feature}>{feature}</li>
          ))}
        </ul>
        <div className="mt-4 flex items-center justify-between">
          <PaintSwatches label={`${name} color`} paints={paints} value={paint} onChange={setPaint} />
          <Button
            variant="outline"
            aria-label={`Select ${name}`}
            className="text-14!"
            onClick={() => onSelect(vehicle, paint)}
          >
            Select
          </Button>
        </div>
      </div>
    </article>
  );
}

/** Formats as `$45–65`. */
function rangeText(rateCents: Cents): string {
  const [min, max] = rangeAround(rateCents).map(formatWholeDollars);
  return `${min}–${max?.slice(1)}`;
}

const Figure = ({ label, value }: { label: string; value: string }) => (
  <div>
    <dt className="whitespace-nowrap text-12 text-ink-2">{label}</dt>
    <dd className="figures mt-0.5 whitespace-nowrap font-semibold">{value}</dd>
  </div>
);

/** The width of every picture in metres: fits the longest vehicle and the figure. */
const METRES_ACROSS = 14.8;

/** Pixels per metre in a card of full width; narrower cards scale their drawings down. */
const SCALE = 26;

interface FleetPictureProps {
  vehicleId: VehicleId;
  paint: Paint;
  isDrawn: boolean;
}

/** A vehicle and a standing figure on the route line, at the carousel's common scale. */
const FleetPicture = ({ vehicleId, paint, isDrawn }: FleetPictureProps) => (
  <div className="relative h-33 overflow-clip bg-sunken">
    <div
      className="absolute bottom-3 left-1"
      style={{ width: `${((vehicleMeasures[vehicleId].length + FIGURE_SPACE) / METRES_ACROSS) * 100}%` }}
    >
      {isDrawn ? (
        <VehicleDrawing
          vehicleId={vehicleId}
          paint={paint}
          scale={SCALE}
          figure
          lit
          className="h-auto w-full"
        />
      ) : (
        <noscript>
          <img src={`/fleet/${vehicleId}.svg`} alt="" className="w-full" />
        </noscript>
      )}
    </div>
    <div aria-hidden data-edge className="route-line absolute inset-x-0 bottom-1.5" />
  </div>
);
