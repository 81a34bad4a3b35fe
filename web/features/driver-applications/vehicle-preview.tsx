import { DRIVER_SHARE_PERCENT } from '#common/fares/driver-share.ts';
import { rangeAround } from '#common/fares/rates.ts';
import { type Cents, formatWholeDollars, percentOf } from '#common/money.ts';
import { findVehicle, paintList } from '#common/vehicles/catalogue.ts';
import { Skyline } from '#web/components/skyline/skyline.tsx';
import { VehicleDrawing } from '#web/components/vehicles/vehicle-drawing.tsx';
import { vehicleMeasures } from '#web/components/vehicles/vehicle-measures.ts';
import { useRates } from '#web/lib/use-pricing.ts';
import { useApplicationDraft } from './application-draft.ts';

/** The stage: size in pixels, ideal scale in pixels per metre, space beside the vehicle in metres. */
const STAGE = { width: 640, height: 210, ideal: 52, besideMetres: 1.6 };

/** The driver's share of the range of an hourly rate: `$68 to $84`. */
const shareText = (hourlyCents: Cents): string =>
  rangeAround(hourlyCents)
    .map((cents) => formatWholeDollars(percentOf(cents, DRIVER_SHARE_PERCENT)))
    .join(' to ');

/** The applicant's vehicle in front of the Strip, to scale, and their earnings per hour with it. */
export function VehiclePreview() {
  const { hasVehicle, rideType, paint } = useApplicationDraft();
  const rates = useRates();
  const vehicle = findVehicle(hasVehicle ? rideType : 'lux-suv');
  if (!vehicle) return null;
  const shown = vehicle.paints.find((each) => each === paint) ?? vehicle.paints[0] ?? 'black';
  const { length, height } = vehicleMeasures[vehicle.id];
  const scale = Math.min(STAGE.ideal, STAGE.width / (length + STAGE.besideMetres), STAGE.height / height);

  return (
    <figure className="overflow-clip rounded-card border border-line bg-surface">
      <div aria-hidden className="dark relative flex h-98 items-end justify-center overflow-clip bg-bg pb-13">
        <div className="absolute inset-x-0 bottom-13 h-75 overflow-clip">
          <div className="absolute bottom-0 left-[calc(50%-230px)]">
            <Skyline className="w-360 max-w-none" />
          </div>
        </div>
        <div key={`${vehicle.id} ${shown}`} className="fade-in relative">
          <VehicleDrawing vehicleId={vehicle.id} paint={shown} scale={scale} figure lit />
        </div>
        <span data-edge className="route-line absolute inset-x-0 bottom-12" />
      </div>
      <figcaption className="flex items-end justify-between gap-6 p-7">
        <span>
          <span className="display block text-28">{hasVehicle ? vehicle.name : 'A company vehicle'}</span>
          <span className="mt-1 block text-ink-2">
            {hasVehicle
              ? `${vehicle.capacity} passengers, in ${paintList([shown])}. The figure is 1.75 m tall.`
              : 'Such as a Lux SUV. The figure is 1.75 m tall.'}
          </span>
        </span>
        <span className="shrink-0 text-right text-14 text-ink-2">
          Your share of an hour
          <span className="figures block text-28 text-gold-ink">
            {shareText(rates.vehicles[vehicle.id].hourlyCents)}
          </span>
          before tips
        </span>
      </figcaption>
    </figure>
  );
}
