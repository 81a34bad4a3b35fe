import 'leaflet/dist/leaflet.css';
import './tracking-map.css';
import { type Marker as LeafletMarker, latLngBounds } from 'leaflet';
import { CloudOff } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Marker, Polyline, useMap } from 'react-leaflet';
import type { Point } from '#common/places/point.ts';
import type { Position } from '#web/content/sample-ride.ts';
import { MAP_ICONS, MapMarker, ROUTE, ValleyMap } from './map-parts.tsx';

export interface LiveMapProps {
  /** The map's name for screen readers. */
  label: string;
  /** The current or last known position of the car. */
  car: Point;
  /** The label of the car: `Sam is 7 min away`. */
  title: string;
  /** How long ago the car was at `car`, if too long to call it current; null while it is live. */
  seen: string | null;
  /** All places where the ride stops, in order. */
  stops: readonly { kind: 'pickup' | 'stop' | 'dropoff'; point: Point; title: string; isPassed: boolean }[];
  /** The car's next stop; null if unknown. */
  nextStop: Point | null;
  /** The route to the next stop. */
  route: readonly Point[] | null;
  /** The routes between the stops after it. */
  ahead: readonly (readonly Point[])[];
}

const toPosition = ({ lat, lng }: Point): Position => [lat, lng];

/** A live map of a car, which glides from one position to the next. */
export const LiveMap = ({ label, car, title, seen, stops, nextStop, route, ahead }: LiveMapProps) => (
  <div className="relative size-full">
    <ValleyMap label={label} centre={toPosition(car)}>
      <KeepInView car={car} nextStop={nextStop} />
      {ahead.map((way) => (
        <Way key={keyOf(way)} way={way} opacity={0.35} />
      ))}
      {route && <Way way={route} opacity={seen ? 0.45 : 0.9} />}
      {stops.map(({ kind, point, title, isPassed }) => (
        <MapMarker
          key={title}
          position={toPosition(point)}
          icon={isPassed ? MAP_ICONS.passed : MAP_ICONS[kind]}
          title={title}
        >
          {title}
        </MapMarker>
      ))}
      <GlidingCar car={car} title={title} isStale={seen !== null} />
    </ValleyMap>
    {seen && (
      <p className="absolute top-4 right-4 z-1000 flex items-center gap-2.5 rounded-full border border-line bg-surface px-4 py-2 text-14">
        <CloudOff aria-hidden size={16} />
        {seen}
      </p>
    )}
  </div>
);

/** Routes with the same ends are the same. */
const keyOf = (way: readonly Point[]): string => JSON.stringify([way[0], way.at(-1)]);

const Way = ({ way, opacity }: { way: readonly Point[]; opacity: number }) => (
  <Polyline positions={way.map(toPosition)} pathOptions={{ ...ROUTE, opacity }} interactive={false} />
);

const GLIDE_MS = 1_000;
/** Further than this, in meters, the car jumps instead of gliding. */
const JUMP_METERS = 500;

const isMotionReduced = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** The car's marker. Glides to a new position within a second; jumps if it is far, or for reduced motion. */
function GlidingCar({ car, title, isStale }: { car: Point; title: string; isStale: boolean }) {
  const marker = useRef<LeafletMarker>(null);
  // React-leaflet applies a changed position at once, so it gets only the first one.
  const [first] = useState(() => toPosition(car));
  const { lat, lng } = car;

  useEffect(() => {
    const shown = marker.current;
    if (!shown) return;
    const from = shown.getLatLng();
    if (isMotionReduced() || from.distanceTo([lat, lng]) > JUMP_METERS) {
      shown.setLatLng([lat, lng]);
      return;
    }
    const startedAt = performance.now();
    let frame = requestAnimationFrame(function glide(at) {
      const done = Math.min(1, Math.max(0, (at - startedAt) / GLIDE_MS));
      shown.setLatLng([from.lat + (lat - from.lat) * done, from.lng + (lng - from.lng) * done]);
      if (done < 1) frame = requestAnimationFrame(glide);
    });
    return () => cancelAnimationFrame(frame);
  }, [lat, lng]);

  useEffect(() => {
    marker.current?.getElement()?.setAttribute('title', title);
    marker.current?.getElement()?.setAttribute('aria-label', title);
  }, [title]);

  return (
    <Marker
      ref={marker}
      position={first}
      icon={isStale ? MAP_ICONS.stale : MAP_ICONS.driver}
      title={title}
      alt={title}
      zIndexOffset={1_000}
    />
  );
}

/** Fits car and next stop into view, at first and when the car leaves the view or the next stop changes. */
function KeepInView({ car, nextStop }: { car: Point; nextStop: Point | null }) {
  const map = useMap();
  const shownStop = useRef<string | null>(null);
  const stop = nextStop ? `${nextStop.lat} ${nextStop.lng}` : '';

  useEffect(() => {
    const isInSight = map.getBounds().pad(-0.1).contains(toPosition(car));
    if (shownStop.current === stop && isInSight) return;
    shownStop.current = stop;
    const ends = [toPosition(car), ...(nextStop ? [toPosition(nextStop)] : [])];
    map.fitBounds(latLngBounds(ends).pad(0.25), { maxZoom: 15, animate: false });
  }, [map, car, nextStop, stop]);

  return null;
}
