import { formatDollarString } from '#common/money.ts';
import type { RiderRide } from '#common/rides/ride.ts';

/** A ride's fare as shown: what it came to if that is known, else the estimate (specification section 2, Ride card). */
export const shownFare = (
  ride: Pick<RiderRide, 'actualFare' | 'estimatedFare'>,
): { label: string; amount: string } =>
  ride.actualFare === null
    ? { label: 'Estimated fare', amount: formatDollarString(ride.estimatedFare) }
    : { label: 'Fare', amount: formatDollarString(ride.actualFare) };
