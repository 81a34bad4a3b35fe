import type { StaffRide } from '#common/rides/staff-ride.ts';
import { RideWhereabouts } from '#web/features/rides/position/ride-whereabouts.tsx';
import { renderLiveMap } from './render-live-map.tsx';

/** Draws where a ride's car is, in the drawers of the console. */
export const renderWhereabouts = (ride: StaffRide) => (
  <RideWhereabouts ride={ride} renderMap={renderLiveMap} />
);
