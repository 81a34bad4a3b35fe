import { useEffect } from 'react';
import type { RiderRide } from '#common/rides/ride.ts';
import { loadRiderRides } from './load-lists.ts';
import { mountList } from './mounted-lists.ts';
import { emptyRideList, type RideList } from './ride-list.ts';
import { useRideStore } from './ride-store.ts';

/** A rider's rides, kept right while the component is on screen; never somebody else's. */
export function useRiderRides(riderId: string): RideList<RiderRide> {
  useEffect(() => mountList(() => loadRiderRides(riderId)), [riderId]);

  const list = useRideStore(({ riderRides }) => riderRides);
  return list.ownerId === riderId ? list : emptyRideList(riderId);
}
