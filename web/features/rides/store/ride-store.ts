import { create } from 'zustand';
import { type DriverRide, isRiderRide, type Offer, type RiderRide } from '#common/rides/ride.ts';
import type { RemovedOffer, RemovedRide } from '#common/rides/ride-events.ts';
import type { Versioned } from '#web/lib/versioned.ts';
import {
  addOffers,
  beginLoadingBoard,
  clearBoard,
  dropTaken,
  emptyBoard,
  failBoard,
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

/** How long an offer that another driver accepted is shown as "Taken", in milliseconds. */
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

/** All rides and offers the browser knows. Updated only by the functions below and `drop-late-offers.ts`. */
export const useRideStore = create<RideState>(initialState);

/** A pending snapshot: the list as it was when the snapshot was requested. */
export type RideSnapshot = Partial<Pick<RideState, 'riderRides' | 'driverRides'>>;

/**
 * Keeps a rider's rides from now on, so that {@link receiveRides} stores them. Drops those of another rider.
 */
export const setRiderRidesOwner = (riderId: string): void =>
  useRideStore.setState(({ riderRides }) => ({ riderRides: claimList(riderRides, riderId) }));

/**
 * Starts a snapshot of a rider's rides.
 * @returns the argument for {@link receiveRides} or {@link failRides}
 */
export function beginRiderRides(riderId: string): RideSnapshot {
  const riderRides = beginLoading(useRideStore.getState().riderRides, riderId);
  useRideStore.setState({ riderRides });
  return { riderRides };
}

/**
 * Starts a snapshot of a driver's rides.
 * @returns the argument for {@link receiveRides} or {@link failRides}
 */
export function beginDriverRides(driverId: string): RideSnapshot {
  const driverRides = beginLoading(useRideStore.getState().driverRides, driverId);
  useRideStore.setState({ driverRides });
  return { driverRides };
}

/**
 * Stores rides, in either audience's view, from replies, `ride:changed` and, with `snapshot`, whole lists.
 * Drops older versions, and rides of users whose list is not kept. A ride that became the driver's removes
 * its offer from the board.
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

/**
 * Removes rides from the driver's list after a `ride:removed`: they were reassigned, or became offers again.
 */
export const receiveRemovedRides = (removed: readonly RemovedRide[]): void =>
  useRideStore.setState(({ driverRides }) => ({
    driverRides: removeRides(driverRides, removed, new Date()),
  }));

/** Marks a snapshot as failed. */
export const failRides = (snapshot: RideSnapshot, problem: string): void =>
  useRideStore.setState(({ riderRides, driverRides }) => ({
    riderRides: fail(riderRides, problem, snapshot.riderRides),
    driverRides: fail(driverRides, problem, snapshot.driverRides),
  }));

const fail = <R extends Versioned>(list: RideList<R>, problem: string, before?: RideList<R>) =>
  before && before.ownerId === list.ownerId ? failLoading(list, problem) : list;

const setOffers = (change: (board: OfferBoard) => OfferBoard) =>
  useRideStore.setState(({ offers }) => ({ offers: change(offers) }));

/** Starts a snapshot of the offers. @returns the argument for {@link receiveOffers} */
export function beginOffers(): OfferBoard {
  setOffers(beginLoadingBoard);
  return useRideStore.getState().offers;
}

/**
 * Stores offers from `offer:added` or, with the board `before`, from a snapshot. Drops older versions, and
 * offers that were removed at the same version or a later one.
 */
export function receiveOffers(offers: readonly Offer[], before?: OfferBoard): void {
  const at = new Date();
  setOffers((board) =>
    before ? mergeOfferSnapshot(board, { before, offers, at }) : { ...addOffers(board, offers), asOf: at },
  );
}

/**
 * Removes offers after an `offer:removed`. One that another driver accepted is first shown as "Taken" for a
 * moment.
 */
export function receiveRemovedOffers(removed: readonly RemovedOffer[]): void {
  setOffers((board) => ({ ...removeOffers(board, removed), asOf: new Date() }));
  dropTakenLater(removed.map(({ id }) => id));
}

/** Marks a snapshot of the offers as failed. */
export const failOffers = (problem: string): void => setOffers((board) => failBoard(board, problem));

/** Clears the board when its page is left. */
export const clearOffers = (): void => setOffers(clearBoard);

/** Marks an offer's accept as in flight. */
export const beginAccept = (rideId: string): void => setOffers((board) => setAccepting(board, rideId, true));

/** Ends a failed accept: the offer is open again, or shown as "Taken" when another driver has it. */
export function abandonAccept(rideId: string, { isTaken }: { isTaken: boolean }): void {
  setOffers((board) => (isTaken ? markTaken(board, rideId) : setAccepting(board, rideId, false)));
  dropTakenLater([rideId]);
}

const dropTakenLater = (ids: readonly string[]) =>
  setTimeout(() => setOffers((board) => dropTaken(board, ids)), TAKEN_MS);

/** Clears the data of a role, as on sign-out. */
export function forgetRidesOf(role: 'rider' | 'driver'): void {
  const { riderRides, driverRides, offers } = initialState();
  useRideStore.setState(role === 'rider' ? { riderRides } : { driverRides, offers });
}

/** Clears the store. Used between tests. */
export const clearRides = (): void => useRideStore.setState(initialState(), true);
