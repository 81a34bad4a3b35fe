import { lazy } from 'react';
import { LoadBoundary } from '#web/components/load-boundary.tsx';
import { PageHeading } from '#web/components/ui/page-heading.tsx';
import { DriverRides } from '#web/features/rides/driver/driver-rides.tsx';
import { useRideStore } from '#web/features/rides/store/ride-store.ts';
import { MotionProvider } from '#web/lib/motion-provider.tsx';
import { PageMeta } from '#web/lib/page-meta.tsx';
import { drawVehicleAt } from '../draw-vehicle.tsx';
import { OwnPosition } from '../own-position.tsx';
import { RoleGate } from '../role-gate.tsx';

const drawVehicle = drawVehicleAt(34);

const MyWeeks = lazy(() =>
  import('#web/features/statements/my-weeks.tsx').then((module) => ({ default: module.MyWeeks })),
);

const DeviceSettings = lazy(() =>
  import('#web/features/rides/position/device-settings.tsx').then((module) => ({
    default: module.DeviceSettings,
  })),
);

/** A driver's own rides (specification section 2). */
export const DriverRidesPage = () => (
  <MotionProvider>
    <OwnPosition />
    <div className="column pb-16 lg:pb-28">
      <PageMeta title="My Rides" />
      <PageHeading size="screen" title="My Rides" />
      <RoleGate only="driver">
        {(driver) => (
          <>
            <DriverRides driverId={driver.id} renderVehicle={drawVehicle} />
            <Weeks />
            <LoadBoundary fallback={null}>
              <DeviceSettings />
            </LoadBoundary>
          </>
        )}
      </RoleGate>
    </div>
  </MotionProvider>
);

/** The driver's weeks, once the rides are there; read anew when one is completed. */
function Weeks() {
  const isReady = useRideStore(({ driverRides }) => driverRides.phase === 'ready');
  const completed = useRideStore(
    ({ driverRides }) =>
      Object.values(driverRides.rides).filter(({ status }) => status === 'completed').length,
  );
  return (
    isReady && (
      <LoadBoundary fallback={null}>
        <MyWeeks key={completed} />
      </LoadBoundary>
    )
  );
}
