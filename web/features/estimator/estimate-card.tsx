import { fareLines, hoursText } from '#common/fares/quote-fare.ts';
import { surgeNote } from '#common/fares/surge.ts';
import type { SurgeDay } from '#common/fares/surge-day.ts';
import { formatCents } from '#common/money.ts';
import { FareRows } from '#web/components/fare-rows.tsx';
import { ButtonLink } from '#web/components/ui/button-link.tsx';
import { VehicleDrawing } from '#web/components/vehicles/vehicle-drawing.tsx';
import { formatLongDate } from '#web/lib/format-long-date.ts';
import type { RideEstimate } from './estimate-ride.ts';

interface EstimateCardProps {
  estimate: RideEstimate;
  surgeCalendar: readonly SurgeDay[];
  /** The path of the booking form. */
  bookingPath: string;
  /** Called when the booking link is followed. */
  onBook: () => void;
}

const PIXELS_PER_METRE = 22;

/** The fare, line by line, with a link to book it. */
export function EstimateCard({ estimate, surgeCalendar, bookingPath, onBook }: EstimateCardProps) {
  const { vehicle, hours, date, surgeTier, fare } = estimate;
  const [firstPaint = 'black'] = vehicle.paints;
  const subject = [vehicle.name, hoursText(hours), formatLongDate(date)].filter(Boolean).join(', ');

  return (
    <>
      <div className="flex items-end justify-between gap-6 border-line border-b pb-6">
        <div className="min-w-0">
          <h2 id="estimate-title" className="display text-28">
            Fare breakdown
          </h2>
          <p className="mt-2 text-14 text-ink-2">{subject}</p>
          <p className="text-14 text-ink-2">{surgeNote(date, surgeCalendar) ?? 'Standard day'}</p>
        </div>
        <div className="shrink-0 max-sm:hidden">
          <VehicleDrawing vehicleId={vehicle.id} paint={firstPaint} scale={PIXELS_PER_METRE} />
        </div>
      </div>
      <FareRows
        lines={fareLines(fare, { bookingType: 'hourly', hours, surgePricing: surgeTier })}
        className="gap-y-3 py-5"
      />
      <div className="flex items-baseline justify-between gap-4 border-line border-t pt-4">
        <p className="font-semibold">Total</p>
        <p className="figures text-40 leading-tight">{formatCents(fare.totalCents)}</p>
      </div>
      <p className="mt-2 text-14 text-ink-2">Final fare may vary. Includes $3M insurance.</p>
      <ButtonLink to={bookingPath} onClick={onBook} variant="outline" className="mt-5 w-full">
        Book this ride
      </ButtonLink>
    </>
  );
}
