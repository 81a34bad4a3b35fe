import { create } from 'zustand';
import type { RidePosition, Tracking } from '#common/rides/position.ts';
import type { Waypoints } from './ride-map-view.ts';

/** Where rides are, by id. Replies and events enter by the two functions below. */
export const usePositionStore = create<Readonly<Record<string, RidePosition>>>(() => ({}));

/** Takes positions that arrived by an event or a reply; older ones are dropped. A way that is not told anew stays as it was. */
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

/** Takes what a map of a ride begins with. @returns where it stops */
export function receiveTracking({ position, ...waypoints }: Tracking): Waypoints {
  if (position) receivePositions([position]);
  return waypoints;
}

/** Forgets all, as when a session ends. */
export const forgetPositions = (): void => usePositionStore.setState({}, true);
