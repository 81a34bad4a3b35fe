import 'leaflet/dist/leaflet.css';
import './tracking-map.css';
import { Polyline } from 'react-leaflet';
import { SAMPLE_RIDE } from '#web/content/sample-ride.ts';
import { MAP_ICONS, MapMarker, ROUTE, ValleyMap } from './map-parts.tsx';

/**
 * The sample ride on a map: driver, pickup and drop-off with popups, joined by the route line (specification
 * section 9, map demo).
 */
export function TrackingMap() {
  const { driver, car, pickup, dropoff, path, arrivesInMinutes } = SAMPLE_RIDE;

  return (
    <ValleyMap label="Map of the sample ride">
      <Polyline positions={path} pathOptions={ROUTE} interactive={false} />
      <MapMarker
        position={pickup.position}
        icon={MAP_ICONS.pickup}
        title={`Pickup: ${pickup.place}, ${pickup.time}`}
      >
        <strong>{pickup.place}</strong>, pickup {pickup.time}
      </MapMarker>
      <MapMarker
        position={dropoff.position}
        icon={MAP_ICONS.dropoff}
        title={`Drop-off: ${dropoff.place}, ${dropoff.time}`}
      >
        <strong>{dropoff.place}</strong>, drop-off {dropoff.time}
      </MapMarker>
      <MapMarker
        position={car.position}
        icon={MAP_ICONS.driver}
        title={`Driver: ${driver.name}, ${arrivesInMinutes} min away`}
        isOpenAtFirst
      >
        <strong>{driver.firstName}</strong> is {arrivesInMinutes} min away
      </MapMarker>
    </ValleyMap>
  );
}
