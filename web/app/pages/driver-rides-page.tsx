import { lazy } from 'react';
import { LoadBoundary } from '#web/components/load-boundary.tsx';
import { PageHeading } from '#web/components/ui/page-heading.tsx';
import { DriverRides } from '#web/features/rides/driver/driver-rides.tsx';
import { MotionProvider } from '#web/lib/motion-provider.tsx';
import { PageMeta } from '#web/lib/page-meta.tsx';
import { drawVehicleAt } from '../draw-vehicle.tsx';
import { RoleGate } from '../role-gate.tsx';

const drawVehicle = drawVehicleAt(34);

const DeviceSettings = lazy(() =>
  import('#web/features/rides/position/device-settings.tsx').then((module) => ({
    default: module.DeviceSettings,
  })),
);

/** A driver's own rides (specification section 2). */
export const DriverRidesPage = () => (
  <MotionProvider>
    <div className="column pb-16 lg:pb-28">
      <PageMeta title="My Rides" />
      <PageHeading size="screen" title="My Rides" />
      <RoleGate only="driver">
        {(driver) => (
          <>
            <DriverRides driverId={driver.id} renderVehicle={drawVehicle} />
            <LoadBoundary fallback={null}>
              <DeviceSettings />
            </LoadBoundary>
          </>
        )}
      </RoleGate>
    </div>
  </MotionProvider>
);
