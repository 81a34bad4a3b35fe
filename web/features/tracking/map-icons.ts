import { divIcon } from 'leaflet';

/** How far Leaflet lets a popup's tip down below its anchor, and the room between the tip and the marker, in pixels. */
const TIP = 7;
const GAP = 3;

const icon = (kind: string, size: number, html = '') =>
  divIcon({
    className: `map-marker map-marker-${kind}`,
    iconSize: [size, size],
    // Above the marker, which a popup at its middle would hide.
    popupAnchor: [0, -(size / 2 + GAP + TIP)],
    html,
  });

const CAR =
  '<svg viewBox="0 0 24 12" width="24" height="12" aria-hidden="true"><path fill="currentColor" d="M1.2 8.6C.8 6.6 1.6 5.4 4 5L5.6 4.7C7.4 2.6 9 1.8 12 1.8C14.6 1.8 16.2 2.8 17.8 4.6C21 5 23 5.8 23 7.6C23 8.4 22.8 8.8 22.2 8.8H20.6A2.4 2.4 0 0 0 15.8 8.8H8.4A2.4 2.4 0 0 0 3.6 8.8H1.8C1.5 8.8 1.3 8.8 1.2 8.6Z"/><circle fill="currentColor" cx="6" cy="8.9" r="1.7"/><circle fill="currentColor" cx="18.2" cy="8.9" r="1.7"/></svg>';

/** The three markers: driver 40 px gold, pickup 32 px green, drop-off 32 px red (specification section 9). Their looks are in tracking-map.css. */
export const MAP_ICONS = {
  driver: icon('driver', 40, CAR),
  pickup: icon('pickup', 32),
  dropoff: icon('dropoff', 32),
};
