import type { ReactNode } from 'react';
import { hoursText } from '#common/fares/fare-lines.ts';
import type { RiderRide } from '#common/rides/ride.ts';
import { formatDay, formatTimeWithZone, toInstant } from '#common/time.ts';

type Booking = Pick<
  RiderRide,
  'scheduledDate' | 'scheduledTime' | 'bookingType' | 'hours' | 'preferredColor' | 'specialRequests'
>;

/** When, how, and what else was asked for. */
export const BookingRows = ({ ride }: { ride: Booking }) => (
  <dl className="grid gap-y-3">
    <Row label="Pickup">
      <span className="figures font-normal">{pickupText(ride)}</span>
    </Row>
    <Row label="Booking">{bookingText(ride)}</Row>
    {ride.preferredColor && (
      <Row label="Color">
        <span className="capitalize">{ride.preferredColor}</span>
      </Row>
    )}
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
  return at ? `${formatDay(at, new Date())}, ${formatTimeWithZone(at)}` : `${scheduledDate} ${scheduledTime}`;
}

/** `Hourly, 3 hours`; anything that is not hourly is Point-to-Point (specification section 2, Checkout). */
const bookingText = ({ bookingType, hours }: Booking): string =>
  bookingType === 'hourly' && hours !== null ? `Hourly, ${hoursText(hours)}` : 'Point-to-Point';
