import { expect } from 'vitest';
import type { RequestRide } from '#common/rides/ride-request.ts';
import {
  type PaymentStatus,
  RIDE_STATES,
  type RideChange,
  type RideStatus,
  TIMELINE,
} from '#common/rides/ride-states.ts';
import { NO_PAYMENT_REQUIRED, type RequestedRide, requestedRideSchema } from '#common/rides/rides-api.ts';
import { addDays, dateInVegas } from '#common/time.ts';
import { stripe } from '../infra/stripe.ts';
import { confirmBooking } from '../rides/booking/confirm-booking.ts';
import { prepareRide } from '../rides/booking/prepare-ride.ts';
import { type RideDoc, RideModel, type RideRecord, toRideRecord } from '../rides/ride-model.ts';
import { findRide } from '../rides/ride-queries.ts';
import type { UserRecord } from '../users/user-model.ts';
import { as } from './as.ts';
import { newId } from './new-id.ts';

/** Returns the first date with this weekday (0 is Sunday) at least a week from now, in Las Vegas. */
export function comingDay(weekday: number): string {
  const week = Array.from({ length: 7 }, (_, index) => addDays(dateInVegas(new Date()), 7 + index));
  const day = week.find((date) => new Date(`${date}T00:00Z`).getUTCDay() === weekday);
  if (!day) throw new Error('a week has seven days');
  return day;
}

/** Builds the request for a Lux Sedan for three hours on a Tuesday: $233.58. */
export const buildRequest = (overrides: Partial<RequestRide> & { riderId: string }): RequestRide => ({
  pickupLocation: 'Bellagio, 3600 S Las Vegas Blvd',
  dropoffLocation: 'Allegiant Stadium',
  rideType: 'lux-sedan',
  bookingType: 'hourly',
  hours: 3,
  gratuityPercentage: 18,
  customerName: 'Robin Rider',
  customerEmail: 'robin@example.com',
  customerPhone: '(702) 555-0101',
  scheduledDate: comingDay(2),
  scheduledTime: '18:30',
  specialRequests: 'A child seat, please.',
  ...overrides,
});

/**
 * Builds the request for a return trip: point to point on a Tuesday for $73.57, back on the following
 * Saturday for $87.25, in total $160.82.
 */
export const buildReturnRequest = (overrides: Partial<RequestRide> & { riderId: string }): RequestRide =>
  buildRequest({
    bookingType: 'point-to-point',
    hours: null,
    returnTrip: { scheduledDate: addDays(comingDay(2), 4), scheduledTime: '11:00' },
    ...overrides,
  });

/** Returns the changes that follow request and payment until a status is reached. */
const changesTo = (status: RideStatus): readonly RideChange[] =>
  RIDE_STATES[status].isStep ? TIMELINE.slice(1, TIMELINE.indexOf(status) + 1) : [status];

const MONEY: Partial<Record<PaymentStatus, RideChange>> = {
  paid: 'paid',
  waived: 'paid',
  on_account: 'paid',
  flagged: 'flagged',
};

function historyOf(status: RideStatus, paymentStatus: PaymentStatus): RideDoc['history'] {
  const money = MONEY[paymentStatus];
  const changes: RideChange[] = [
    'requested',
    ...(money ? [money] : []),
    ...changesTo(status),
    ...(paymentStatus === 'refunded' ? (['refunded'] as const) : []),
  ];
  const now = Date.now();
  return changes.map((change, index) => ({ change, at: new Date(now - 1_000 * (changes.length - index)) }));
}

/** Stores a ride in any state, with a matching history, already published. Default: an offer. */
export async function buildRide(overrides: Partial<RideDoc> = {}): Promise<RideRecord> {
  const { status = 'requested', paymentStatus = status === 'cancelled' ? 'expired' : 'paid' } = overrides;
  const hasDriver = changesTo(status).includes('accepted');
  const history = historyOf(status, paymentStatus);
  const prepared = await prepareRide(buildRequest({ riderId: newId() }));
  const doc: RideDoc = {
    ...prepared,
    status,
    paymentStatus,
    driverId: hasDriver ? newId() : null,
    driver: hasDriver ? { firstName: 'Dee', vehicle: 'Black Cadillac Escalade, NV 123-ABC' } : null,
    payment: paymentStatus === 'paid' ? { brand: 'visa', last4: '4242' } : null,
    completedAt: status === 'completed' ? new Date() : null,
    actualFareCents: status === 'completed' ? prepared.fare.fareCents : null,
    history,
    version: history.length,
    publishedVersion: history.length,
    ...overrides,
  };
  await RideModel.create(doc);
  return toRideRecord(doc);
}

/** Books a ride through the API. It is unpaid, with an open payment at Stripe. */
export async function bookRide(
  rider: UserRecord,
  overrides: Partial<RequestRide> = {},
): Promise<RequestedRide> {
  const reply = await as(rider).post('/api/rides', buildRequest({ riderId: rider.id, ...overrides }));
  expect(reply.status, JSON.stringify(reply.body)).toBe(201);
  return requestedRideSchema.parse(reply.body);
}

/** Returns the payment id in a client secret. */
export const paymentIntentOf = (clientSecret: string): string => clientSecret.split('_secret_')[0] ?? '';

/** Confirms a ride that is fully covered by discounts, like the rider's Confirm Booking. */
export async function confirmCovered({ ride, clientSecret }: RequestedRide): Promise<RideRecord> {
  expect(clientSecret).toBe(NO_PAYMENT_REQUIRED);
  const by = { role: 'rider', id: ride.riderId, name: ride.customerName, address: null } as const;
  return confirmBooking(await findRide(ride.id), by);
}

/** Pays a booked ride at Stripe with a test card, like the form in the browser. Returns the payment's id. */
export async function pay(
  { clientSecret }: Pick<RequestedRide, 'clientSecret'>,
  card = 'pm_card_visa',
): Promise<string> {
  const { id } = await stripe.paymentIntents.confirm(paymentIntentOf(clientSecret), {
    payment_method: card,
    return_url: 'https://example.com/my-rides',
  });
  return id;
}
