import { quoteFare } from '#common/fares/quote-fare.ts';
import { SEEDED_RATES } from '#common/fares/rates.ts';
import { NO_STAMPS, type RideChange } from '#common/rides/ride-states.ts';
import { findVehicle } from '#common/vehicles/catalogue.ts';
import type { RideRecord } from '../rides/ride-model.ts';
import { newId } from './new-id.ts';

const luxSedan = findVehicle('lux-sedan');

function sedanFare() {
  if (!luxSedan) throw new Error('the fleet has lost its sedan');
  return quoteFare(
    {
      vehicle: luxSedan,
      bookingType: 'hourly',
      hours: 3,
      surgeTier: 'standard',
      isAirportPickup: false,
      gratuityPercentage: 18,
    },
    SEEDED_RATES,
  );
}

/** Builds a paid three-hour ride in a sedan without storing it. Its history consists of these changes. */
export function rideRecord(changes: readonly RideChange[], overrides: Partial<RideRecord> = {}): RideRecord {
  const at = new Date().toISOString();
  return {
    id: newId(),
    version: changes.length,
    city: 'las-vegas',
    riderId: newId(),
    driverId: null,
    driver: null,
    vehicleId: null,
    status: 'requested',
    paymentStatus: 'paid',
    rideType: 'lux-sedan',
    bookingType: 'hourly',
    hours: 3,
    pickupLocation: 'Bellagio Hotel & Casino, 3600 S Las Vegas Blvd',
    dropoffLocation: 'Sphere, 255 Sands Ave',
    isAirportPickup: false,
    surgePricing: 'standard',
    gratuityPercentage: 18,
    customerName: 'Robin Rider',
    customerEmail: 'robin@example.com',
    customerPhone: '(702) 555-0101',
    scheduledDate: '2030-01-15',
    scheduledTime: '19:00',
    scheduledAt: '2030-01-16T03:00:00.000Z',
    ratesVersion: SEEDED_RATES.id,
    preferredColor: null,
    passengers: null,
    passenger: null,
    flightNumber: null,
    stops: [],
    specialRequests: 'A bottle of water, please',
    promoCodeId: null,
    giftCardId: null,
    fare: sedanFare(),
    actualFareCents: null,
    fareReview: null,
    payBy: at,
    paymentIntentId: 'pi_test',
    payment: { brand: 'visa', last4: '4242' },
    cancellation: null,
    lateCredit: null,
    ...NO_STAMPS,
    waiting: null,
    wantsPin: null,
    share: null,
    refunds: [],
    refundOwed: null,
    adjustments: [],
    bookedFare: null,
    pendingEdit: null,
    placeId: null,
    revision: 0,
    charges: [],
    createdAt: at,
    completedAt: null,
    order: null,
    rating: null,
    history: changes.map((change, index) => ({ change, at, version: index + 1 })),
    publishedVersion: changes.length - 1,
    ...overrides,
  };
}
