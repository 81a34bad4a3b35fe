import { useEffect } from 'react';
import type { DriverRide, RiderRide } from '#common/rides/ride.ts';
import { mountList, onResync, resyncLists } from '#web/lib/active-lists.ts';
import { mayLoadMore, type OfferBoard } from '../store/offer-board.ts';
import { emptyRideList, type RideList } from '../store/ride-list.ts';
import { setRiderRidesOwner, useRideStore } from '../store/ride-store.ts';
import { dropLateOffers } from './drop-late-offers.ts';
import { leaveOffers, loadDriverRides, loadOffers, loadRiderRides, reloadRiderRide } from './load-lists.ts';
import { useContactWindows } from './use-contact-windows.ts';

/** Returns a rider's rides and keeps them up to date while mounted. Never shows those of another rider. */
export function useRiderRides(riderId: string): RideList<RiderRide> {
  useEffect(() => mountList(() => loadRiderRides(riderId)), [riderId]);

  const list = useRideStore(({ riderRides }) => riderRides);
  return list.ownerId === riderId ? list : emptyRideList(riderId);
}

/**
 * Returns one ride of a rider and keeps it up to date while mounted. Null until {@link readRiderRide} has
 * read it, and without an id.
 */
export function useRiderRide(riderId: string, rideId: string | null): RiderRide | null {
  useEffect(() => {
    setRiderRidesOwner(riderId);
    if (rideId === null) return;
    return onResync(() => reloadRiderRide(riderId, rideId));
  }, [riderId, rideId]);

  return useRideStore(({ riderRides }) =>
    riderRides.ownerId === riderId ? (riderRides.rides[rideId ?? ''] ?? null) : null,
  );
}

/** Returns a driver's rides and keeps them up to date while mounted. Never shows those of another driver. */
export function useDriverRides(driverId: string): RideList<DriverRide> {
  useEffect(() => mountList(() => loadDriverRides(driverId)), [driverId]);

  const list = useRideStore(({ driverRides }) => driverRides);
  useContactWindows(list);
  return list.ownerId === driverId ? list : emptyRideList(driverId);
}

/** Returns the open offers and keeps them up to date while mounted. */
export function useOffers(): OfferBoard {
  useEffect(() => {
    const unmount = mountList(loadOffers);
    const stopRefilling = refillOffers();
    const stopDropping = dropLateOffers();
    return () => {
      stopDropping();
      stopRefilling();
      unmount();
      leaveOffers();
    };
  }, []);

  return useRideStore(({ offers }) => offers);
}

/**
 * Loads another snapshot when a board that could not hold every open offer is half empty.
 * @returns a function that stops this
 */
export const refillOffers = (): (() => void) =>
  useRideStore.subscribe((now, before) => {
    if (mayLoadMore(now.offers) && !mayLoadMore(before.offers)) resyncLists();
  });
