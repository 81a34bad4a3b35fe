import { randomUUID } from 'node:crypto';
import { parseDollars, toDollarString } from '#common/money.ts';
import { cancelOwnRide } from '#common/rides/cancel-api.ts';
import type { RequestRide } from '#common/rides/request-ride.ts';
import type { DriverRide, Offer } from '#common/rides/ride.ts';
import { stampsAhead } from '#common/rides/ride-states.ts';
import { dateInVegas } from '#common/time.ts';
import { requestRide } from '#web/features/booking/use-request-ride.ts';
import { acceptRide, completeRide, confirmPayment, moveRide } from '#web/features/rides/api/ride-actions.ts';
import { receiveRides, useRideStore } from '#web/features/rides/store/ride-store.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { call } from '#web/lib/call.ts';
import { type AckedWrite, post } from './messages.ts';
import { type Habit, retry } from './person.ts';

const WEEK_MS = 7 * 86_400_000;
/** Kinds that every driver of the demo serves, so that each has to see every offer. */
const VEHICLES = ['lux-sedan', 'lux-suv'] as const;

/** Average pause between two bookings of a rider, and between two actions of a driver, in milliseconds. */
const BOOKING_PAUSE_MS = 2_000;
const DRIVING_PAUSE_MS = 500;

/** Share of bookings that are paid, and of payments that the page itself confirms. */
const PAID = 0.9;
const CONFIRMED = 0.5;

/** Share of bookings that are cancelled again, if they have not begun by then. */
const CANCELLED = 0.15;

/** Share of rides whose driver says that they are on the way, and of those whose driver says that they are there. */
const STAMPED = 0.4;

/** Share of rides completed for less than was paid. */
const CHEAPER = 0.3;

interface RiderHabit {
  riderId: string;
  /** Origin of the payment provider. */
  stripe: string;
  random: () => number;
}

/** Books a ride, pays as Stripe.js does, and cancels some. After every second payment the page does not confirm it. */
export function bookingHabit({ riderId, stripe, random }: RiderHabit): Habit {
  let booked = 0;

  function nextRequest(): RequestRide {
    booked += 1;
    const isHourly = random() < 0.5;
    return {
      riderId,
      pickupLocation: 'Bellagio Hotel & Casino, 3600 S Las Vegas Blvd',
      dropoffLocation: `Stage door ${riderId.slice(-4)}-${booked}`,
      rideType: VEHICLES[Math.floor(random() * VEHICLES.length)] ?? 'lux-sedan',
      bookingType: isHourly ? 'hourly' : 'point-to-point',
      hours: isHourly ? 2 + Math.floor(random() * 4) : null,
      gratuityPercentage: 18,
      customerName: 'Robin Rider',
      customerEmail: 'robin@example.com',
      customerPhone: '(702) 555-0101',
      scheduledDate: dateInVegas(new Date(Date.now() + WEEK_MS)),
      scheduledTime: '19:30',
    };
  }

  async function pay(clientSecret: string): Promise<{ id: string; amount: number }> {
    const [intentId = ''] = clientSecret.split('_secret');
    const reply = await fetch(`${stripe}/v1/payment_intents/${intentId}/confirm`, {
      method: 'POST',
      headers: { authorization: 'Bearer pk_test_simulator' },
      body: new URLSearchParams({
        client_secret: clientSecret,
        'payment_method_data[type]': 'card',
        'payment_method_data[card][number]': '4242424242424242',
        'payment_method_data[card][exp_month]': '4',
        'payment_method_data[card][exp_year]': '2034',
        'payment_method_data[card][cvc]': '123',
      }),
    });
    if (!reply.ok) throw new Error(`the card was refused: ${await reply.text()}`);
    return reply.json();
  }

  /** Free of charge: the pickup is a week ahead. A ride that a driver has begun meanwhile goes on. */
  async function cancel(rideId: string): Promise<void> {
    try {
      receiveRides([await retry(() => call(cancelOwnRide, { rideId, expectedFeeCents: 0 }))]);
      post({ ackedWrite: { action: 'cancelled', rideId } });
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 409)) throw error;
    }
  }

  return {
    pauseMs: () => BOOKING_PAUSE_MS * (0.5 + random()),
    async act() {
      const key = randomUUID();
      const request = nextRequest();
      const isPaid = random() < PAID;
      const isConfirmed = random() < CONFIRMED;

      const { ride, clientSecret } = await retry(() => requestRide(request, key));
      post({ ackedWrite: { action: 'booked', rideId: ride.id } });
      if (!isPaid) return;
      const { id, amount } = await pay(clientSecret);
      post({ ackedWrite: { action: 'paid', rideId: ride.id, paymentIntentId: id, amountCents: amount } });
      const paid = { rideId: ride.id, paymentIntentId: id, hasSucceeded: true };
      if (isConfirmed) await retry(() => confirmPayment(paid, riderId));
      if (random() < CANCELLED) await cancel(ride.id);
    },
  };
}

interface DriverHabit {
  driverId: string;
  random: () => number;
}

/** Advances the driver's own ride, or tries to accept the oldest offer, in a race with the other drivers. */
export function drivingHabit({ driverId, random }: DriverHabit): Habit {
  async function accept({ id }: Offer): Promise<AckedWrite | null> {
    return (await acceptRide(id, driverId)) ? { action: 'accepted', rideId: id } : null;
  }

  async function drive(ride: DriverRide): Promise<AckedWrite> {
    const stamp = ride.status === 'accepted' && random() < STAMPED ? stampsAhead(ride)[0] : undefined;
    if (stamp) {
      await moveRide(ride.id, stamp, { confirmEarly: true });
      return { action: stamp === 'en_route' ? 'set off' : 'arrived', rideId: ride.id };
    }
    if (ride.status === 'accepted') {
      await moveRide(ride.id, 'in_progress', { confirmEarly: true });
      return { action: 'started', rideId: ride.id };
    }
    const fareCents = parseDollars(ride.estimatedFare) ?? 0;
    const isCheaper = random() < CHEAPER;
    await completeRide(ride.id, isCheaper ? toDollarString(fareCents - 1_000) : ride.estimatedFare);
    return { action: 'completed', rideId: ride.id };
  }

  return {
    pauseMs: () => DRIVING_PAUSE_MS * (0.5 + random()),
    async act() {
      const { driverRides, offers } = useRideStore.getState();
      const own = Object.values(driverRides.rides).find(({ status }) =>
        /^(accepted|in_progress)$/.test(status),
      );
      const offer = offers.posted.findLast(({ isTaken }) => !isTaken)?.offer;
      try {
        const ackedWrite = await retry(async () => (own ? drive(own) : offer ? accept(offer) : null));
        if (ackedWrite) post({ ackedWrite });
      } catch (error) {
        // Another driver was faster or has the vehicle, or the ride had changed: the page will show it.
        if (!(error instanceof ApiError && error.status === 409)) throw error;
      }
    },
  };
}
