import { addDays } from '#common/time.ts';
import { requestRide } from '#server/rides/booking/request-ride.ts';
import { bookByPhone } from '#server/rides/by-staff/book-by-phone.ts';
import { DAY_MS, FIRST_DAY, type RideAct } from '../acts.ts';
import type { Performance } from './performance.ts';

/** Stops that people add to their rides. */
export const STOPS = ['Fremont Street', 'Springs Preserve', 'Town Square'];

/** Returns the local date and time in Las Vegas at an instant of the story. */
function wallTime(instant: number): { scheduledDate: string; scheduledTime: string } {
  const minutes = Math.floor((instant % DAY_MS) / 60_000);
  const two = (number: number) => `${number}`.padStart(2, '0');
  return {
    scheduledDate: addDays(FIRST_DAY, Math.floor(instant / DAY_MS)),
    scheduledTime: `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`,
  };
}

type Booking = Extract<RideAct, { act: 'book' | 'book by phone' }>;

const tripOf = ({ rideType, hours, stops, pickupAt }: Booking) => ({
  pickupLocation: 'Bellagio',
  dropoffLocation: 'Allegiant Stadium',
  rideType,
  bookingType: hours === null ? ('point-to-point' as const) : ('hourly' as const),
  hours,
  stops: STOPS.slice(0, stops),
  gratuityPercentage: 18 as const,
  ...wallTime(pickupAt),
});

/** Books a ride for a rider, as the form does. @returns the result, in words */
export async function book(
  act: Extract<RideAct, { act: 'book' }>,
  { people, keep, idempotencyKey }: Performance,
): Promise<string> {
  const rider = people.riders[act.rider];
  if (!rider) throw new Error(`there is no rider ${act.rider}`);
  const { ride, returnRide, clientSecret } = await requestRide(
    {
      riderId: rider.id,
      customerName: rider.name,
      customerEmail: rider.email,
      customerPhone: rider.phone,
      promoCodeId: act.promo === null ? null : people.promos[act.promo],
      giftCardId: act.giftCard === null ? null : people.giftCards[act.giftCard],
      returnTrip: act.backAt === null ? null : wallTime(act.backAt),
      ...tripOf(act),
    },
    idempotencyKey,
  );
  keep('there', { rideId: ride.id, clientSecret });
  if (returnRide) keep('back', { rideId: returnRide.id, clientSecret });
  return `ride ${ride.id} for ${ride.fare.fareCents} cents`;
}

/** Books a ride for a person on the phone, with or without an account. @returns the result, in words */
export async function bookForCaller(
  act: Extract<RideAct, { act: 'book by phone' }>,
  { people, keep, idempotencyKey }: Performance,
): Promise<string> {
  const { name, email, phone } = people.riders[act.rider] ?? {
    name: `Caller ${act.rider}`,
    email: `caller-${act.rider}@example.com`,
    phone: `(702) 555-${2_000 + act.rider}`,
  };
  const ride = await bookByPhone({
    request: {
      customerName: name,
      customerEmail: email,
      customerPhone: phone,
      payment: act.payment,
      ...tripOf(act),
    },
    actor: { ...people.staff, role: 'dispatcher' },
    idempotencyKey,
  });
  keep('there', { rideId: ride.id, clientSecret: null });
  return `ride ${ride.id} for ${ride.fare.fareCents} cents, ${ride.paymentStatus}`;
}
