import { lazy } from 'react';
import { LoadBoundary } from '#web/components/load-boundary.tsx';
import type { LiveMapProps } from '#web/features/tracking/live-map.tsx';

const LiveMap = lazy(() =>
  import('#web/features/tracking/live-map.tsx').then((module) => ({ default: module.LiveMap })),
);

/** Draws a ride on a map. An empty area until the map's code is loaded, or if that fails. */
export const renderLiveMap = (view: LiveMapProps) => (
  <LoadBoundary fallback={<div className="size-full bg-sunken" />}>
    <LiveMap {...view} />
  </LoadBoundary>
);
