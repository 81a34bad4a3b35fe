import { lazy } from 'react';
import { LoadBoundary } from '#web/components/load-boundary.tsx';
import type { LiveMapProps } from '#web/features/tracking/live-map.tsx';

const LiveMap = lazy(() =>
  import('#web/features/tracking/live-map.tsx').then((module) => ({ default: module.LiveMap })),
);

/** Draws a ride on a map; an empty place until the map's code has come, or if it does not. */
export const renderLiveMap = (view: LiveMapProps) => (
  <LoadBoundary fallback={<div className="size-full bg-sunken" />}>
    <LiveMap {...view} />
  </LoadBoundary>
);
