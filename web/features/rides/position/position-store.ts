import { create } from 'zustand';
import type { RidePosition, Tracking } from '#common/rides/position.ts';
import type { Waypoints } from './ride-map-view.ts';

/** The positions of rides, by ride id. Updated only by the functions below. */
export const usePositionStore = create<Readonly<Record<string, RidePosition>>>(() => ({}));

/**
 * Stores positions from an event or a reply, unless a newer one is known. `route` is kept when a position has
 * none.
 */
export const receivePositions = (positions: readonly RidePosition[]): void =>
  usePositionStore.setState((known) =>
    Object.fromEntries(
      positions
        .filter(({ rideId, at }) => !known[rideId] || known[rideId].at < at)
        .map((position) => [
          position.rideId,
          { ...position, route: routeOf(position, known[position.rideId]) },
        ]),
    ),
  );

const routeOf = (position: RidePosition, before: RidePosition | undefined): RidePosition['route'] =>
  position.route === undefined ? (before?.route ?? null) : position.route;

/** Stores the position of a reply. @returns its waypoints */
export function receiveTracking({ position, ...waypoints }: Tracking): Waypoints {
  if (position) receivePositions([position]);
  return waypoints;
}

/** Clears all positions, as on sign-out. */
export const forgetPositions = (): void => usePositionStore.setState({}, true);
