import { Browser, type Map as LeafletMap } from 'leaflet';
import { AttributionControl, MapContainer, Polyline, TileLayer } from 'react-leaflet';
import { SAMPLE_RIDE } from '#web/content/sample-ride.ts';
import { useConfig } from '#web/lib/use-config.ts';
import { MAP_ICONS } from './map-icons.ts';
import { MapMarker } from './map-marker.tsx';
import { MAP_CENTRE, MAP_ZOOM } from './map-view.ts';
import { ValleyLayer } from './valley-layer.tsx';
import 'leaflet/dist/leaflet.css';
import './tracking-map.css';

const ROUTE = { color: 'var(--gold)', weight: 4, opacity: 0.7, dashArray: '10,10', lineCap: 'butt' } as const;

const OSM = '© <a href="https://www.openstreetmap.org/copyright">OpenStreetMap</a> contributors';

/** Names the map for screen readers; its container takes no attributes of its own. */
function nameMap(map: LeafletMap | null): void {
  const container = map?.getContainer();
  container?.setAttribute('role', 'region');
  container?.setAttribute('aria-label', 'Map of the sample ride');
}

/**
 * The sample ride on a map: driver, pickup and drop-off with their popups, joined by the route line (specification
 * section 9, map demo). On touch screens one finger scrolls the page and two move the map.
 */
export function TrackingMap() {
  const tileUrl = useConfig()?.mapTileUrl;
  const { driver, car, pickup, dropoff, path, arrivesInMinutes } = SAMPLE_RIDE;

  return (
    <MapContainer
      ref={nameMap}
      center={MAP_CENTRE}
      zoom={MAP_ZOOM}
      minZoom={10}
      maxZoom={18}
      scrollWheelZoom
      dragging={!Browser.mobile}
      attributionControl={false}
      className="tracking-map valley"
    >
      <ValleyLayer />
      {tileUrl && <TileLayer url={tileUrl} attribution={OSM} />}
      <AttributionControl prefix={false} />
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
    </MapContainer>
  );
}
