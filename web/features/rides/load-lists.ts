import type { DriverRide, Offer, RiderRide } from '#common/rides/ride.ts';
import * as api from '#common/rides/rides-api.ts';
import { call } from '#web/lib/call.ts';
import { fetchWithTimeout } from '#web/lib/fetch-with-timeout.ts';
import { messageOf } from '#web/lib/message-of.ts';
import type { Versioned } from './keep-newer.ts';
import { clearBoard, failBoard, type OfferBoard, takeOfferSnapshot } from './offer-board.ts';
import { offersChannel } from './offers-channel.ts';
import { beginLoading, failLoading, type RideList, takeRideSnapshot } from './ride-list.ts';
import { useRideStore } from './ride-store.ts';

const NO_ANSWER = "The server didn't answer.";

interface RideSource<R extends Versioned> {
  ownerId: string;
  known: () => RideList<R>;
  change: (step: (list: RideList<R>) => RideList<R>) => void;
  read: (signal: AbortSignal) => Promise<R[]>;
}

async function loadRides<R extends Versioned>({
  ownerId,
  known,
  change,
  read,
}: RideSource<R>): Promise<boolean> {
  const ifStillWanted = (step: (list: RideList<R>) => RideList<R>) =>
    change((list) => (list.ownerId === ownerId ? step(list) : list));

  change((list) => beginLoading(list, ownerId));
  const before = known();
  try {
    const snapshot = await fetchWithTimeout(read);
    ifStillWanted((list) => takeRideSnapshot(list, before, snapshot, new Date()));
    return true;
  } catch (error) {
    ifStillWanted((list) => failLoading(list, messageOf(error, NO_ANSWER)));
    return false;
  }
}

/** Takes a snapshot of a rider's rides. Another rider's, if they were kept, are forgotten. @returns whether it came */
export const loadRiderRides = (riderId: string): Promise<boolean> =>
  loadRides<RiderRide>({
    ownerId: riderId,
    known: () => useRideStore.getState().riderRides,
    change: (step) => useRideStore.setState(({ riderRides }) => ({ riderRides: step(riderRides) })),
    read: (signal) => call(api.listRiderRides, { riderId }, { signal }),
  });

/** Takes a snapshot of a driver's rides. Another driver's, if they were kept, are forgotten. @returns whether it came */
export const loadDriverRides = (driverId: string): Promise<boolean> =>
  loadRides<DriverRide>({
    ownerId: driverId,
    known: () => useRideStore.getState().driverRides,
    change: (step) => useRideStore.setState(({ driverRides }) => ({ driverRides: step(driverRides) })),
    read: (signal) => call(api.listDriverRides, { driverId }, { signal }),
  });

const changeBoard = (step: (board: OfferBoard) => OfferBoard) =>
  useRideStore.setState(({ offers }) => ({ offers: step(offers) }));

/** While connected, the snapshot comes with the promise to be told of every change after it; else from REST. */
const readOffers = (): Promise<Offer[]> =>
  offersChannel()?.watch() ?? fetchWithTimeout((signal) => call(api.listOffers, {}, { signal }));

let snapshotsAsked = 0;
/** Answers to earlier questions are of no use any more. */
let firstWanted = 0;

/**
 * Takes a snapshot of the open offers. One that comes after the answer to a later question, or once nobody looks, is dropped.
 * @returns whether it came
 */
export async function loadOffers(): Promise<boolean> {
  changeBoard((board) => (board.phase === 'failed' ? { ...board, phase: 'loading' } : board));
  const before = useRideStore.getState().offers;
  snapshotsAsked += 1;
  const number = snapshotsAsked;
  try {
    const snapshot = await readOffers();
    if (number < firstWanted) return true;
    firstWanted = number;
    changeBoard((board) => takeOfferSnapshot(board, before, snapshot, new Date()));
    return true;
  } catch (error) {
    if (number >= firstWanted) changeBoard((board) => failBoard(board, messageOf(error, NO_ANSWER)));
    return false;
  }
}

/** Leaves the offers: nothing of them is shown again before a new snapshot. */
export function leaveOffers(): void {
  offersChannel()?.unwatch();
  firstWanted = snapshotsAsked + 1;
  changeBoard(clearBoard);
}
