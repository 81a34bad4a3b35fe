import { randomUUID } from 'node:crypto';
import type { RequestRide } from '#common/rides/request-ride.ts';
import { dateInVegas } from '#common/time.ts';
import { requestRide } from '#web/features/booking/use-request-ride.ts';
import { confirmPayment } from '#web/features/rides/api/ride-actions.ts';
import { insist } from './insist.ts';
import type { Habit } from './person.ts';
import { report } from './report.ts';

const WEEK_MS = 7 * 86_400_000;
const VEHICLES = ['lux-sedan', 'lux-suv', 'limousine-10', 'partybus-20'] as const;

/** Between two bookings of one rider, in milliseconds, on average. */
const PAUSE_MS = 2_000;

/** How many of ten bookings are paid, and of ten payments how many are followed by the page's own word that they were made. */
const PAID = 0.9;
const CONFIRMED = 0.5;

interface RiderHabit {
  riderId: string;
  /** Origin of the payment provider. */
  stripe: string;
  random: () => number;
}

/** Books a ride and pays for it as Stripe.js does; the page of every second payment is closed before it can say so. */
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

  return {
    pauseMs: () => PAUSE_MS * (0.5 + random()),
    async act() {
      const key = randomUUID();
      const request = nextRequest();
      const isPaid = random() < PAID;
      const isConfirmed = random() < CONFIRMED;

      const { ride, clientSecret } = await insist(() => requestRide(request, key));
      report({ deed: { did: 'booked', rideId: ride.id } });
      if (!isPaid) return;
      const { id, amount } = await pay(clientSecret);
      report({ deed: { did: 'paid', rideId: ride.id, paymentIntentId: id, amountCents: amount } });
      const paid = { rideId: ride.id, paymentIntentId: id, hasSucceeded: true };
      if (isConfirmed) await insist(() => confirmPayment(paid, riderId));
    },
  };
}
