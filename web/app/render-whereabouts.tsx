import type { StaffRide } from '#common/rides/staff-ride.ts';
import { RideWhereabouts } from '#web/features/rides/position/ride-whereabouts.tsx';
import { renderLiveMap } from './render-live-map.tsx';

/** Draws the position of a ride's vehicle, in the console's drawers. */
export const renderWhereabouts = (ride: StaffRide) => (
  <RideWhereabouts ride={ride} renderMap={renderLiveMap} />
);
