import {
  Browser,
  type DivIcon,
  divIcon,
  type LeafletEventHandlerFnMap,
  type Map as LeafletMap,
} from 'leaflet';
import type { ReactNode, Ref } from 'react';
import { AttributionControl, MapContainer, Marker, Popup } from 'react-leaflet';
import type { Position } from '#web/content/sample-ride.ts';
import { MAP_CENTRE, MAP_ZOOM } from './map-view.ts';
import { StreetMapButton, StreetTiles } from './street-map.tsx';
import { ValleyLayer } from './valley-layer.tsx';

/** The route line on a map (specification section 9, map demo). */
export const ROUTE = {
  color: 'var(--gold)',
  weight: 4,
  opacity: 0.7,
  dashArray: '10,10',
  lineCap: 'butt',
} as const;

interface ValleyMapProps {
  /** The map's name for screen readers. */
  label: string;
  centre?: Position;
  children: ReactNode;
}

/**
 * A map of the valley: a drawing, covered by tiles once the user has requested them. On touch screens one
 * finger scrolls the page and two move the map.
 */
export function ValleyMap({ label, centre = MAP_CENTRE, children }: ValleyMapProps) {
  // `MapContainer` does not pass attributes to its element.
  const nameMap: Ref<LeafletMap> = (map) => {
    const container = map?.getContainer();
    container?.setAttribute('role', 'region');
    container?.setAttribute('aria-label', label);
  };
  return (
    <div className="relative size-full">
      <MapContainer
        ref={nameMap}
        center={centre}
        zoom={MAP_ZOOM}
        minZoom={10}
        maxZoom={18}
        scrollWheelZoom
        dragging={!Browser.mobile}
        attributionControl={false}
        className="tracking-map valley"
      >
        <ValleyLayer />
        <StreetTiles />
        <AttributionControl prefix={false} />
        {children}
      </MapContainer>
      <StreetMapButton />
    </div>
  );
}

interface MapMarkerProps {
  position: Position;
  icon: DivIcon;
  /** Name for keyboard and screen reader users, and tooltip. */
  title: string;
  isOpenAtFirst?: boolean;
  /** The text of the popup. */
  children: ReactNode;
}

/**
 * Closes a popup on Escape while its marker has focus. Leaflet opens it on Enter there, but handles Escape
 * only while the map itself has focus.
 */
const CLOSE_BY_ESCAPE: LeafletEventHandlerFnMap = {
  keydown: ({ originalEvent, target }) => {
    if (originalEvent.key === 'Escape') target.closePopup();
  },
};

const OPEN_AT_FIRST: LeafletEventHandlerFnMap = {
  ...CLOSE_BY_ESCAPE,
  add: ({ target }) => target.openPopup(),
};

/** A marker with a popup that opens on click or Enter. */
export const MapMarker = ({ position, icon, title, isOpenAtFirst = false, children }: MapMarkerProps) => (
  <Marker
    position={position}
    icon={icon}
    title={title}
    riseOnHover
    eventHandlers={isOpenAtFirst ? OPEN_AT_FIRST : CLOSE_BY_ESCAPE}
  >
    <Popup closeButton={false}>{children}</Popup>
  </Marker>
);

/** Leaflet places a popup's tip `TIP` pixels below its anchor; `GAP` pixels separate it from the marker. */
const TIP = 7;
const GAP = 3;

const icon = (kind: string, size: number, html = '') =>
  divIcon({
    className: `map-marker map-marker-${kind}`,
    iconSize: [size, size],
    // Above the marker; a popup at its center would hide it.
    popupAnchor: [0, -(size / 2 + GAP + TIP)],
    html,
  });

const CAR =
  '<svg viewBox="0 0 24 12" width="24" height="12" aria-hidden="true"><path fill="currentColor" d="M1.2 8.6C.8 6.6 1.6 5.4 4 5L5.6 4.7C7.4 2.6 9 1.8 12 1.8C14.6 1.8 16.2 2.8 17.8 4.6C21 5 23 5.8 23 7.6C23 8.4 22.8 8.8 22.2 8.8H20.6A2.4 2.4 0 0 0 15.8 8.8H8.4A2.4 2.4 0 0 0 3.6 8.8H1.8C1.5 8.8 1.3 8.8 1.2 8.6Z"/><circle fill="currentColor" cx="6" cy="8.9" r="1.7"/><circle fill="currentColor" cx="18.2" cy="8.9" r="1.7"/></svg>';

/**
 * Marker icons: driver 40 px gold, or grey at a stale position; pickup 32 px green, drop-off 32 px red
 * (specification section 9); stops 24 px gold, or a ring once passed. Styled in tracking-map.css.
 */
export const MAP_ICONS = {
  driver: icon('driver', 40, CAR),
  stale: icon('stale', 40, CAR),
  pickup: icon('pickup', 32),
  dropoff: icon('dropoff', 32),
  stop: icon('stop', 24),
  passed: icon('passed', 18),
};
