import { addressLines } from '#common/places/suggest-places.ts';
import { vehicleName } from '#common/vehicles/catalogue.ts';

/** A ride in a phrase, to name its card: `Lux SUV, Harry Reid International Airport to Bellagio Hotel & Casino`. */
export const rideTitle = (ride: {
  rideType: string;
  pickupLocation: string;
  dropoffLocation: string;
}): string =>
  `${vehicleName(ride.rideType)}, ${addressLines(ride.pickupLocation).name} to ${addressLines(ride.dropoffLocation).name}`;
