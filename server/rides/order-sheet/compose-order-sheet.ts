import { fareLines } from '#common/fares/quote-fare.ts';
import type { OrderSheet } from '#common/rides/order-sheet-api.ts';
import { plannedSpan } from '#common/rides/overlap.ts';
import { rideReference } from '#common/rides/ride-reference.ts';
import { findDriver } from '../../drivers/driver-queries.ts';
import { env } from '../../env.ts';
import { findUser } from '../../users/accounts.ts';
import { findVehiclesById } from '../../vehicles/vehicle-queries.ts';
import { customerForDriver } from '../present-ride.ts';
import type { RideRecord } from '../ride-model.ts';

/** Composes the charter order of a ride, with only what its driver may see at `now`. */
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

/** The names and the phone number that the driver may see at `now`. */
function peopleShown(ride: RideRecord, now: Date): Pick<OrderSheet, 'customer' | 'passenger'> {
  const passenger = customerForDriver(ride, now);
  return { customer: passenger && { name: ride.customerName }, passenger };
}

async function describeDriver({ driverId }: RideRecord): Promise<OrderSheet['driver']> {
  if (driverId === null) return null;
  const [user, driver] = await Promise.all([findUser(driverId), findDriver(driverId)]);
  const license = driver?.documents.find(({ kind }) => kind === 'license')?.number;
  return { name: user?.name ?? '', license: license || null };
}
