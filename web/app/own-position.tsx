import { lazy } from 'react';
import { LoadBoundary } from '#web/components/load-boundary.tsx';
import { useSessionStore } from '#web/features/users/session-store.ts';

const PositionBar = lazy(() =>
  import('#web/features/rides/position/position-bar.tsx').then((module) => ({ default: module.PositionBar })),
);

/** At the top of every driver page: who can see the driver's position while they drive. */
export function OwnPosition() {
  const driverId = useSessionStore(({ session }) => session.driver?.id);
  return (
    driverId && (
      <LoadBoundary fallback={null}>
        <PositionBar driverId={driverId} />
      </LoadBoundary>
    )
  );
}
