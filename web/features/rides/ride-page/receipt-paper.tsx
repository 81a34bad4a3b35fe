import '../paper.css';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { plannedSpan } from '#common/rides/overlap.ts';
import { day, type Receipt } from '#common/rides/receipt.ts';
import type { RiderRide } from '#common/rides/ride.ts';
import { rideReference } from '#common/rides/ride-reference.ts';
import { formatTime, formatTimeWithZone, toInstant } from '#common/time.ts';
import { vehicleName } from '#common/vehicles/catalogue.ts';
import { RouteLine } from '#web/components/ui/route-line.tsx';
import { RoutePlaces } from '#web/components/ui/route-places.tsx';
import { VehicleAndPlate } from '#web/components/vehicle-and-plate.tsx';
import { COMPANY } from '#web/content/company.ts';
import { formatBooking } from '../ride-card/format-ride.ts';
import { ReceiptLines } from './ride-receipt.tsx';

/** The printed receipt, on its own page. Not visible on screen. */
export const ReceiptPaper = ({ ride, receipt }: { ride: RiderRide; receipt: Receipt }) =>
  createPortal(
    <div data-print-alone className="paper receipt-paper">
      <div className="flex items-start justify-between">
        <p className="display text-40">Marquee</p>
        <div className="text-right">
          <p className="display text-28">Receipt</p>
          <p className="figures mt-1 text-14 text-ink-2">{rideReference(ride.id)}</p>
        </div>
      </div>
      <RouteLine className="mt-6" end={ride.status === 'cancelled' ? 'hollow' : 'square'} />
      <div className="mt-7 grid grid-cols-2 gap-10">
        <RoutePlaces
          pickupLocation={ride.pickupLocation}
          stops={ride.stops}
          dropoffLocation={ride.dropoffLocation}
        />
        <dl className="grid content-start gap-y-2 text-14">
          {paperRows(ride).map(([label, value]) => (
            <div key={label} className="flex justify-between gap-4">
              <dt className="text-ink-2">{label}</dt>
              <dd className="text-right">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      <ReceiptLines receipt={receipt} className="mt-7 border-line border-t pt-7" />
      <div className="mt-auto flex justify-between border-line border-t pt-5 text-14 text-ink-2">
        <span>{COMPANY.address}</span>
        <span>{COMPANY.phone}</span>
        <span>{COMPANY.email}</span>
      </div>
    </div>,
    document.body,
  );

type PaperRow = [label: string, value: ReactNode];

function paperRows(ride: RiderRide): PaperRow[] {
  const pickup = toInstant(ride.scheduledDate, ride.scheduledTime);
  return [
    ['Rider', ride.customerName],
    ...(ride.passenger ? ([['Passenger', ride.passenger.name]] as PaperRow[]) : []),
    ...(pickup ? ([['Date', day(pickup.toISOString())]] as PaperRow[]) : []),
    ['Ride', rideTimes(ride, pickup)],
    ['Booking', formatBooking(ride)],
    ['Vehicle', vehicleOf(ride)],
    ...(ride.driver ? ([['Driver', ride.driver.firstName]] as PaperRow[]) : []),
    ...(ride.status === 'cancelled' ? ([['Status', 'Cancelled']] as PaperRow[]) : []),
  ];
}

const vehicleOf = ({ driver, rideType }: RiderRide): ReactNode =>
  driver ? <VehicleAndPlate vehicle={driver.vehicle} /> : vehicleName(rideType);

/** Formats the actual times of a ride; the planned ones when it did not take place. */
function rideTimes(ride: RiderRide, pickup: Date | null): string {
  const at = (change: string) => ride.history.findLast((entry) => entry.change === change)?.at;
  const [begun, ended] = [at('in_progress'), at('completed')];
  if (begun && ended) return `${formatTime(new Date(begun))} to ${formatTimeWithZone(new Date(ended))}`;
  if (!pickup) return ride.scheduledTime;
  return `${formatTime(pickup)} to ${formatTimeWithZone(new Date(plannedSpan(pickup, ride).endMs))}`;
}
