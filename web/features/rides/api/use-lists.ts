import { useEffect } from 'react';
import type { DriverRide, RiderRide } from '#common/rides/ride.ts';
import { mountList, resyncLists, resyncWith } from '#web/lib/active-lists.ts';
import { hasRoom, type OfferBoard } from '../store/offer-board.ts';
import { emptyRideList, type RideList } from '../store/ride-list.ts';
import { claimRiderRides, useRideStore } from '../store/ride-store.ts';
import { leaveOffers, loadDriverRides, loadOffers, loadRiderRides, reloadRiderRide } from './load-lists.ts';
import { useContactWindows } from './use-contact-windows.ts';

/** A rider's rides, kept right while the component is on screen; never somebody else's. */
export function useRiderRides(riderId: string): RideList<RiderRide> {
  useEffect(() => mountList(() => loadRiderRides(riderId)), [riderId]);

  const list = useRideStore(({ riderRides }) => riderRides);
  return list.ownerId === riderId ? list : emptyRideList(riderId);
}

/**
 * One ride of a rider's, kept right while the component is on screen; null until {@link readRiderRide} has read it, and
 * while none is named.
 */
export function useRiderRide(riderId: string, rideId: string | null): RiderRide | null {
  useEffect(() => {
    claimRiderRides(riderId);
    if (rideId === null) return;
    return resyncWith(() => reloadRiderRide(riderId, rideId));
  }, [riderId, rideId]);

  return useRideStore(({ riderRides }) =>
    riderRides.ownerId === riderId ? (riderRides.rides[rideId ?? ''] ?? null) : null,
  );
}

/** A driver's rides, kept right while the component is on screen; never somebody else's. */
export function useDriverRides(driverId: string): RideList<DriverRide> {
  useEffect(() => mountList(() => loadDriverRides(driverId)), [driverId]);

  const list = useRideStore(({ driverRides }) => driverRides);
  useContactWindows(list);
  return list.ownerId === driverId ? list : emptyRideList(driverId);
}

/** The open offers, kept right while the component is on screen. */
export function useOffers(): OfferBoard {
  useEffect(() => {
    const unmount = mountList(loadOffers);
    const stopRefilling = refillOffers();
    return () => {
      stopRefilling();
      unmount();
      leaveOffers();
    };
  }, []);

  return useRideStore(({ offers }) => offers);
}

/** Asks for another snapshot whenever a board that could not hold all offers has emptied by half. @returns ends it */
export const refillOffers = (): (() => void) =>
  useRideStore.subscribe((now, before) => {
    if (hasRoom(now.offers) && !hasRoom(before.offers)) resyncLists();
  });
