import { quoteFare } from '#common/fares/quote-fare.ts';
import { toDollarString } from '#common/money.ts';
import type { RiderRide } from '#common/rides/ride.ts';
import { findVehicle } from '#common/vehicles/catalogue.ts';

const vehicle = findVehicle('lux-suv');
if (!vehicle) throw new Error('The fleet has no lux-suv.');

const fare = quoteFare({
  vehicle,
  bookingType: 'point-to-point',
  hours: null,
  surgeTier: 'weekend',
  isAirportPickup: true,
  gratuityPercentage: 18,
});

/** An unpaid ride from the airport on a Friday evening, as its rider sees it: $159.82, held until 4:38 PM PST. */
export const buildRiderRide = (overrides: Partial<RiderRide> = {}): RiderRide => ({
  id: 'a'.repeat(24),
  version: 1,
  rideType: vehicle.id,
  createdAt: '2026-11-21T00:08:00.000Z',
  pickupLocation: 'Harry Reid International Airport, Terminal 1, Paradise',
  dropoffLocation: 'Bellagio Hotel & Casino, 3600 S Las Vegas Blvd',
  bookingType: 'point-to-point',
  hours: null,
  scheduledDate: '2026-11-20',
  scheduledTime: '18:30',
  estimatedFare: toDollarString(fare.fareCents),
  status: 'requested',
  riderId: 'b'.repeat(24),
  driverId: null,
  isAirportPickup: true,
  surgePricing: 'weekend',
  gratuityPercentage: 18,
  actualFare: null,
  preferredColor: 'black',
  passengers: null,
  specialRequests: null,
  history: [{ change: 'requested', at: '2026-11-21T00:08:00.000Z', version: 1 }],
  paymentStatus: 'pending',
  customerName: 'Alex Morgan',
  customerEmail: 'alex@example.com',
  customerPhone: '(702) 555-0148',
  promoCodeId: null,
  giftCardId: null,
  discountAmount: 0,
  fare,
  payBy: '2026-11-21T00:38:00.000Z',
  payment: null,
  refundedAmount: null,
  refundedToGiftCard: null,
  driver: null,
  ...overrides,
});
