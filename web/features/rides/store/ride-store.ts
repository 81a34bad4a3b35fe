import { create } from 'zustand';
import { type DriverRide, isRiderRide, type Offer, type RiderRide } from '#common/rides/ride.ts';
import type { RemovedOffer, RemovedRide } from '#common/rides/ride-events.ts';
import type { Versioned } from '#web/lib/versioned.ts';
import {
  addOffers,
  beginLoadingBoard,
  clearBoard,
  emptyBoard,
  failBoard,
  foldTaken,
  markTaken,
  mergeOfferSnapshot,
  type OfferBoard,
  removeOffers,
  removeOwn,
  setAccepting,
} from './offer-board.ts';
import {
  beginLoading,
  claimList,
  emptyRideList,
  failLoading,
  mergeRideSnapshot,
  mergeRides,
  type RideList,
  removeRides,
  renewCustomers,
} from './ride-list.ts';

/** How long an offer that somebody else accepted reads "Taken", in milliseconds. */
export const TAKEN_MS = 1_200;

export interface RideState {
  riderRides: RideList<RiderRide>;
  driverRides: RideList<DriverRide>;
  offers: OfferBoard;
}

const initialState = (): RideState => ({
  riderRides: emptyRideList(),
  driverRides: emptyRideList(),
  offers: emptyBoard,
});

/** Every ride and offer the browser knows. Replies and events enter by the functions below and nowhere else. */
export const useRideStore = create<RideState>(initialState);

/** A snapshot under way: the list it is of, as it was when the snapshot was requested. */
export type RideSnapshot = Partial<Pick<RideState, 'riderRides' | 'driverRides'>>;

/** Keeps a rider's rides from now on, so that {@link receiveRides} takes them; another rider's are dropped. */
export const claimRiderRides = (riderId: string): void =>
  useRideStore.setState(({ riderRides }) => ({ riderRides: claimList(riderRides, riderId) }));

/** Notes that a snapshot of a rider's rides is requested. @returns what {@link receiveRides} or {@link failRides} needs then */
export function beginRiderRides(riderId: string): RideSnapshot {
  const riderRides = beginLoading(useRideStore.getState().riderRides, riderId);
  useRideStore.setState({ riderRides });
  return { riderRides };
}

/** The same for a driver's rides. */
export function beginDriverRides(driverId: string): RideSnapshot {
  const driverRides = beginLoading(useRideStore.getState().driverRides, driverId);
  useRideStore.setState({ driverRides });
  return { driverRides };
}

/**
 * The one way in for rides, in either audience's view: replies, `ride:changed` and, with `snapshot`, whole lists. Older versions
 * are dropped, and rides of somebody whose list is not kept. A ride that became a driver's own removes its offer from the board.
 */
export function receiveRides(rides: readonly (RiderRide | DriverRide)[], snapshot: RideSnapshot = {}): void {
  const forRider = rides.filter(isRiderRide);
  const forDriver = rides.filter((ride): ride is DriverRide => !isRiderRide(ride));

  useRideStore.setState(({ riderRides, driverRides, offers }) => ({
    riderRides: merge(
      riderRides,
      forRider.filter(({ riderId }) => riderId === riderRides.ownerId),
      snapshot.riderRides,
    ),
    driverRides: mergeDriverRides(
      driverRides,
      forDriver.filter(({ driverId }) => driverId === driverRides.ownerId),
      snapshot.driverRides,
    ),
    offers: removeOwn(offers, forDriver),
  }));
}

function merge<R extends Versioned>(list: RideList<R>, arrivals: readonly R[], before?: RideList<R>) {
  if (before && before.ownerId !== list.ownerId) return list;
  const at = new Date();
  return before ? mergeRideSnapshot(list, { before, rides: arrivals, at }) : mergeRides(list, arrivals, at);
}

const mergeDriverRides: typeof merge<DriverRide> = (list, arrivals, before) => {
  const merged = merge(list, arrivals, before);
  return before ? renewCustomers(merged, arrivals) : merged;
};

/** Takes rides off the driver's list after a `ride:removed`: dispatch gave them to another, or offers them again. */
export const receiveRemovedRides = (removed: readonly RemovedRide[]): void =>
  useRideStore.setState(({ driverRides }) => ({
    driverRides: removeRides(driverRides, removed, new Date()),
  }));

/** Notes that a snapshot did not come. */
export const failRides = (snapshot: RideSnapshot, problem: string): void =>
  useRideStore.setState(({ riderRides, driverRides }) => ({
    riderRides: fail(riderRides, problem, snapshot.riderRides),
    driverRides: fail(driverRides, problem, snapshot.driverRides),
  }));

const fail = <R extends Versioned>(list: RideList<R>, problem: string, before?: RideList<R>) =>
  before && before.ownerId === list.ownerId ? failLoading(list, problem) : list;

const setOffers = (change: (board: OfferBoard) => OfferBoard) =>
  useRideStore.setState(({ offers }) => ({ offers: change(offers) }));

/** Notes that a snapshot of the offers is requested. @returns what {@link receiveOffers} needs then */
export function beginOffers(): OfferBoard {
  setOffers(beginLoadingBoard);
  return useRideStore.getState().offers;
}

/**
 * The one way in for offers: `offer:added` and, with the board `before` it was requested, a snapshot. Older versions are dropped,
 * and offers that were removed at the same version or a later one.
 */
export function receiveOffers(offers: readonly Offer[], before?: OfferBoard): void {
  const at = new Date();
  setOffers((board) =>
    before ? mergeOfferSnapshot(board, { before, offers, at }) : { ...addOffers(board, offers), asOf: at },
  );
}

/** Removes offers after an `offer:removed`. One that somebody else accepted reads "Taken" for a moment first. */
export function receiveRemovedOffers(removed: readonly RemovedOffer[]): void {
  setOffers((board) => ({ ...removeOffers(board, removed), asOf: new Date() }));
  foldLater(removed.map(({ id }) => id));
}

/** Notes that a snapshot of the offers did not come. */
export const failOffers = (problem: string): void => setOffers((board) => failBoard(board, problem));

/** Empties the board when nobody looks at it any more. */
export const clearOffers = (): void => setOffers(clearBoard);

/** Notes that an accept is on its way. */
export const beginAccept = (rideId: string): void => setOffers((board) => setAccepting(board, rideId, true));

/** Notes that an accept failed: the offer is open again, or reads "Taken" if it is somebody else's. */
export function abandonAccept(rideId: string, { isTaken }: { isTaken: boolean }): void {
  setOffers((board) => (isTaken ? markTaken(board, rideId) : setAccepting(board, rideId, false)));
  foldLater([rideId]);
}

const foldLater = (ids: readonly string[]) =>
  setTimeout(() => setOffers((board) => foldTaken(board, ids)), TAKEN_MS);

/** Forgets what somebody had in one of their roles, as when they sign out of it. */
export function forgetRidesOf(role: 'rider' | 'driver'): void {
  const { riderRides, driverRides, offers } = initialState();
  useRideStore.setState(role === 'rider' ? { riderRides } : { driverRides, offers });
}

/** Forgets everything, so that each test begins with an empty store. */
export const forgetRides = (): void => useRideStore.setState(initialState(), true);
