import type { DivIcon, LeafletEventHandlerFnMap } from 'leaflet';
import type { ReactNode } from 'react';
import { Marker, Popup } from 'react-leaflet';
import type { Position } from '#web/content/sample-ride.ts';

interface MapMarkerProps {
  position: Position;
  icon: DivIcon;
  /** Its name for keyboard and screen reader, and its tooltip. */
  title: string;
  isOpenAtFirst?: boolean;
  /** What its popup says. */
  children: ReactNode;
}

/** Leaflet opens a popup by Enter on its marker, but closes it by Escape only while the map itself has the focus. */
const CLOSE_BY_ESCAPE: LeafletEventHandlerFnMap = {
  keydown: ({ originalEvent, target }) => {
    if (originalEvent.key === 'Escape') target.closePopup();
  },
};

const OPEN_AT_FIRST: LeafletEventHandlerFnMap = {
  ...CLOSE_BY_ESCAPE,
  add: ({ target }) => target.openPopup(),
};

/** A place on the map that says what it is: pressed, or by Enter. */
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
