import { useEffect } from 'react';
import type { DriverRide } from '#common/rides/ride.ts';
import { loadDriverRides } from './load-lists.ts';
import { mountList } from './mounted-lists.ts';
import { emptyRideList, type RideList } from './ride-list.ts';
import { useRideStore } from './ride-store.ts';

/** A driver's rides, kept right while the component is on screen; never somebody else's. */
export function useDriverRides(driverId: string): RideList<DriverRide> {
  useEffect(() => mountList(() => loadDriverRides(driverId)), [driverId]);

  const list = useRideStore(({ driverRides }) => driverRides);
  return list.ownerId === driverId ? list : emptyRideList(driverId);
}
