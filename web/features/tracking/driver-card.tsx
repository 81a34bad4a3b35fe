import { Star } from 'lucide-react';
import { Initials } from '#web/components/ui/initials.tsx';
import { RouteLine } from '#web/components/ui/route-line.tsx';
import { VehicleDrawing } from '#web/components/vehicles/vehicle-drawing.tsx';
import { SAMPLE_RIDE } from '#web/content/sample-ride.ts';

/** Driver, car, arrival and route: everything the map shows, as text. */
export function DriverCard() {
  const { driver, vehicle, arrivesInMinutes, car, pickup, dropoff } = SAMPLE_RIDE;
  return (
    <article
      aria-label="Sample ride"
      className="flex flex-col gap-6 rounded-card border border-line bg-surface p-7 sm:max-lg:grid sm:max-lg:grid-cols-2 sm:max-lg:items-center sm:max-lg:gap-x-16"
    >
      <div className="flex flex-wrap items-center gap-4">
        <Initials name={driver.name} size={64} />
        <div>
          <h3 className="text-18 font-semibold">{driver.name}</h3>
          <p className="flex items-center gap-1.5 text-14 text-ink-2">
            <Star aria-hidden size={14} className="fill-gold text-gold" />
            <span>
              <span className="sr-only">Rated </span>
              {driver.rating}
              <span className="sr-only"> of 5</span> · {driver.trips} trips
            </span>
          </p>
        </div>
      </div>
      <div>
        <p className="text-14 text-ink-2">{vehicle.model}</p>
        <p className="figures text-14 font-semibold tracking-wide!">{vehicle.plate}</p>
      </div>
      <div className="flex items-end justify-between gap-4">
        <div>
          <p className="text-14 text-ink-2">Arrives in</p>
          <p className="figures text-40 leading-tight">{arrivesInMinutes} min</p>
          <p className="text-14 text-ink-2">now on {car.place}</p>
        </div>
        <VehicleDrawing vehicleId="lux-sedan" paint="black" scale={27} className="mb-1 shrink-0" />
      </div>
      <div className="mt-auto grid grid-cols-[16px_1fr] gap-x-3.5">
        <RouteLine direction="vertical" start="ring" end="none" className="mt-1 row-span-1" />
        <Stop place={pickup.place} detail={`Pickup, ${pickup.time}`} className="pb-4" />
        <span aria-hidden className="mt-1 ml-px size-3.5 rounded-[2px] bg-gold" />
        <Stop place={dropoff.place} detail={`Drop-off, ${dropoff.time}`} />
      </div>
      <p className="col-span-full border-line border-t pt-4 text-12 text-ink-2">
        A demo, not a live ride. Yours appears like this while your driver shares their position.
      </p>
    </article>
  );
}

const Stop = ({ place, detail, className }: { place: string; detail: string; className?: string }) => (
  <p className={className}>
    <span className="block leading-snug font-semibold">{place}</span>
    <span className="text-14 text-ink-2">{detail}</span>
  </p>
);
