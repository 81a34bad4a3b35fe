import { fareLines } from '#common/fares/quote-fare.ts';
import type { OrderSheet } from '#common/rides/order-sheet-api.ts';
import { plannedSpan } from '#common/rides/overlap.ts';
import { rideReference } from '#common/rides/ride-reference.ts';
import { findDriver } from '../../drivers/driver-queries.ts';
import { env } from '../../env.ts';
import { findUser } from '../../users/accounts.ts';
import { findVehiclesById } from '../../vehicles/vehicle-queries.ts';
import { isCustomerVisible } from '../present-ride.ts';
import type { RideRecord } from '../ride-model.ts';

/** The charter order of a ride, as its driver may see it at an instant. */
export async function composeOrderSheet(ride: RideRecord, now: Date): Promise<OrderSheet> {
  const { endMs } = plannedSpan(new Date(ride.scheduledAt), ride);
  const [vehicle] = ride.vehicleId ? await findVehiclesById([ride.vehicleId]) : [];
  return {
    rideId: ride.id,
    reference: rideReference(ride.id),
    issuedAt: now.toISOString(),
    ...peopleShown(ride, now),
    passengers: ride.passengers,
    flightNumber: ride.flightNumber,
    requests: ride.specialRequests,
    carrier: { certificate: env.CARRIER_CERTIFICATE || null, usdot: env.CARRIER_USDOT || null },
    driver: await describeDriver(ride),
    rideType: ride.rideType,
    vehicle: vehicle
      ? { label: vehicle.label, plate: vehicle.plate, seats: vehicle.seats, paint: vehicle.paint }
      : null,
    pickupAt: ride.scheduledAt,
    plannedEndAt: new Date(endMs).toISOString(),
    hours: ride.hours,
    places: [ride.pickupLocation, ...ride.stops, ride.dropoffLocation],
    lines: fareLines(ride.fare, ride),
    fareCents: ride.fare.fareCents,
    isOnAccount: ride.paymentStatus === 'on_account',
  };
}

/** From so long before the pickup on a driver may call who rides. */
const CALL_BEFORE_MS = 24 * 3_600_000;

function peopleShown(ride: RideRecord, now: Date): Pick<OrderSheet, 'customer' | 'passenger'> {
  if (!isCustomerVisible(ride, now)) return { customer: null, passenger: null };
  const { customerName, customerPhone, passenger } = ride;
  const { name, phone } = passenger ?? { name: customerName, phone: customerPhone };
  const isCallable = now.getTime() >= Date.parse(ride.scheduledAt) - CALL_BEFORE_MS;
  return {
    customer: { name: customerName },
    passenger: { name, phone: isCallable ? phone : null },
  };
}

async function describeDriver({ driverId }: RideRecord): Promise<OrderSheet['driver']> {
  if (driverId === null) return null;
  const [user, driver] = await Promise.all([findUser(driverId), findDriver(driverId)]);
  const license = driver?.documents.find(({ kind }) => kind === 'license')?.number;
  return { name: user?.name ?? '', license: license || null };
}
