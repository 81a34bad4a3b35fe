import { type ReactNode, useId } from 'react';
import { fareLines, hoursText } from '#common/fares/quote-fare.ts';
import { formatDayTimeWithZone } from '#common/format-date-time.ts';
import { formatCents } from '#common/money.ts';
import { type RiderRide, waivedLines } from '#common/rides/ride.ts';
import { toInstant } from '#common/time.ts';
import { findVehicle, paintList, vehicleName } from '#common/vehicles/catalogue.ts';
import { FareRows } from '#web/components/fare-rows.tsx';
import { FoldedFare } from '#web/components/folded-fare.tsx';
import { RouteLine } from '#web/components/ui/route-line.tsx';
import { RoutePlaces } from '#web/components/ui/route-places.tsx';
import { type PaidTogether, paidTogether } from './paid-together.ts';

interface RideSummaryProps {
  ride: RiderRide;
  /** The return trip, which is paid with the ride, if any. */
  returnRide?: RiderRide | null;
  /** The rendered vehicle of the ride. */
  vehicle: ReactNode;
}

/** The summary of the ride being paid (specification section 2, Checkout). */
export function RideSummary({ ride, returnRide = null, vehicle }: RideSummaryProps) {
  const known = findVehicle(ride.rideType);
  return (
    <section
      aria-label={returnRide ? 'Your rides' : 'Your ride'}
      className="*:not-first:mt-5 *:not-first:border-line *:not-first:border-t *:not-first:pt-5"
    >
      <div>
        <div className="pr-12 pl-11 *:h-auto *:max-w-full">{vehicle}</div>
        <RouteLine className="-mt-[3px]" />
        <div className="mt-4 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
          <h2 className="display text-28">{vehicleName(ride.rideType)}</h2>
          {known && (
            <p className="text-14 text-ink-2">
              {[`Seats ${known.capacity}`, !ride.preferredColor && paintList(known.paints)]
                .filter(Boolean)
                .join(', ')}
            </p>
          )}
        </div>
      </div>
      {returnRide ? (
        <>
          <Leg title="There" ride={ride} />
          <Leg title="Back" ride={returnRide} />
          <FareTotal fare={paidTogether(ride, returnRide).fare} />
        </>
      ) : (
        <>
          <Places ride={ride} />
          <BookingRows ride={ride} />
          <FareRows lines={fareLines(ride.fare, ride)} className="gap-y-3" />
          <FareTotal fare={ride.fare} />
        </>
      )}
    </section>
  );
}

const Places = ({ ride }: { ride: RiderRide }) => (
  <RoutePlaces
    pickupLocation={ride.pickupLocation}
    stops={ride.stops}
    dropoffLocation={ride.dropoffLocation}
  />
);

/** One ride of a return booking with its fare; the fare lines are folded away. */
function Leg({ title, ride }: { title: string; ride: RiderRide }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="display mb-4 text-22">
        {title}
      </h3>
      <Places ride={ride} />
      <div className="mt-5">
        <BookingRows ride={ride} />
      </div>
      <FoldedFare label="Fare" lines={fareLines(ride.fare, ride)} fareCents={ride.fare.fareCents} />
    </section>
  );
}

type Booking = Pick<
  RiderRide,
  'scheduledDate' | 'scheduledTime' | 'bookingType' | 'hours' | 'preferredColor' | 'specialRequests'
> &
  Partial<Pick<RiderRide, 'flightNumber' | 'passenger'>>;

/** Pickup time, flight, booking type, color, passenger and special requests. */
const BookingRows = ({ ride }: { ride: Booking }) => (
  <dl className="grid gap-y-3">
    <Row label="Pickup">
      <span className="figures font-normal">{pickupText(ride)}</span>
    </Row>
    {ride.flightNumber && <Row label="Flight">{ride.flightNumber}</Row>}
    <Row label="Booking">{bookingText(ride)}</Row>
    {ride.preferredColor && (
      <Row label="Preferred color">
        <span className="capitalize">{ride.preferredColor}</span>
      </Row>
    )}
    {ride.passenger && <Row label="Passenger">{ride.passenger.name}</Row>}
    {ride.specialRequests && <Row label="Requests">{ride.specialRequests}</Row>}
  </dl>
);

const Row = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="flex justify-between gap-6 leading-snug">
    <dt className="text-ink-2">{label}</dt>
    <dd className="text-right wrap-anywhere">{children}</dd>
  </div>
);

function pickupText({ scheduledDate, scheduledTime }: Booking): string {
  const at = toInstant(scheduledDate, scheduledTime);
  return at ? formatDayTimeWithZone(at, new Date()) : `${scheduledDate} ${scheduledTime}`;
}

/**
 * Formats the booking type: `Hourly, 3 hours`. Any other type is Point-to-Point (specification section 2,
 * Checkout).
 */
const bookingText = ({ bookingType, hours }: Booking): string =>
  bookingType === 'hourly' && hours !== null ? `Hourly, ${hoursText(hours)}` : 'Point-to-Point';

/** The fare and, when a gift card pays part or a remainder is waived, what is left to pay. */
export function FareTotal({ fare }: { fare: PaidTogether['fare'] }) {
  const credits = [
    ...(fare.giftCardCents > 0 ? [{ label: 'Gift card', cents: -fare.giftCardCents }] : []),
    ...waivedLines(fare),
  ];
  if (credits.length === 0)
    return (
      <dl>
        <Total label="Estimated fare" cents={fare.fareCents} />
      </dl>
    );
  return (
    <dl className="grid gap-y-3">
      <Part label="Estimated fare" amount={formatCents(fare.fareCents)} />
      {credits.map(({ label, cents }) => (
        <Part key={label} label={label} amount={formatCents(cents)} className="text-ok" />
      ))}
      <Total label="To pay" cents={fare.totalCents} />
    </dl>
  );
}

const Part = ({ label, amount, className }: { label: string; amount: string; className?: string }) => (
  <div className="flex justify-between gap-4 leading-snug">
    <dt className="text-ink-2">{label}</dt>
    <dd className={`figures font-normal ${className ?? ''}`}>{amount}</dd>
  </div>
);

const Total = ({ label, cents }: { label: string; cents: number }) => (
  <div className="flex flex-wrap items-baseline justify-between gap-x-4">
    <dt className="font-medium">{label}</dt>
    <dd className="figures ml-auto text-28 leading-tight">{formatCents(cents)}</dd>
  </div>
);
