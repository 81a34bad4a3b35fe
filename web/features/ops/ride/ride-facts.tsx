import { FileUser, Mail, Phone } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { hoursText } from '#common/fares/quote-fare.ts';
import { plannedSpan } from '#common/rides/overlap.ts';
import { formatStars } from '#common/rides/rating.ts';
import { rideReference } from '#common/rides/ride-reference.ts';
import type { StaffRide } from '#common/rides/staff-ride.ts';
import { dateInVegas, formatDay, formatTime, formatTimeWithZone } from '#common/time.ts';
import { findVehicle, vehicleName } from '#common/vehicles/catalogue.ts';
import { colorOf } from '#common/vehicles/vehicle.ts';
import { RoutePlaces } from '#web/components/ui/route-places.tsx';
import { VehicleAndPlate } from '#web/components/vehicle-and-plate.tsx';
import { VehicleDrawing } from '#web/components/vehicles/vehicle-drawing.tsx';
import { vehicleMeasures } from '#web/components/vehicles/vehicle-measures.ts';
import { mailHref, telHref } from '#web/lib/contact-href.ts';
import { PersonDataDialog } from '../people/person-data.tsx';

interface FactsProps {
  ride: StaffRide;
  now: Date;
}

/** The route and time of a ride. */
export const RideRoute = ({ ride, now }: FactsProps) => (
  <>
    <RoutePlaces
      pickupLocation={ride.pickupLocation}
      stops={ride.stops}
      dropoffLocation={ride.dropoffLocation}
    />
    <div className={PART}>
      <p className="font-medium">
        <time dateTime={ride.scheduledAt}>{formatWhen(ride, now)}</time>
      </p>
      <p className="text-14 text-ink-2">{formatBooking(ride)}</p>
      {ride.order && (
        <p className="text-14 text-ink-2">
          {ride.order.leg === 'back' ? 'Return trip of' : 'With return trip'}{' '}
          {rideReference(ride.order.otherRideId)}
        </p>
      )}
    </div>
  </>
);

/** `Today, 5:00 PM PST`. */
function formatWhen({ scheduledAt }: StaffRide, now: Date): string {
  const at = new Date(scheduledAt);
  const day = dateInVegas(at) === dateInVegas(now) ? 'Today' : formatDay(at, now);
  return `${day}, ${formatTimeWithZone(at)}`;
}

/** `Hourly, 4 hours, to 9:00 PM`, or `Point to point`. */
function formatBooking({ hours, scheduledAt, isAirportPickup, flightNumber }: StaffRide): string {
  const flight = flightNumber ? `, flight ${flightNumber}` : '';
  const airport = (isAirportPickup ? ', from the airport' : '') + flight;
  if (hours === null) return `Point to point${airport}`;
  const end = new Date(plannedSpan(new Date(scheduledAt), { hours }).endMs);
  return `Hourly, ${hoursText(hours)}, to ${formatTime(end)}${airport}`;
}

/** The kind of vehicle with a drawing, the seats taken, and the driver with their vehicle. */
export function RideVehicle({ ride }: { ride: StaffRide }) {
  const kind = findVehicle(ride.rideType);
  const paint =
    kind?.paints.find((each) => each === colorOf(ride.driver?.vehicle, ride.preferredColor)) ??
    kind?.paints[0];
  return (
    <div>
      {kind && paint && (
        <div className="overflow-clip">
          <VehicleDrawing
            vehicleId={kind.id}
            paint={paint}
            scale={Math.min(SCALE, ROOM / vehicleMeasures[kind.id].length)}
          />
          <span aria-hidden data-size="half" className="route-line block" />
        </div>
      )}
      <p className="mt-2 leading-snug">
        <span className="font-medium">{vehicleName(ride.rideType)}</span>{' '}
        <span className="text-14 text-ink-2">{formatSeats(ride)}</span>
      </p>
      {ride.driver && (
        <p className="text-14 leading-snug">
          {ride.driver.firstName} {COMES[ride.status]} <VehicleAndPlate vehicle={ride.driver.vehicle} />
        </p>
      )}
    </div>
  );
}

