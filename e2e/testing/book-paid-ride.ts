import { randomUUID } from 'node:crypto';
import type { APIRequestContext } from 'playwright/test';
import { payByCard } from '../../embedded/stripe/testing/pay-by-card.ts';
import { CUSTOMER, newDropoff, PICKUP, pickupDate, USUAL_TIME } from './book.ts';
import { sharedServices } from './people.ts';
import type { Services } from './run-marquee.ts';
import { expect } from './test.ts';

interface PaidRide {
  rideId: string;
  /** Unique unless given, so that it identifies the ride. */
  dropoff: string;
}

interface Booking {
  time?: string;
  /** Default: a unique one. */
  dropoff?: string;
  customerName?: string;
  services?: Pick<Services, 'web' | 'stripe'>;
}

/**
 * Books and pays the same ride as the form, by the calls that the pages make, for tests of what follows: form
 * and checkout have their own tests. The rider is a page, which does not navigate, or a browser context.
 */
export async function bookPaidRide(
  rider: { request: APIRequestContext },
  {
    time = USUAL_TIME,
    dropoff = newDropoff(),
    customerName = CUSTOMER.name,
    services = sharedServices(),
  }: Booking = {},
): Promise<PaidRide> {
  const { web, stripe } = services;
  const send = (path: string, data: object) =>
    rider.request.post(`${web}/api${path}`, {
      headers: { origin: web, 'idempotency-key': randomUUID() },
      data,
    });
  const riderId: string = (await (await rider.request.get(`${web}/api/session`)).json()).rider.id;
  const booked = await send('/rides', {
    riderId,
    customerName,
    customerEmail: CUSTOMER.email,
    customerPhone: CUSTOMER.phone,
    pickupLocation: PICKUP,
    dropoffLocation: dropoff,
    scheduledDate: pickupDate(),
    scheduledTime: time,
    bookingType: 'hourly',
    hours: 3,
    rideType: 'lux-sedan',
    gratuityPercentage: 18,
  });
  if (!booked.ok()) throw new Error(`not booked: ${booked.status()} ${await booked.text()}`);
  const { ride, clientSecret } = await booked.json();
  const { id: paymentIntentId } = await payByCard(stripe, clientSecret);
  const look = () => send(`/rides/${ride.id}/payment-success`, { paymentIntentId, riderId });
  await expect.poll(async () => (await look()).status()).toBe(200);
  return { rideId: ride.id, dropoff };
}
