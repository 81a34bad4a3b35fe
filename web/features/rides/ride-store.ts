import { create } from 'zustand';
import { type DriverRide, isRiderRide, type Offer, type RiderRide } from '#common/rides/ride.ts';
import type { RemovedOffer } from '#common/rides/ride-events.ts';
import {
  emptyBoard,
  foldTaken,
  markTaken,
  type OfferBoard,
  postOffers,
  setAccepting,
  takeDownOffers,
  takeDownOwn,
} from './offer-board.ts';
import { emptyRideList, type RideList, takeRides } from './ride-list.ts';

/** How long an offer that somebody else took reads "Taken", in milliseconds. */
export const TAKEN_MS = 1_200;

export interface RideState {
  riderRides: RideList<RiderRide>;
  driverRides: RideList<DriverRide>;
  offers: OfferBoard;
}

const nothingKnown = (): RideState => ({
  riderRides: emptyRideList(),
  driverRides: emptyRideList(),
  offers: emptyBoard,
});

/** Every ride and offer the browser knows. Replies and events enter by the functions below and nowhere else. */
export const useRideStore = create<RideState>(nothingKnown);

const setOffers = (change: (board: OfferBoard) => OfferBoard) =>
  useRideStore.setState((state) => ({ offers: change(state.offers) }));

/**
 * Takes rides in from a reply or a `ride:changed`, in either audience's view; older versions are dropped, and rides of somebody
 * whose list is not kept. A ride that became this driver's own takes its offer off the board.
 */
export function receiveRides(rides: readonly (RiderRide | DriverRide)[]): void {
  const at = new Date();
  const forRider = rides.filter(isRiderRide);
  const forDriver = rides.filter((ride): ride is DriverRide => !isRiderRide(ride));

  useRideStore.setState(({ riderRides, driverRides, offers }) => ({
    riderRides: takeRides(
      riderRides,
      forRider.filter((ride) => ride.riderId === riderRides.ownerId),
      at,
    ),
    driverRides: takeRides(
      driverRides,
      forDriver.filter((ride) => ride.driverId === driverRides.ownerId),
      at,
    ),
    offers: takeDownOwn(offers, forDriver),
  }));
}

/** Takes offers in from an `offer:added`; ones older than what is known, or than their removal, are dropped. */
export function receiveOffers(offers: readonly Offer[]): void {
  setOffers((board) => ({ ...postOffers(board, offers), asOf: new Date() }));
}

const foldLater = (ids: readonly string[]) =>
  setTimeout(() => setOffers((board) => foldTaken(board, ids)), TAKEN_MS);

/** Takes offers away, told by an `offer:removed`. One that somebody else accepted reads "Taken" for a moment first. */
export function removeOffers(removed: readonly RemovedOffer[]): void {
  setOffers((board) => ({ ...takeDownOffers(board, removed), asOf: new Date() }));
  foldLater(removed.map(({ id }) => id));
}

/** Notes that an accept is on its way. */
export const beginAccept = (rideId: string): void => setOffers((board) => setAccepting(board, rideId, true));

/** Notes that an accept came to nothing: the offer is open again, or reads "Taken" if it is somebody else's. */
export function abandonAccept(rideId: string, { isTaken }: { isTaken: boolean }): void {
  setOffers((board) => (isTaken ? markTaken(board, rideId) : setAccepting(board, rideId, false)));
  foldLater([rideId]);
}

/** Forgets everything, as when a session ends. */
export const forgetRides = (): void => useRideStore.setState(nothingKnown(), true);
