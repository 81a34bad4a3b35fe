import { quoteFare } from '#common/fares/quote-fare.ts';
import { SEEDED_RATES } from '#common/fares/rates.ts';
import type { DriverRide, Offer, RiderRide } from '#common/rides/ride.ts';
import { rideReference } from '#common/rides/ride-reference.ts';
import { NO_STAMPS } from '#common/rides/ride-states.ts';
import type { StaffRide } from '#common/rides/staff-ride.ts';
import { toInstant } from '#common/time.ts';
import { findVehicle } from '#common/vehicles/catalogue.ts';

let lastId = 0;
const nextId = () => (++lastId).toString(16).padStart(24, '0');

/** The rider and the driver of built rides. */
export const RIDER_ID = 'a'.repeat(24);
export const DRIVER_ID = 'd'.repeat(24);

/** Friday 20 November 2026, 4:12 PM in Las Vegas: the current time in tests. */
export const NOW = new Date('2026-11-21T00:12:00Z');

/** Builds an offer made two minutes before {@link NOW}: a Lux SUV from the airport, today at 6:30 PM. */
export const buildOffer = (overrides: Partial<Offer> = {}): Offer => ({
  id: nextId(),
  version: 2,
  rideType: 'lux-suv',
  createdAt: '2026-11-21T00:10:00.000Z',
  pickupLocation: 'Harry Reid International Airport, Terminal 1',
  dropoffLocation: 'Bellagio Hotel & Casino, 3600 S Las Vegas Blvd',
  stops: [],
  bookingType: 'point-to-point',
  hours: null,
  scheduledDate: '2026-11-20',
  revision: 0,
  scheduledTime: '18:30',
  estimatedFare: '$159.82',
  driverShare: '$109.38',
  ...overrides,
});

const buildShared = () => {
  const { driverShare: _, ...offer } = buildOffer();
  return {
    ...offer,
    riderId: RIDER_ID,
    driverId: null,
    status: 'requested' as const,
    isAirportPickup: true,
    surgePricing: 'weekend' as const,
    gratuityPercentage: 18,
    actualFare: null,
    preferredColor: 'black',
    passengers: null,
    flightNumber: null,
    specialRequests: null,
    ...NO_STAMPS,
    waiting: null,
    fareReview: null,
    wantsPin: null,
    history: [
      { change: 'requested' as const, at: '2026-11-21T00:10:00.000Z', version: 1 },
      { change: 'paid' as const, at: '2026-11-21T00:10:30.000Z', version: 2 },
    ],
  };
};

const fare = () => {
  const vehicle = findVehicle('lux-suv');
  if (!vehicle) throw new Error('No such vehicle');
  return quoteFare(
    {
      vehicle,
      bookingType: 'point-to-point',
      hours: null,
      surgeTier: 'weekend',
      isAirportPickup: true,
      gratuityPercentage: 18,
    },
    SEEDED_RATES,
  );
};

/** Builds a requested and paid ride in its rider's view. */
export const buildRiderRide = (overrides: Partial<RiderRide> = {}): RiderRide => ({
  ...buildShared(),
  paymentStatus: 'paid',
  customerName: 'Alex Morgan',
  customerEmail: 'alex@example.com',
  customerPhone: '(702) 555-0142',
  passenger: null,
  order: null,
  promoCodeId: null,
  giftCardId: null,
  discountAmount: 0,
  fare: fare(),
  payBy: null,
  bookedFare: null,
  payment: { brand: 'visa', last4: '4242' },
  lateCredit: null,
  refundedAmount: null,
  refundFailedAmount: null,
  refundedToGiftCard: null,
  cancelledBy: null,
  cancellationFee: null,
  payLink: null,
  charges: [],
  refunds: [],
  startPin: null,
  tripLink: null,
  driver: null,
  rating: null,
  ...overrides,
});

/** Builds the same ride before its payment, held until 4:38 PM. */
export const buildUnpaidRide = (overrides: Partial<RiderRide> = {}): RiderRide => {
  const { history, ...paid } = buildRiderRide();
  return {
    ...paid,
    version: 1,
    history: history.slice(0, 1),
    paymentStatus: 'pending',
    payment: null,
    payBy: '2026-11-21T00:38:00.000Z',
    ...overrides,
  };
};

/** Builds an accepted ride in its driver's view. */
export const buildDriverRide = (overrides: Partial<DriverRide> = {}): DriverRide => {
  const shared = buildShared();
  return {
    ...shared,
    version: 3,
    status: 'accepted',
    driverId: DRIVER_ID,
    history: [...shared.history, { change: 'accepted', at: '2026-11-21T00:12:00.000Z', version: 3 }],
    driverShare: '$109.38',
    vehicle: 'Black Cadillac Escalade, NV 218-QKD',
    customer: { name: 'Alex Morgan', phone: '(702) 555-0142' },
    isForGuest: false,
    cancelledBy: null,
    completedBy: null,
    ...overrides,
  };
};

/** Builds a requested and paid ride in the staff's view, without a driver. Derives `scheduledAt`. */
export function buildStaffRide(overrides: Partial<StaffRide> = {}): StaffRide {
  const { estimatedFare: _, actualFare: __, ...shared } = buildShared();
  const ride = {
    ...shared,
    paymentStatus: 'paid' as const,
    customerName: 'Alex Morgan',
    customerEmail: 'alex@example.com',
    customerPhone: '(702) 555-0142',
    passenger: null,
    promoCodeId: null,
    giftCardId: null,
    fare: fare(),
    bookedFare: null,
    payment: { brand: 'visa', last4: '4242' },
    driver: null,
    rating: null,
    vehicleId: null,
    ratesVersion: null,
    actualFareCents: null,
    payBy: '2026-11-21T00:38:00.000Z',
    cancellation: null,
    lateCredit: null,
    refunds: [],
    adjustments: [],
    charges: [],
    completedAt: null,
    driverShareCents: 10_938,
    order: null,
    refundableCents: fare().fareCents,
    ...overrides,
  };
  const scheduledAt = toInstant(ride.scheduledDate, ride.scheduledTime) ?? new Date(Number.NaN);
  return { scheduledAt: scheduledAt.toISOString(), reference: rideReference(ride.id), ...ride };
}