/** Verb between the driver's name and vehicle, by status. */
const COMES: Record<StaffRide['status'], string> = {
  requested: 'comes in',
  accepted: 'comes in',
  in_progress: 'drives',
  completed: 'came in',
  cancelled: 'was to come in',
};

/** Pixels per meter, and the maximum width of a drawing in pixels. */
const SCALE = 30;
const ROOM = 290;

/** `black, 4 of 6 seats taken`. */
function formatSeats({ rideType, passengers, preferredColor }: StaffRide): string {
  const capacity = findVehicle(rideType)?.capacity;
  const seats =
    passengers === null ? capacity && `seats ${capacity}` : `${passengers} of ${capacity ?? '?'} seats taken`;
  return [preferredColor, seats].filter(Boolean).join(', ');
}

/** The passenger and the rider with contact links, and the rider's requests. */
export const RideRider = ({ ride, isAdmin }: { ride: StaffRide; isAdmin: boolean }) => (
  <>
    {ride.passenger && (
      <div className={`${PART} flex items-center gap-2`}>
        <p className="min-w-0 flex-1 leading-snug">
          <span className="block text-14 text-ink-2">Passenger</span>
          <span className="block font-medium wrap-anywhere">{ride.passenger.name}</span>
          <span className="block text-14 text-ink-2 wrap-anywhere">{ride.passenger.phone}</span>
        </p>
        <CallLink {...ride.passenger} />
      </div>
    )}
    <div className={`${PART} flex items-center gap-2`}>
      <p className="min-w-0 flex-1 leading-snug">
        {ride.passenger && <span className="block text-14 text-ink-2">Booked by</span>}
        <span className="block font-medium wrap-anywhere">{ride.customerName}</span>
        <span className="block text-14 text-ink-2 wrap-anywhere">{ride.customerPhone}</span>
        <span className="block text-14 text-ink-2 wrap-anywhere">{ride.customerEmail}</span>
      </p>
      {ride.customerPhone && <CallLink name={ride.customerName} phone={ride.customerPhone} />}
      {ride.customerEmail && (
        <ContactLink href={mailHref(ride.customerEmail)} label={`Email ${ride.customerName}`}>
          <Mail aria-hidden size={18} />
        </ContactLink>
      )}
      {isAdmin && ride.customerEmail && <CustomerData ride={ride} />}
    </div>
    {ride.specialRequests && (
      <p className={`${PART} text-14 wrap-anywhere`}>
        <span className="text-ink-2">The rider’s note: </span>
        {ride.specialRequests}
      </p>
    )}
  </>
);

/** For admins: opens the personal data of the rider who booked. */
function CustomerData({ ride: { riderId, customerName } }: { ride: StaffRide }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-label={`${customerName}’s data`}
        className={CONTACT}
        onClick={() => setIsOpen(true)}
      >
        <FileUser aria-hidden size={18} />
      </button>
      {isOpen && (
        <PersonDataDialog person={{ id: riderId, name: customerName }} onClose={() => setIsOpen(false)} />
      )}
    </>
  );
}

/** The rider's rating; nothing until the ride is rated. */
export const RideRating = ({ ride: { rating } }: { ride: StaffRide }) =>
  rating && (
    <p className={`${PART} text-14 wrap-anywhere`}>
      <span className="text-ink-2">Rated </span>
      {formatStars(rating.stars)}
      {rating.text && `: “${rating.text}”`}
    </p>
  );

const CallLink = ({ name, phone }: { name: string; phone: string }) => (
  <ContactLink href={telHref(phone)} label={`Call ${name}`}>
    <Phone aria-hidden size={18} />
  </ContactLink>
);

/** Classes of a section with a border above. */
export const PART = 'mt-4 border-line border-t pt-4';

const CONTACT =
  'grid size-11 shrink-0 place-items-center rounded-field border border-control hover:bg-sunken';

const ContactLink = ({ href, label, children }: { href: string; label: string; children: ReactNode }) => (
  <a href={href} aria-label={label} className={CONTACT}>
    {children}
  </a>
);
