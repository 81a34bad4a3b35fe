import { useParams } from 'react-router-dom';
import { SharedTrip } from '#web/features/rides/trip/shared-trip.tsx';
import { PageMeta } from '#web/lib/page-meta.tsx';
import { drawVehicleAt } from './draw-vehicle.tsx';
import { openTripSocket } from './open-trip-socket.ts';
import { renderLiveMap } from './render-live-map.tsx';

const drawVehicle = drawVehicleAt(34);

/**
 * A shared trip, for anyone with its link, without an account. Its page loads it lazily, so that other pages
 * do not preload its chunks.
 */
export function TripView() {
  const { token = '' } = useParams();
  return (
    <div className="mx-auto max-w-[520px] px-5 pt-9 pb-16">
      <PageMeta title="Shared trip" />
      <SharedTrip
        key={token}
        token={token}
        openSocket={openTripSocket}
        renderVehicle={drawVehicle}
        renderMap={renderLiveMap}
      />
    </div>
  );
}
