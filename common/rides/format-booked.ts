import type { RiderRide } from './ride.ts';

/** Says that the ride is booked (specification section 8), or that both rides are. */
export const formatBooked = ({ order }: Pick<RiderRide, 'order'>): string =>
  `${order ? 'Both rides have' : 'Your ride has'} been booked and paid for!`;
