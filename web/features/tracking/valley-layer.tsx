import { CRS, type LatLngBounds, latLngBounds, point } from 'leaflet';
import { useState } from 'react';
import { Pane, SVGOverlay, useMapEvents } from 'react-leaflet';
import { MAP_CENTRE, MAP_ZOOM } from './map-view.ts';
import { VALLEY_REACH, ValleyStreets } from './valley-streets.tsx';

/** The geographic bounds that the drawing covers. */
function coveredArea(): LatLngBounds {
  const centre = CRS.EPSG3857.latLngToPoint({ lat: MAP_CENTRE[0], lng: MAP_CENTRE[1] }, MAP_ZOOM);
  const reach = point(VALLEY_REACH, VALLEY_REACH);
  return latLngBounds(
    CRS.EPSG3857.pointToLatLng(centre.subtract(reach), MAP_ZOOM),
    CRS.EPSG3857.pointToLatLng(centre.add(reach), MAP_ZOOM),
  );
}

const AREA = coveredArea();
const VIEW_BOX = `${-VALLEY_REACH} ${-VALLEY_REACH} ${2 * VALLEY_REACH} ${2 * VALLEY_REACH}`;

/** Hidden and not focusable: Chromium would make it a tab stop, because Leaflet listens to its events. */
const ATTRIBUTES = { viewBox: VIEW_BOX, 'aria-hidden': 'true', tabindex: '-1' };

/** The drawn valley below the tiles, so that routes run along streets even without them. */
export function ValleyLayer() {
  const [zoom, setZoom] = useState(MAP_ZOOM);
  useMapEvents({ zoomend: ({ target }) => setZoom(target.getZoom()) });

  return (
    <Pane name="valley" style={{ zIndex: 100 }}>
      <SVGOverlay bounds={AREA} attributes={ATTRIBUTES}>
        <ValleyStreets magnification={2 ** (zoom - MAP_ZOOM)} />
      </SVGOverlay>
    </Pane>
  );
}
